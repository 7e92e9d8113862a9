// Recorded from the engine by `scripts/samples`; never edit by hand.
import { sampleWorld } from '../world';
import type { MulliganChoices } from '../../protocol/messages';

export const MULLIGAN_CHOICES: MulliganChoices = {
  kind: "mulligan",
  seat: 1,
};

export const MULLIGAN = /* @__PURE__ */ sampleWorld([{"name":"Ana","colour":"red","kind":"human"},{"name":"Maëlle","colour":"blue","kind":"human"},{"name":"Tomás","colour":"black","kind":"human"},{"name":"Pelican","colour":"yellow","kind":"bot","bot":"skilled"}], {
  viewer: 1,
  events: 6,
  phase: "mulligan",
  round: 0,
  to_move: 1,
  last_round: false,
  exploration: ["T02","T07","T16"],
  stack: 13,
  archipelago: [],
  islands: [],
  ships: [],
  pioneers: [],
  seats: [{"hand":5,"ships":5,"pioneers":10,"production":{"ebony":0,"spice":0,"pigment":0,"gold":0},"stock":null,"draw":3},{"hand":5,"ships":5,"pioneers":10,"production":{"ebony":0,"spice":0,"pigment":0,"gold":0},"stock":{"ebony":0,"spice":0,"pigment":0,"gold":0},"draw":3},{"hand":5,"ships":5,"pioneers":10,"production":{"ebony":0,"spice":0,"pigment":0,"gold":0},"stock":null,"draw":3},{"hand":5,"ships":5,"pioneers":10,"production":{"ebony":0,"spice":0,"pigment":0,"gold":0},"stock":null,"draw":3}],
  hand: {"ship":1,"plantation":1,"gold_mine":0,"building":1,"ruins":2,"market":0},
  pile: 70,
  discard: {"ship":0,"plantation":0,"gold_mine":0,"building":0,"ruins":0,"market":0},
  prices: {"ebony":0,"spice":0,"pigment":0,"gold":0},
  markers: 8,
  market_played: false,
  buildings: 10,
  result: null,
});
