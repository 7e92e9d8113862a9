/** What the kit shows on the board: recorded positions, and what a player is about to do in them. */
import type { Shown } from '../game/boardConfig';
import { type Draft, type Ground, EMPTY } from '../game/ctrl';
import * as ctrl from '../game/ctrl';
import type { World } from '../game/world';
import type { Choices, Event as GameEvent, SiteAt } from '../protocol/messages';
import { BUILDING, BUILDING_CHOICES } from '../sample/recorded/building';
import { LATE, LATE_CHOICES } from '../sample/recorded/late';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';

export interface KitPosition extends Shown {
  readonly ground: Ground;
  readonly draft: Draft;
}

function at(
  world: World,
  choices: Choices | null,
  steps: (ground: Ground) => Draft = () => EMPTY,
): KitPosition {
  const ground = { ...world, choices };
  return { world, ground, draft: steps(ground) };
}

const PIGMENT: SiteAt = { tile: 'T17', part: 0, site: 2 };
const BUILT: GameEvent[] = [
  {
    type: 'building',
    seat: 0,
    site: { tile: 'T10', part: 0, site: 1 },
    building: 'trading_post',
    resource: 'ebony',
    paid: [],
  },
];

/** Three more ships of everybody at one shore. */
const CROWD: World = {
  ...MIDDLE,
  view: {
    ...MIDDLE.view,
    ships: [
      ...MIDDLE.view.ships,
      ...MIDDLE.view.seats.flatMap((_, seat) =>
        Array.from({ length: 3 }, () => ({ seat, tile: 'T12', part: 0 })),
      ),
    ],
  },
};
const BARE: World = {
  ...MIDDLE,
  view: { ...MIDDLE.view, archipelago: [], islands: [], ships: [], pioneers: [] },
};

export const POSITIONS = {
  table: {
    ...at(MIDDLE, MIDDLE_CHOICES, (ground) => ctrl.pickSite(ground, EMPTY, PIGMENT)),
    events: BUILT,
    spot: 0,
  },
  idle: at(MIDDLE, null),
  explore: at(MIDDLE, MIDDLE_CHOICES, (ground) =>
    ctrl.pickCell(ground, ctrl.pickTile(ground, EMPTY, 'T02'), [3, 0]),
  ),
  dock: at(MIDDLE, MIDDLE_CHOICES, (ground) => ctrl.pickCoast(ground, EMPTY, { tile: 'T20', part: 0 })),
  hideout: at(MIDDLE, MIDDLE_CHOICES, (ground) => ctrl.pickHideout(ground, EMPTY, 'T10')),
  building: at(BUILDING, BUILDING_CHOICES, (ground) => {
    const chosen = ctrl.pickSite(ground, EMPTY, { tile: 'T08', part: 0, site: 3 });
    return ctrl.pickCopy(ground, chosen, 'spice');
  }),
  five: at(LATE, LATE_CHOICES, (ground) => ctrl.pickSite(ground, EMPTY, { tile: 'T07', part: 0, site: 0 })),
  crowd: {
    ...at(CROWD, null),
    events: BUILT,
    hint: { type: 'plantation', site: PIGMENT, paid: [] },
  },
  empty: at(BARE, null),
} as const satisfies Record<string, KitPosition>;
export type PositionName = keyof typeof POSITIONS;
