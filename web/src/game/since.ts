/** What happened since a seat's last turn: others' moves, without production and drawing. */
import { type Segment, currentLanguage, spoken, t } from '../i18n/index.svelte';
import type { Event as GameEvent } from '../protocol/messages';
import { memo } from '../lib/memo';
import { cardName, goodName, logLines } from './words';
import type { World } from './world';

type Told = Extract<
  GameEvent,
  { type: 'ship' | 'plantation' | 'gold_mine' | 'ruins' | 'building' | 'market' | 'first_island' }
>;
export interface SinceMove {
  readonly index: number;
  readonly seat: number;
  /** What it was, in a word or two. */
  readonly name: string;
  /** The whole sentence, with its pictures and in words. */
  readonly parts: readonly Segment[];
  readonly text: string;
}

/** More would not be read. */
const MOST = 8;

const isTold = (event: GameEvent): event is Told =>
  event.type !== 'setup' && event.type !== 'deal' && event.type !== 'mulligan' && event.type !== 'end_turn';

function shortWords(event: Told): string {
  if (event.type === 'market') return t('since.price', { what: goodName(event.resource) });
  if (event.type === 'first_island') return t('since.island');
  if (event.type !== 'ship') return cardName(event.type);
  if ('hideout' in event.to) return t('since.pirate');
  return event.explored ? t('since.explore') : t('since.dock');
}

export const movesSince = (world: World, events: readonly GameEvent[]): readonly SinceMove[] =>
  told(world, events, currentLanguage());

/** Once a move: a long game has hundreds of events, and a draft changes with every click. */
const told = memo((world: World, events: readonly GameEvent[], _language: string): readonly SinceMove[] => {
  const own = events.findLastIndex((event) => 'seat' in event && event.seat === world.me);
  const moves = events.flatMap((event, index) => (index > own && isTold(event) ? [{ event, index }] : []));
  const shown = moves.slice(-MOST);
  const lines = logLines(world, events, events.length - (shown[0]?.index ?? events.length));
  return shown.map(({ event, index }) => {
    const parts = lines.find((line) => line.index === index)?.parts ?? [];
    return { index, seat: event.seat, name: shortWords(event), parts, text: spoken(parts) };
  });
});
