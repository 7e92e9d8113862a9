/** What a rise of a price would change, in figures. */
import { type Resource, RESOURCES } from '../protocol/messages';
import { type Ground, riseOf } from './ctrl';
import type { World } from './world';
import { priceOf } from './world';

export interface RisePreview {
  readonly resource: Resource;
  readonly now: number;
  readonly then: number | null;
  readonly held: number;
  /** Change of the own worth: one token is given, the rest is worth more. */
  readonly change: number;
  /** What the own production is worth more each turn. */
  readonly eachTurn: number;
  readonly made: number;
  readonly rivals: readonly { readonly seat: number; readonly gain: number; readonly hot: boolean }[];
}

/** With open stocks rivals' gains are exact; with screens only what they make is shown. */
export function rises(world: World, ground: Ground): RisePreview[] {
  const me = world.me ?? 0;
  const mine = world.view.seats[me];
  const open = world.setup.rules.stocks === 'open';
  return RESOURCES.map((resource) => {
    const now = priceOf(world, resource);
    const rise = riseOf(ground, resource);
    const step = (rise?.price ?? now) - now;
    const gains = world.view.seats.flatMap((seat, index) => {
      if (index === me) return [];
      return [{ seat: index, gain: open ? (seat.stock?.[resource] ?? 0) * step : seat.production[resource] }];
    });
    const most = Math.max(0, ...gains.map((g) => g.gain));
    return {
      resource,
      now,
      then: rise?.price ?? null,
      held: mine?.stock?.[resource] ?? 0,
      change: rise?.worth ?? 0,
      eachTurn: rise?.each_turn ?? 0,
      made: mine?.production[resource] ?? 0,
      rivals: gains.map((g) => ({ ...g, hot: g.gain === most && most > 1 })),
    };
  });
}
