// Recorded from the engine by `scripts/samples`; never edit by hand.
import { sampleWorld } from '../world';

export const CROWDED = /* @__PURE__ */ sampleWorld([{"name":"Ana","colour":"red","kind":"human"},{"name":"Maëlle","colour":"blue","kind":"human"},{"name":"Tomás","colour":"black","kind":"human"},{"name":"Pelican","colour":"yellow","kind":"bot","bot":"skilled"},{"name":"Heron","colour":"green","kind":"human"}], {
  viewer: 1,
  events: 0,
  phase: "turns",
  round: 9,
  to_move: 1,
  last_round: false,
  exploration: ["T02","T07","T16"],
  stack: 16,
  archipelago: [{"tile":"T14","cell":[0,0],"rotation":0}],
  islands: [{"name":0,"parts":[{"tile":"T14","part":0}],"ships":[1,1,1,1,1],"forts":[],"raiders":[],"worked":[]}],
  ships: [{"seat":0,"tile":"T14","part":0},{"seat":1,"tile":"T14","part":0},{"seat":2,"tile":"T14","part":0},{"seat":3,"tile":"T14","part":0},{"seat":4,"tile":"T14","part":0}],
  pioneers: [],
  seats: [{"hand":6,"ships":4,"pioneers":10,"production":{"ebony":0,"spice":0,"pigment":0,"gold":0},"stock":null,"draw":4},{"hand":9,"ships":4,"pioneers":10,"production":{"ebony":0,"spice":0,"pigment":0,"gold":0},"stock":{"ebony":6,"spice":3,"pigment":4,"gold":2},"draw":4},{"hand":4,"ships":4,"pioneers":10,"production":{"ebony":0,"spice":0,"pigment":0,"gold":0},"stock":null,"draw":4},{"hand":8,"ships":4,"pioneers":10,"production":{"ebony":0,"spice":0,"pigment":0,"gold":0},"stock":null,"draw":4},{"hand":5,"ships":4,"pioneers":10,"production":{"ebony":0,"spice":0,"pigment":0,"gold":0},"stock":null,"draw":4}],
  hand: {"ship":3,"plantation":2,"gold_mine":1,"building":1,"ruins":1,"market":1},
  pile: 58,
  discard: {"ship":0,"plantation":0,"gold_mine":0,"building":0,"ruins":0,"market":0},
  prices: {"ebony":1,"spice":1,"pigment":2,"gold":1},
  markers: 3,
  market_played: false,
  buildings: 10,
  result: null,
});
