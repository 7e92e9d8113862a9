/** The end of the game as it comes near (rules, section 5): who may bring it, and who did. */
import type { Text } from '../i18n/index.svelte';
import type { Event as GameEvent } from '../protocol/messages';
import { playerName } from './words';
import type { World } from './world';

const PIONEERS = 10;
/** So few pioneers left are worth a word. */
const FEW = 2;

/** The seat whose tenth pioneer brings or brought the end. */
export function tenthBy(world: World, events: readonly GameEvent[]): number | null {
  const placed = world.setup.players.map(() => 0);
  for (const event of events) {
    const works = ['plantation', 'gold_mine', 'ruins', 'building'].includes(event.type);
    if (works && 'seat' in event && ++placed[event.seat]! === PIONEERS) return event.seat;
  }
  // A table that was set up in the middle of a game does not tell its first moves.
  const seat = world.view.seats.findIndex((s) => s.pioneers === 0);
  const most = world.view.result?.scores.findIndex((score) => score.pioneers === PIONEERS) ?? -1;
  return seat >= 0 ? seat : most >= 0 ? most : null;
}

/**
 * What someone should know at the start of their turn: a round is played to its end, so anyone who has
 * few pioneers left and plays later in it may make this turn the last one.
 */
export function nearing(world: World): Text | null {
  const { me, view } = world;
  if (me === null || view.to_move !== me || view.phase !== 'turns' || view.last_round) return null;
  const left = (seat: number): number => view.seats[seat]!.pioneers;
  const few = view.seats.flatMap((s, seat) => (s.pioneers > 0 && s.pioneers <= FEW ? [seat] : []));
  const nearest = (seats: readonly number[]): number | undefined =>
    [...seats].sort((a, b) => left(a) - left(b))[0];
  const after = nearest(few.filter((seat) => seat > me));
  const before = nearest(few.filter((seat) => seat < me));
  const about = (seat: number): { name: string; n: number } => ({
    name: playerName(world, seat),
    n: left(seat),
  });
  if (after !== undefined) return { key: 'nearing.after', params: about(after) };
  if (few.includes(me)) return { key: 'nearing.mine', params: { n: left(me) } };
  return before === undefined ? null : { key: 'nearing.before', params: about(before) };
}
