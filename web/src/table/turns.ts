/** The timeline's blocks: one a turn, as wide as its number of events. */
export interface Turn {
  readonly round: number;
  readonly seat: number | null;
  /** Events [from, to): `after` runs from `from + 1` to `to`. */
  readonly from: number;
  readonly to: number;
}

interface Point {
  readonly round: number;
  readonly seat: number | null;
}

/** Runs of events of one seat in one round; everything before round 1 is the setup. */
export function turnsOf(points: readonly Point[]): Turn[] {
  const turns: Turn[] = [];
  points.forEach((point, index) => {
    const last = turns.at(-1);
    const seat = point.round === 0 ? null : point.seat;
    if (last && last.round === point.round && last.seat === seat)
      turns[turns.length - 1] = { ...last, to: index + 1 };
    else turns.push({ round: point.round, seat, from: index, to: index + 1 });
  });
  return turns;
}

export function turnAt(turns: readonly Turn[], after: number): number {
  const index = turns.findIndex((turn) => after <= turn.to);
  return index < 0 ? turns.length - 1 : index;
}

/** Where a step of one turn or one round leads. */
export function step(turns: readonly Turn[], after: number, by: 'turn' | 'round', direction: 1 | -1): number {
  const here = turnAt(turns, after);
  const turn = turns[here];
  if (!turn) return 0;
  if (by === 'turn') {
    if (direction > 0) return after < turn.to ? turn.to : (turns[here + 1]?.to ?? turn.to);
    return after > turn.from + 1 ? turn.from : (turns[here - 1]?.from ?? 0);
  }
  const round = turn.round + direction;
  const target = turns.find((t) => t.round === round);
  if (target) return target.from;
  return direction > 0 ? (turns.at(-1)?.to ?? 0) : 0;
}

/** Rounds with their first and last turn, for the figures above the band. */
export function roundsOf(turns: readonly Turn[]): { round: number; from: number; to: number }[] {
  const rounds: { round: number; from: number; to: number }[] = [];
  turns.forEach((turn, index) => {
    const last = rounds.at(-1);
    if (last?.round === turn.round) last.to = index;
    else rounds.push({ round: turn.round, from: index, to: index });
  });
  return rounds;
}
