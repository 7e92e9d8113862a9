/**
 * Keeps what did not change. Every move makes a new config, but most things on the board
 * stay as they were; giving the same object again spares drawing them again.
 */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  if (keys.length !== others.length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((k) => same((a as Record<string, unknown>)[k], (b as Record<string, unknown>)[k]));
}

/** A function that passes lists on, with the objects of the list before where they are equal. */
export function keeping<T extends object>(key: (item: T) => string | number): (items: readonly T[]) => T[] {
  let before = new Map<string | number, T>();
  return (items) => {
    const kept = items.map((item) => {
      const old = before.get(key(item));
      return old && same(old, item) ? old : item;
    });
    before = new Map(kept.map((item) => [key(item), item]));
    return kept;
  };
}
