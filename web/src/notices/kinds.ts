/** The pages that stand in place of a table. */
export const NOTICES = [
  'unknown',
  'damaged', // a link with a game in it
  'forbidden',
  'stopped',
  'upgrade',
  'unreachable',
  'full',
  'finished',
] as const;
export type NoticeKind = (typeof NOTICES)[number];
