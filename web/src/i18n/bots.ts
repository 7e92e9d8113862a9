/** Names of bots and levels. */
import { t } from './index.svelte';
import { botKey, levelKey } from './keys';

export const botName = (bot: string | null | undefined): string => (bot ? t(botKey(bot), { name: bot }) : '');

export const levelName = (bot: string): string => {
  const key = levelKey(bot);
  return key ? t(key) : botName(bot);
};
