/** What is printed on the cards (rules, section 4.1): for their faces and the help, never to judge a move. */
import type { Card } from '../protocol/messages';

interface Printed {
  readonly cost: number;
  readonly piracy: number | null;
  readonly ships: number | null;
}
export const PRINTED: Readonly<Record<Card, Printed>> = {
  ship: { cost: 1, piracy: null, ships: null },
  plantation: { cost: 2, piracy: 3, ships: 1 },
  gold_mine: { cost: 5, piracy: 7, ships: 2 },
  building: { cost: 2, piracy: 4, ships: 2 },
  ruins: { cost: 7, piracy: 7, ships: 1 },
  market: { cost: 1, piracy: null, ships: null },
};
