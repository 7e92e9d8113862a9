"use strict";
// The load of `ilos load`, for boardgame.io: matches of two, each seat with a socket of its own.
// A move is shown when both seats have the new state. Prints one JSON object.
//
//   node load.cjs MATCHES SECONDS [MOVES_A_SECOND]

const { fork } = require("node:child_process");
const path = require("node:path");
const { LobbyClient } = require("boardgame.io/client");
const { io } = require("socket.io-client");
const { legalMoves } = require("./game.cjs");

const [matches, seconds, rate] = process.argv.slice(2).map(Number);
const PORT = 18123;
const SEATS = 2;
const WARM_UP = 3000; // milliseconds of play before it counts, so that the compiler has done its work

const now = () => performance.now();
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const figures = { counting: false, moves: 0, delays: [] };

class Match {
  constructor(lobby) {
    this.lobby = lobby;
    this.states = [];
    this.told = () => {};
  }

  async open() {
    const joined = Array.from({ length: SEATS }, (_, seat) => this.sit(seat));
    this.sockets = await Promise.all(joined);
    await this.begin();
  }

  /** A new match for the same sockets. */
  async begin() {
    this.id = (await this.lobby.createMatch("islands", { numPlayers: SEATS })).matchID;
    this.states = [];
    this.sockets.forEach((socket, seat) => socket.emit("sync", this.id, String(seat), undefined, SEATS));
    await this.reached(0);
  }

  sit(seat) {
    const socket = io(`http://127.0.0.1:${PORT}/islands`, { transports: ["websocket"], forceNew: true });
    const see = (id, state) => {
      if (id !== this.id) return;
      this.states[seat] = state;
      this.told();
    };
    socket.on("sync", (id, info) => see(id, info.state));
    socket.on("update", see);
    return new Promise((done) => socket.on("connect", () => done(socket)));
  }

  /** Waits until every seat has seen a state with this number or a later one. */
  async reached(number) {
    const isThere = () =>
      this.sockets.every((_, seat) => (this.states[seat]?._stateID ?? -1) >= number);
    while (!isThere()) await new Promise((told) => (this.told = told));
  }

  async move() {
    const seat = Number(this.states[0].ctx.currentPlayer);
    const state = this.states[seat];
    const options = legalMoves(state.G, String(seat));
    const chosen = options[Math.floor(Math.random() * options.length)];
    const action = { type: "MAKE_MOVE", payload: { ...chosen, playerID: String(seat) } };
    const sent = now();
    this.sockets[seat].emit("update", action, state._stateID, this.id, String(seat));
    await this.reached(state._stateID + 1);
    if (figures.counting) {
      figures.moves++;
      figures.delays.push(now() - sent);
    }
    if (this.states[0].ctx.gameover !== undefined) await this.begin();
  }

  /** Moves until the time is up; with a rate, each at its own moment. */
  async play(number, until) {
    const step = rate ? (1000 * matches) / rate : 0;
    let due = now() + (step * number) / matches;
    while (now() < until) {
      if (step) {
        await sleep(Math.max(0, due - now()));
        due += step;
      }
      await this.move();
    }
  }
}

async function main() {
  const server = fork(path.join(__dirname, "server.cjs"), [String(PORT)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const heard = () => new Promise((done) => server.once("message", done));
  const asked = () => (server.send("how are you"), heard());
  await heard();
  const lobby = new LobbyClient({ server: `http://127.0.0.1:${PORT + 1}` });
  const tables = Array.from({ length: matches }, () => new Match(lobby));
  for (const match of tables) await match.open();
  const playing = Promise.all(tables.map((match, n) => match.play(n, now() + WARM_UP + seconds * 1000)));
  await sleep(WARM_UP);
  const before = await asked();
  figures.counting = true;
  await sleep(seconds * 1000);
  figures.counting = false;
  const after = await asked();
  await playing;
  const used = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
  const delays = figures.delays.sort((a, b) => a - b);
  const result = {
    moves: figures.moves,
    moves_per_second: figures.moves / seconds,
    p50_ms: delays[Math.floor(delays.length * 0.5)],
    p99_ms: delays[Math.floor(delays.length * 0.99)],
    server_cpu_ms_per_move: used / 1000 / figures.moves,
    server_mib: after.memory.rss / 2 ** 20,
  };
  console.log(JSON.stringify(result));
  server.disconnect();
  process.exit(0);
}

main();
