/** A function that gives its last value again while its arguments are the very same. */
export function memo<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  let last: { readonly args: A; readonly value: T } | null = null;
  return (...args) => {
    if (!last || args.some((arg, i) => arg !== last!.args[i])) last = { args, value: make(...args) };
    return last.value;
  };
}
