/** The strengths to choose from, weakest first, whatever the server has. */
import type { BotLevel } from '../protocol/messages';

const LADDER = ['gentle', 'skilled', 'expert', 'master'];

/** The ladder as far as the server has it; a server with other bots offers those. */
export function levelsOf(bots: readonly BotLevel[]): string[] {
  const names = bots.map((bot) => bot.name);
  const known = LADDER.filter((name) => names.includes(name));
  if (known.length > 0) return known;
  return names.length > 0 ? names : LADDER;
}

/** A good opponent for most people. */
export const usualLevel = (levels: readonly string[]): string =>
  levels[Math.floor((levels.length - 1) / 2)] ?? '';
