/** What the end of a game says to the person who reads it: who won, and what decided it. */
import { goodName } from '../game/words';
import type { Text } from '../i18n/index.svelte';
import { list, said, t } from '../i18n/index.svelte';
import type { PlainKey } from '../i18n/index.svelte';
import type { Result } from '../protocol/messages';
import type { Verdict } from '../protocol/messages';
import { ranking } from './ranking';

const CAME: readonly PlainKey[] = ['over.came_2', 'over.came_3', 'over.came_4', 'over.came_5'];

/** The first line: about the reader, or for spectators about the winners. */
export function headline(
  result: Result,
  me: number | null,
  names: readonly string[],
  verdict: Verdict | null,
): string {
  const place = ranking(result).find(({ seat }) => seat === me)?.place ?? null;
  if (place === null)
    return t('over.wins', { n: result.winners.length, names: list(result.winners.map((s) => names[s]!)) });
  if (place === 1) return t(result.winners.length > 1 ? 'over.you_share' : 'over.you_win');
  const came = t(CAME[place - 2]!);
  return verdict ? said(lost(came, verdict, names)) : came;
}

function lost(came: string, verdict: Verdict, names: readonly string[]): Text {
  const { kind, margin, price, count, rival } = verdict;
  const good = verdict.resource ? goodName(verdict.resource) : '';
  const name = names[rival]!;
  if (kind === 'price')
    return { key: 'over.lost_price', params: { came, n: margin, good, price: price ?? 0 } };
  if (kind === 'stock')
    return {
      key: 'over.lost_stock',
      params: { came, n: margin, name, good, count: count ?? 0, price: price ?? 0 },
    };
  return { key: 'over.lost_pioneers', params: { came, name } };
}

/** Below it, what decided: for the winner, and for those who only watched. */
export function decision(verdict: Verdict, names: readonly string[]): string {
  const { kind, margin, price, count, rival } = verdict;
  const good = verdict.resource ? goodName(verdict.resource) : '';
  const name = names[rival]!;
  if (kind === 'price') return t('over.won_price', { n: margin, name, good, price: price ?? 0 });
  if (kind === 'stock')
    return t('over.won_stock', { n: margin, name, good, count: count ?? 0, price: price ?? 0 });
  return t(kind === 'shared' ? 'over.tie_shared' : 'over.tie_pioneers');
}
