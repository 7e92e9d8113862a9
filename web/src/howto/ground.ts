/** Just enough choices for the pictures: where the ghost fits, which sites are ringed. */
import type { Ground } from '../game/ctrl';
import type { SiteChoice, TurnChoices } from '../protocol/messages';
import { siteKey } from '../board/config';
import { shipsOf } from '../game/islands';
import type { World } from '../game/world';

const NOTHING: TurnChoices = {
  kind: 'turn',
  seat: 0,
  ship: null,
  sites: [],
  blocked: [],
  market: [],
  end_turn: true,
  why_not: {},
  payments: {},
  hoarded: [],
};

export function howGround(world: World, scene: 'explore' | 'piracy' | 'building'): Ground {
  const choices: TurnChoices =
    scene === 'explore'
      ? {
          ...NOTHING,
          ship: {
            cost: 1,
            from: ['reserve'],
            docks: [],
            hideouts: [],
            tiles: { T02: [{ cell: [2, 0], rotations: [1, 3, 5] }] },
          },
        }
      : { ...NOTHING, sites: scene === 'piracy' ? plantations(world) : [construction] };
  return { view: world.view, choices, tiles: world.tiles };
}

const construction: SiteChoice = {
  site: { tile: 'T08', part: 0, site: 3 },
  card: 'building',
  cost: 2,
  piracy: false,
  fort: false,
  copies: ['spice', 'pigment'],
};

/** Free plantation sites where the person's ships lie; dearer on raided islands. */
function plantations(world: World): SiteChoice[] {
  const taken = new Set(world.view.pioneers.map(siteKey));
  return world.view.islands.flatMap((island) => {
    if (shipsOf(island, world.me) === 0) return [];
    const piracy = island.raiders.length > 0;
    return island.parts.flatMap((part) =>
      (world.tiles.get(part.tile)?.parts[part.part]?.sites ?? []).flatMap((kind, site): SiteChoice[] => {
        const at = { ...part, site };
        const plantation = kind === 'ebony' || kind === 'spice' || kind === 'pigment';
        return plantation && !taken.has(siteKey(at))
          ? [{ site: at, card: 'plantation', cost: piracy ? 3 : 2, piracy, fort: false }]
          : [];
      }),
    );
  });
}
