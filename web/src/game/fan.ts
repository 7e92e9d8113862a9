/** The hand as it lies: which copies are played or paid, and where each card stands. */
import type { Draft } from './ctrl';
import type { CardKind, Hand } from './types';
import { CARDS } from './types';

export interface HeldCard {
  readonly card: CardKind;
  /** Among cards of its kind, 0 at the bottom. */
  readonly copy: number;
  readonly state: 'chosen' | 'paid' | 'free';
}

/** The topmost copy of a kind is played, those below it pay. */
export function heldCards(hand: Hand | null, draft: Draft): HeldCard[] {
  if (!hand) return [];
  return CARDS.flatMap((card) => {
    const n = hand[card] ?? 0;
    const played = draft.card === card ? 1 : 0;
    const paid = draft.paid.filter((p) => p === card).length;
    return Array.from({ length: n }, (_, copy): HeldCard => {
      const fromTop = n - 1 - copy;
      const state = fromTop < played ? 'chosen' : fromTop < played + paid ? 'paid' : 'free';
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

/** On a phone: the chosen kind first, then those that pay. */
export function handGroups(cards: readonly HeldCard[]): HeldCard[][] {
  const groups = CARDS.map((card) => cards.filter((held) => held.card === card)).filter((g) => g.length > 0);
  const rank = (group: HeldCard[]): number =>
    group.some((c) => c.state === 'chosen') ? 0 : group.some((c) => c.state === 'paid') ? 1 : 2;
  return groups.sort((a, b) => rank(a) - rank(b));
}
