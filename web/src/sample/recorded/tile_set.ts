// Recorded from the engine by `scripts/samples`; never edit by hand.
import type { SetupData } from '../../protocol/messages';

export const TILE_SET: SetupData['tile_set'] = {
  name: "sample",
  tiles: [{"id":"T01","hideout":true,"parts":[{"sides":[0,1],"sites":["ebony","gold"]},{"sides":[3],"sites":["ruins"]}]},{"id":"T02","hideout":false,"parts":[{"sides":[0,2,4],"sites":["spice","construction","pigment"]}]},{"id":"T03","hideout":false,"parts":[{"sides":[0,3],"sites":["ebony","pigment"]},{"sides":[],"sites":["spice"]}]},{"id":"T04","hideout":true,"parts":[{"sides":[0],"sites":["construction","spice"]},{"sides":[2,3],"sites":["gold","ebony"]}]},{"id":"T05","hideout":false,"parts":[{"sides":[0,1,2],"sites":["ebony","ebony","spice"]}]},{"id":"T06","hideout":false,"parts":[{"sides":[0,2],"sites":["pigment","gold"]},{"sides":[4],"sites":["spice"]}]},{"id":"T07","hideout":true,"parts":[{"sides":[0,1],"sites":["spice","pigment"]},{"sides":[3,4],"sites":["construction"]}]},{"id":"T08","hideout":false,"parts":[{"sides":[0,1,3],"sites":["ebony","pigment","ruins","construction"]}]},{"id":"T09","hideout":false,"parts":[{"sides":[0,3],"sites":["spice","gold"]},{"sides":[1],"sites":["pigment"]}]},{"id":"T10","hideout":true,"parts":[{"sides":[0,5],"sites":["ebony","construction"]},{"sides":[2],"sites":["spice","pigment"]}]},{"id":"T11","hideout":false,"parts":[{"sides":[0,1,3,4],"sites":["gold","construction","spice"]}]},{"id":"T12","hideout":false,"parts":[{"sides":[0],"sites":["ebony"]},{"sides":[2],"sites":["pigment"]},{"sides":[4],"sites":["spice"]}]},{"id":"T13","hideout":true,"parts":[{"sides":[0,1],"sites":["pigment","ruins"]},{"sides":[3],"sites":["spice"]}]},{"id":"T14","hideout":false,"parts":[{"sides":[0,1,2,3],"sites":["ebony","pigment","construction","gold"]}]},{"id":"T15","hideout":false,"parts":[{"sides":[0,3],"sites":["construction","spice","ebony"]}]},{"id":"T16","hideout":true,"parts":[{"sides":[1,2],"sites":["gold","pigment"]},{"sides":[],"sites":["ebony","ruins"]}]},{"id":"T17","hideout":false,"parts":[{"sides":[0,2,3],"sites":["spice","gold","pigment"]}]},{"id":"T18","hideout":true,"parts":[{"sides":[0],"sites":["ruins"]},{"sides":[1],"sites":["construction"]},{"sides":[3,4],"sites":["ebony","pigment"]}]},{"id":"T19","hideout":false,"parts":[{"sides":[0,2,4],"sites":["ebony","spice","gold"]}]},{"id":"T20","hideout":true,"parts":[{"sides":[0,1],"sites":["spice","ruins"]},{"sides":[3],"sites":["gold","pigment"]}]}],
};

export const MARKET: SetupData['market'] = {
  ebony: [1,2,3,4,5],
  spice: [1,2,3,4,5],
  pigment: [1,2,3,4,5],
  gold: [3,4,5,6,7],
};
