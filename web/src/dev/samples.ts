/** The recorded tables of the development server, by the name in its address. */
import type { World } from '../game/world';
import type { Choices } from '../protocol/messages';
import { BUILDING, BUILDING_CHOICES } from '../sample/recorded/building';
import { EARLY, EARLY_CHOICES } from '../sample/recorded/early';
import { EVERYTHING, EVERYTHING_CHOICES } from '../sample/recorded/everything';
import { FIRST, FIRST_CHOICES } from '../sample/recorded/first';
import { LAST, LAST_CHOICES } from '../sample/recorded/last';
import { LATE, LATE_CHOICES } from '../sample/recorded/late';
import { MIDDLE, MIDDLE_CHOICES } from '../sample/recorded/middle';
import { MULLIGAN, MULLIGAN_CHOICES } from '../sample/recorded/mulligan';
import { OVER } from '../sample/recorded/over';
import { PIRATE, PIRATE_CHOICES } from '../sample/recorded/pirate';
import { WAITING } from '../sample/recorded/waiting';
import { WATCHED } from '../sample/recorded/watched';

interface Sample {
  readonly world: World;
  readonly choices: Choices | null;
}

const MIDGAME: Sample = { world: MIDDLE, choices: MIDDLE_CHOICES };

const SAMPLES: Readonly<Record<string, Sample>> = {
  MIDDLE: MIDGAME,
  BUILDING: { world: BUILDING, choices: BUILDING_CHOICES },
  EVERYTHING: { world: EVERYTHING, choices: EVERYTHING_CHOICES },
  EARLY: { world: EARLY, choices: EARLY_CHOICES },
  PIRATE: { world: PIRATE, choices: PIRATE_CHOICES },
  LATE: { world: LATE, choices: LATE_CHOICES },
  LAST: { world: LAST, choices: LAST_CHOICES },
  FIRST: { world: FIRST, choices: FIRST_CHOICES },
  MULLIGAN: { world: MULLIGAN, choices: MULLIGAN_CHOICES },
  OVER: { world: OVER, choices: null },
  WAITING: { world: WAITING, choices: null },
  WATCHED: { world: WATCHED, choices: null },
};

export const sample = (name: string): Sample => SAMPLES[name] ?? MIDGAME;
