/** Three strengths to choose from, whatever the server has. */
import type { BotLevel } from '../protocol/messages';

/** Weakest, middle and strongest of those offered, without doubles. */
export function threeLevels(bots: readonly BotLevel[]): string[] {
  const names = bots.map((bot) => bot.name);
  const known = ['gentle', 'skilled', 'expert'].filter((name) => names.includes(name));
  if (known.length >= 2 || names.length === 0)
    return known.length > 0 ? known : ['gentle', 'skilled', 'expert'];
  const last = names.length - 1;
  return [...new Set([names[0]!, names[Math.ceil(last / 2)]!, names[last]!])];
}

export const middleLevel = (levels: readonly string[]): string => levels[Math.floor(levels.length / 2)] ?? '';
