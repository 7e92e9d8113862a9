/** Recorded positions for pictures that need no game: the start page, the how-to, notices, tests. */
import { type World, tileMap } from '../game/world';
import type { SetupData, ViewData } from '../protocol/messages';
import { MARKET, TILE_SET } from './recorded/tile_set';

export function sampleWorld(players: SetupData['players'], view: ViewData): World {
  const setup: SetupData = {
    rules: { version: 1, edition: 'en', max_rounds: 100, stocks: 'screened' },
    players,
    tile_set: TILE_SET,
    market: MARKET,
  };
  return { setup, view, tiles: tileMap(setup), me: view.viewer };
}
