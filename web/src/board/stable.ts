/**
 * Keeps what did not change. Every move makes a new config, but most things on the board
 * stay as they were; giving the same object again spares drawing them again.
 */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  if (keys.length !== others.length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((k) => same((a as Record<string, unknown>)[k], (b as Record<string, unknown>)[k]));
}

/** The same one level deep: enough, and quicker, where what lies below is kept already. */
export function alike<T extends object>(a: T, b: T): boolean {
  for (const k in a) if (a[k] !== b[k]) return false;
  return true;
}

/** A function that passes lists on: with the objects of the list before where they are equal, or that very list. */
export function keeping<T extends object>(
  key: (item: T) => string | number,
  equal: (a: T, b: T) => boolean = same,
): (items: readonly T[]) => readonly T[] {
  let before = new Map<string | number, T>();
  let list: readonly T[] = [];
  return (items) => {
    const now = new Map<string | number, T>();
    const kept = items.map((item) => {
      const name = key(item);
      const old = before.get(name);
      const next = old && equal(old, item) ? old : item;
      now.set(name, next);
      return next;
    });
    before = now;
    if (kept.length !== list.length || kept.some((item, i) => item !== list[i])) list = kept;
    return list;
  };
}
