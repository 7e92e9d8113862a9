"use strict";
// The peer's game, after the toy game of our first measurements: 61 cells, hidden hands of five
// cards, a secret deck, 200 moves, about 2 KB of JSON. It is far simpler than Ilôs: one move a turn,
// nothing to count, and the server sends no list of legal moves.

const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const CELLS = 61;
const KINDS = 6;
const HAND = 5;
const LENGTH = 200;

function eachSeat(ctx, make) {
  return Object.fromEntries(Array.from({ length: ctx.numPlayers }, (_, seat) => [seat, make()]));
}

const Islands = {
  name: "islands",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(Array.from({ length: 300 }, (_, card) => card % KINDS));
    return {
      cells: Array.from({ length: CELLS }, (_, cell) => ({ k: cell % KINDS, o: null, n: 0 })),
      players: eachSeat(ctx, () => ({ hand: deck.splice(0, HAND) })),
      score: eachSeat(ctx, () => ({ gold: 0, spice: 0, wood: 0, workers: 6 })),
      secret: { deck },
      played: 0,
    };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: {
      client: false,
      move: ({ G, playerID, random }, card, at) => {
        const hand = G.players[playerID].hand;
        const cell = G.cells[at];
        if (!cell || hand[card] !== cell.k) return INVALID_MOVE;
        if (cell.o !== null && cell.o !== playerID) G.score[cell.o].workers++;
        cell.o = playerID;
        cell.n += 1;
        cell.k = (cell.k + random.Die(KINDS - 1)) % KINDS;
        G.score[playerID].gold += cell.n;
        hand.splice(card, 1);
        hand.push(G.secret.deck.pop());
        G.played++;
      },
    },
    pass: ({ G }) => {
      G.played++;
    },
  },
  endIf: ({ G }) => (G.played >= LENGTH ? { over: true } : undefined),
};

/** Every legal move of a seat; the clients find it out themselves. */
function legalMoves(G, seat) {
  const found = [];
  G.players[seat].hand.forEach((card, place) => {
    G.cells.forEach((cell, at) => {
      if (cell.k === card) found.push({ type: "place", args: [place, at] });
    });
  });
  return found.length ? found : [{ type: "pass", args: [] }];
}

module.exports = { Islands, legalMoves };
