/** The hand as it lies: which copies are played or paid, and where each card stands. */
import type { Draft } from './ctrl';
import { type Card, type CardCounts, CARDS } from '../protocol/messages';

export interface HeldCard {
  readonly card: Card;
  /** Among cards of its kind, 0 at the bottom. */
  readonly copy: number;
  readonly state: 'chosen' | 'paid' | 'free';
}

/** Which copies someone pressed, so that exactly those are marked. */
export interface Pressed {
  /** The copy of the card that is played. */
  readonly played: number | null;
  /** The copies that pay, by `copyKey`, the last one pressed last. */
  readonly paid: readonly string[];
}
export const UNPRESSED: Pressed = { played: null, paid: [] };
export const copyKey = (card: Card, copy: number): string => `${card}${copy}`;
export const cardOfCopy = (key: string): Card => key.replace(/\d+$/, '') as Card;

/** The copies that were pressed are played and pay; otherwise the topmost, then those below it. */
export function heldCards(hand: CardCounts | null, draft: Draft, pressed: Pressed = UNPRESSED): HeldCard[] {
  if (!hand) return [];
  return CARDS.flatMap((card) => {
    const n = hand[card] ?? 0;
    const fromTop = Array.from({ length: n }, (_, i) => n - 1 - i);
    const when = (copy: number): number => pressed.paid.indexOf(copyKey(card, copy));
    const chosen = draft.card === card ? Math.min(pressed.played ?? n - 1, n - 1) : -1;
    const paid = fromTop
      .filter((copy) => copy !== chosen)
      .sort((a, b) => when(b) - when(a))
      .slice(0, draft.paid.filter((p) => p === card).length);
    return fromTop.reverse().map((copy): HeldCard => {
      const state = copy === chosen ? 'chosen' : paid.includes(copy) ? 'paid' : 'free';
      return { card, copy, state };
    });
  });
}

/** Left edges: kinds stand apart, copies of a kind overlap; all within the width. */
export function fanPlaces(
  cards: readonly HeldCard[],
  width: number,
  card: number,
  overlap: number,
  apart: number,
): number[] {
  const kinds = new Set(cards.map((c) => c.card)).size;
  const copies = cards.length - kinds;
  const room = width - card;
  const step = Math.min(apart, Math.max(overlap, (room - copies * overlap) / Math.max(1, kinds - 1)));
  const total = (kinds - 1) * step + copies * overlap;
  const squeeze = total > room ? room / total : 1;
  let x = 0;
  return cards.map((held, i) => {
    if (i > 0) x += (held.copy > 0 ? overlap : step) * squeeze;
    return x;
  });
}

/** On a phone: kind by kind, each where it lies, whatever is chosen or paid. */
export function handGroups(cards: readonly HeldCard[]): HeldCard[][] {
  return CARDS.map((card) => cards.filter((held) => held.card === card)).filter((g) => g.length > 0);
}
