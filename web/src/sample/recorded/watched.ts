// Recorded from the engine by `scripts/samples`; never edit by hand.
import { sampleWorld } from '../world';

export const WATCHED = /* @__PURE__ */ sampleWorld([{"name":"Ana","colour":"red","kind":"human"},{"name":"Maëlle","colour":"blue","kind":"human"},{"name":"Tomás","colour":"black","kind":"human"},{"name":"Pelican","colour":"yellow","kind":"bot","bot":"skilled"}], {
  viewer: null,
  events: 0,
  phase: "turns",
  round: 9,
  to_move: 1,
  last_round: false,
  exploration: ["T02","T07","T16"],
  stack: 1,
  archipelago: [{"tile":"T12","cell":[0,0],"rotation":0},{"tile":"T18","cell":[1,0],"rotation":0},{"tile":"T14","cell":[1,-1],"rotation":4},{"tile":"T20","cell":[0,-1],"rotation":1},{"tile":"T17","cell":[2,-1],"rotation":3},{"tile":"T09","cell":[2,0],"rotation":0},{"tile":"T05","cell":[-1,0],"rotation":3},{"tile":"T11","cell":[-1,1],"rotation":2},{"tile":"T10","cell":[0,1],"rotation":1},{"tile":"T04","cell":[1,1],"rotation":1},{"tile":"T08","cell":[-2,1],"rotation":0},{"tile":"T03","cell":[3,-1],"rotation":3}],
  islands: [{"name":0,"parts":[{"tile":"T12","part":0},{"tile":"T18","part":2},{"tile":"T14","part":0},{"tile":"T17","part":0},{"tile":"T03","part":0}],"ships":[2,2,0,0],"forts":[1],"raiders":[2],"worked":["ebony","pigment"]},{"name":1,"parts":[{"tile":"T12","part":1},{"tile":"T11","part":0},{"tile":"T10","part":1},{"tile":"T08","part":0}],"ships":[0,0,1,2],"forts":[2],"raiders":[],"worked":["spice","pigment"]},{"name":2,"parts":[{"tile":"T12","part":2},{"tile":"T20","part":0},{"tile":"T05","part":0}],"ships":[0,1,0,2],"forts":[],"raiders":[],"worked":["ebony","spice"]},{"name":3,"parts":[{"tile":"T18","part":0},{"tile":"T09","part":0}],"ships":[0,0,1,0],"forts":[],"raiders":[2],"worked":["spice"]},{"name":4,"parts":[{"tile":"T18","part":1},{"tile":"T10","part":0},{"tile":"T04","part":1}],"ships":[1,1,1,0],"forts":[],"raiders":[2],"worked":["ebony"]},{"name":8,"parts":[{"tile":"T20","part":1}],"ships":[1,0,0,0],"forts":[],"raiders":[],"worked":["pigment"]},{"name":11,"parts":[{"tile":"T09","part":1}],"ships":[0,0,0,0],"forts":[],"raiders":[],"worked":["pigment"]},{"name":16,"parts":[{"tile":"T04","part":0}],"ships":[0,0,0,0],"forts":[],"raiders":[],"worked":[]},{"name":20,"parts":[{"tile":"T03","part":1}],"ships":[0,0,0,0],"forts":[],"raiders":[],"worked":[]}],
  ships: [{"seat":0,"tile":"T17","part":0},{"seat":0,"tile":"T18","part":2},{"seat":0,"tile":"T20","part":1},{"seat":0,"tile":"T10","part":0},{"seat":1,"tile":"T14","part":0},{"seat":1,"tile":"T12","part":0},{"seat":1,"tile":"T05","part":0},{"seat":1,"tile":"T10","part":0},{"seat":2,"tile":"T04","part":1},{"seat":2,"tile":"T09","part":0},{"seat":2,"tile":"T11","part":0},{"seat":2,"tile":"T18","hideout":true},{"seat":3,"tile":"T11","part":0},{"seat":3,"tile":"T08","part":0},{"seat":3,"tile":"T05","part":0},{"seat":3,"tile":"T20","part":0}],
  pioneers: [{"seat":1,"tile":"T12","part":0,"site":0,"building":null,"resource":null},{"seat":0,"tile":"T12","part":2,"site":0,"building":null,"resource":null},{"seat":0,"tile":"T18","part":2,"site":1,"building":null,"resource":null},{"seat":1,"tile":"T14","part":0,"site":0,"building":null,"resource":null},{"seat":1,"tile":"T14","part":0,"site":2,"building":"fort","resource":null},{"seat":0,"tile":"T20","part":0,"site":1,"building":null,"resource":null},{"seat":0,"tile":"T20","part":1,"site":1,"building":null,"resource":null},{"seat":0,"tile":"T17","part":0,"site":1,"building":null,"resource":null},{"seat":2,"tile":"T09","part":0,"site":0,"building":null,"resource":null},{"seat":2,"tile":"T09","part":1,"site":0,"building":null,"resource":null},{"seat":3,"tile":"T05","part":0,"site":0,"building":null,"resource":null},{"seat":1,"tile":"T05","part":0,"site":2,"building":null,"resource":null},{"seat":3,"tile":"T11","part":0,"site":0,"building":null,"resource":null},{"seat":2,"tile":"T11","part":0,"site":1,"building":"fort","resource":null},{"seat":3,"tile":"T11","part":0,"site":2,"building":null,"resource":null},{"seat":0,"tile":"T10","part":0,"site":1,"building":"trading_post","resource":"ebony"},{"seat":2,"tile":"T04","part":1,"site":0,"building":null,"resource":null},{"seat":2,"tile":"T04","part":1,"site":1,"building":null,"resource":null},{"seat":3,"tile":"T08","part":0,"site":1,"building":null,"resource":null},{"seat":3,"tile":"T08","part":0,"site":3,"building":"trading_post","resource":"spice"},{"seat":1,"tile":"T03","part":0,"site":1,"building":null,"resource":null}],
  seats: [{"hand":6,"ships":1,"pioneers":4,"production":{"ebony":1,"spice":1,"pigment":2,"gold":1},"stock":null,"draw":7},{"hand":9,"ships":1,"pioneers":5,"production":{"ebony":2,"spice":1,"pigment":1,"gold":0},"stock":null,"draw":8},{"hand":4,"ships":1,"pioneers":5,"production":{"ebony":1,"spice":1,"pigment":1,"gold":1},"stock":null,"draw":7},{"hand":8,"ships":1,"pioneers":5,"production":{"ebony":1,"spice":2,"pigment":1,"gold":1},"stock":null,"draw":7}],
  hand: null,
  pile: 63,
  discard: {"ship":0,"plantation":0,"gold_mine":0,"building":0,"ruins":0,"market":0},
  prices: {"ebony":1,"spice":1,"pigment":2,"gold":1},
  markers: 3,
  market_played: false,
  buildings: 6,
  result: null,
});
