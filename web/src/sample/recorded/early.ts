// Recorded from the engine by `scripts/samples`; never edit by hand.
import { sampleWorld } from '../world';
import type { TurnChoices } from '../../protocol/messages';

export const EARLY_CHOICES: TurnChoices = {
  kind: "turn",
  seat: 1,
  ship: {"cost":1,"from":["reserve",{"tile":"T12","part":0}],"hideout_draws":[5,4],"pirates_draw":false,"docks":[{"tile":"T12","part":0},{"tile":"T12","part":1},{"tile":"T12","part":2},{"tile":"T18","part":0},{"tile":"T18","part":1},{"tile":"T20","part":1}],"hideouts":{"T18":[{"island":{"tile":"T18","part":0},"seats":[],"protected":[]},{"island":{"tile":"T18","part":1},"seats":[],"protected":[]},{"island":{"tile":"T12","part":0},"seats":[2],"protected":[]}],"T20":[{"island":{"tile":"T12","part":2},"seats":[],"protected":[]},{"island":{"tile":"T20","part":1},"seats":[2],"protected":[]}]},"tiles":{"T02":[{"cell":[0,-2],"rotations":[1,3,5]},{"cell":[-2,0],"rotations":[0,2,4]},{"cell":[3,-2],"rotations":[0,2,4]},{"cell":[2,-2],"rotations":[0,2,4]},{"cell":[2,0],"rotations":[1,3,5]},{"cell":[1,1],"rotations":[0,2,4]},{"cell":[1,-2],"rotations":[1,3,5]},{"cell":[-1,-1],"rotations":[1,3,5]},{"cell":[3,-1],"rotations":[1,3,5]},{"cell":[-2,1],"rotations":[0,2,4]},{"cell":[-2,2],"rotations":[1,3,5]}],"T07":[{"cell":[0,-2],"rotations":[0,1,3,4]},{"cell":[-2,0],"rotations":[0,2,3,5]},{"cell":[3,-2],"rotations":[1,2,4,5]},{"cell":[2,-2],"rotations":[2,5]},{"cell":[2,0],"rotations":[2,5]},{"cell":[1,1],"rotations":[0,1,3,4]},{"cell":[1,-2],"rotations":[0,3]},{"cell":[-1,-1],"rotations":[1,4]},{"cell":[3,-1],"rotations":[0,2,3,5]},{"cell":[-2,1],"rotations":[0,3]},{"cell":[-2,2],"rotations":[1,2,4,5]}],"T16":[{"cell":[0,-2],"rotations":[0,5]},{"cell":[0,1],"rotations":[1]},{"cell":[-2,0],"rotations":[4,5]},{"cell":[3,-2],"rotations":[0,1]},{"cell":[2,-2],"rotations":[1]},{"cell":[2,0],"rotations":[1]},{"cell":[1,1],"rotations":[2,3]},{"cell":[1,-2],"rotations":[5]},{"cell":[-1,-1],"rotations":[0]},{"cell":[3,-1],"rotations":[1,2]},{"cell":[-2,1],"rotations":[5]},{"cell":[-2,2],"rotations":[3,4]}]}},
  sites: [{"site":{"tile":"T18","part":2,"site":0},"card":"plantation","cost":2,"piracy":false,"fort":false},{"site":{"tile":"T18","part":2,"site":1},"card":"plantation","cost":2,"piracy":false,"fort":false},{"site":{"tile":"T14","part":0,"site":0},"card":"plantation","cost":2,"piracy":false,"fort":false},{"site":{"tile":"T14","part":0,"site":2},"card":"building","cost":2,"piracy":false,"fort":false,"copies":["ebony","pigment"]},{"site":{"tile":"T17","part":0,"site":0},"card":"plantation","cost":2,"piracy":false,"fort":false},{"site":{"tile":"T17","part":0,"site":2},"card":"plantation","cost":2,"piracy":false,"fort":false}],
  blocked: [{"site":{"tile":"T05","part":0,"site":0},"card":"plantation","reason":"ships","need":1,"have":0},{"site":{"tile":"T05","part":0,"site":1},"card":"plantation","reason":"ships","need":1,"have":0},{"site":{"tile":"T05","part":0,"site":2},"card":"plantation","reason":"ships","need":1,"have":0},{"site":{"tile":"T11","part":0,"site":1},"card":"building","reason":"ships","need":2,"have":0},{"site":{"tile":"T12","part":2,"site":0},"card":"plantation","reason":"ships","need":1,"have":0},{"site":{"tile":"T18","part":0,"site":0},"card":"ruins","reason":"ships","need":1,"have":0},{"site":{"tile":"T18","part":1,"site":0},"card":"building","reason":"ships","need":2,"have":0},{"site":{"tile":"T20","part":0,"site":0},"card":"plantation","reason":"ships","need":1,"have":0},{"site":{"tile":"T20","part":0,"site":1},"card":"ruins","reason":"ships","need":1,"have":0}],
  market: ["ebony","pigment"],
  end_turn: true,
  why_not: {"ruins":"ships"},
  payments: {"ship":{"cards":["ruins","building","market","ship","plantation"],"unplayable":0,"spare":0,"next_turn":1},"plantation":{"cards":["ruins","ship","building","market","ship"],"unplayable":0,"spare":0,"next_turn":2},"building":{"cards":["ruins","ship","market","ship","plantation"],"unplayable":0,"spare":0,"next_turn":2}},
  hoarded: [],
  rises: [{"resource":"ebony","price":2,"worth":-1,"each_turn":1},{"resource":"spice","price":2,"worth":-2,"each_turn":0},{"resource":"pigment","price":3,"worth":-1,"each_turn":1},{"resource":"gold","price":4,"worth":-4,"each_turn":0}],
  fort_draw: 6,
};

export const EARLY = /* @__PURE__ */ sampleWorld([{"name":"Pelican","colour":"yellow","kind":"bot","bot":"gentle"},{"name":"Maëlle","colour":"blue","kind":"human"},{"name":"Heron","colour":"red","kind":"bot","bot":"gentle"}], {
  viewer: 1,
  events: 0,
  phase: "turns",
  round: 3,
  to_move: 1,
  last_round: false,
  exploration: ["T02","T07","T16"],
  stack: 2,
  archipelago: [{"tile":"T12","cell":[0,0],"rotation":0},{"tile":"T18","cell":[1,0],"rotation":0},{"tile":"T14","cell":[1,-1],"rotation":4},{"tile":"T20","cell":[0,-1],"rotation":1},{"tile":"T17","cell":[2,-1],"rotation":3},{"tile":"T05","cell":[-1,0],"rotation":3},{"tile":"T11","cell":[-1,1],"rotation":2}],
  islands: [{"name":0,"parts":[{"tile":"T12","part":0},{"tile":"T18","part":2},{"tile":"T14","part":0},{"tile":"T17","part":0}],"ships":[0,2,1],"forts":[],"raiders":[],"worked":["ebony","pigment"]},{"name":1,"parts":[{"tile":"T12","part":1},{"tile":"T11","part":0}],"ships":[2,0,0],"forts":[],"raiders":[],"worked":["spice","pigment"]},{"name":2,"parts":[{"tile":"T12","part":2},{"tile":"T20","part":0},{"tile":"T05","part":0}],"ships":[0,0,0],"forts":[],"raiders":[],"worked":[]},{"name":3,"parts":[{"tile":"T18","part":0}],"ships":[0,0,0],"forts":[],"raiders":[],"worked":[]},{"name":4,"parts":[{"tile":"T18","part":1}],"ships":[0,0,0],"forts":[],"raiders":[],"worked":[]},{"name":8,"parts":[{"tile":"T20","part":1}],"ships":[0,0,1],"forts":[],"raiders":[],"worked":["pigment"]}],
  ships: [{"seat":0,"tile":"T11","part":0},{"seat":0,"tile":"T12","part":1},{"seat":1,"tile":"T14","part":0},{"seat":1,"tile":"T12","part":0},{"seat":2,"tile":"T20","part":1},{"seat":2,"tile":"T17","part":0}],
  pioneers: [{"seat":1,"tile":"T12","part":0,"site":0,"building":null,"resource":null},{"seat":0,"tile":"T12","part":1,"site":0,"building":null,"resource":null},{"seat":1,"tile":"T14","part":0,"site":1,"building":null,"resource":null},{"seat":2,"tile":"T20","part":1,"site":1,"building":null,"resource":null},{"seat":0,"tile":"T11","part":0,"site":2,"building":null,"resource":null}],
  seats: [{"hand":5,"ships":3,"pioneers":8,"production":{"ebony":0,"spice":1,"pigment":1,"gold":0},"stock":null,"draw":5},{"hand":6,"ships":3,"pioneers":8,"production":{"ebony":1,"spice":0,"pigment":1,"gold":0},"stock":{"ebony":1,"spice":0,"pigment":2,"gold":0},"draw":5},{"hand":6,"ships":3,"pioneers":9,"production":{"ebony":0,"spice":0,"pigment":1,"gold":0},"stock":null,"draw":5}],
  hand: {"ship":2,"plantation":1,"gold_mine":0,"building":1,"ruins":1,"market":1},
  pile: 73,
  discard: {"ship":0,"plantation":0,"gold_mine":0,"building":0,"ruins":0,"market":0},
  prices: {"ebony":0,"spice":0,"pigment":1,"gold":0},
  markers: 7,
  market_played: false,
  buildings: 10,
  result: null,
});
