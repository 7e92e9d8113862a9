/** A game of one's own in words: who played, how it came out, when and how long. */
import { currentLanguage, list, t } from '../i18n/index.svelte';
import type { MyGame } from './games';

export const gameNames = (game: MyGame): string => list(game.players.map((player) => player.name || '…'));

export const gameDate = (game: MyGame): string =>
  new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(game.at);

export function gameResult(game: MyGame): string {
  if (game.status === 'open') return t('lobby.not_started');
  if (game.status === 'playing') return game.yourTurn ? t('turn.yours') : t('games.running');
  if (game.place === null) return t(game.status === 'stopped' ? 'games.stopped' : 'games.left');
  return t('games.place', { place: game.place, n: game.players.length, value: game.value ?? 0 });
}

export function gameLength(game: MyGame): string {
  const rounds = !game.rounds ? '' : t('games.rounds', { n: game.rounds });
  if (game.length === null) return rounds;
  return `${rounds}, ${t('over.minutes', { n: Math.max(1, Math.round(game.length / 60_000)) })}`;
}
