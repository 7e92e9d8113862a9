/**
 * Checks what arrives. A `Shape<T>` tells what is wrong with a value, and where, or '' if it is a `T`.
 * Fields that a shape does not name are left alone, so that a newer server may say more.
 * The shapes of the protocol are generated (protocol/lobby_decoders.ts, protocol/game_decoders.ts).
 */
export interface Shape<T> {
  (value: unknown): string;
  /** Never there: it only carries the type. */
  readonly of?: T;
}

export class DecodeError extends Error {}

/** The value, if it has this shape; throws a DecodeError that names the field otherwise. */
export function decode<T>(shape: Shape<T>, value: unknown): T {
  const fault = shape(value);
  if (fault) throw new DecodeError(`unexpected message: ${fault}`);
  return value as T;
}

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 40) ?? 'missing';
const wrong = (value: unknown, wanted: string): string => `: ${show(value)} is not ${wanted}`;

export const anything: Shape<unknown> = () => '';
export const string: Shape<string> = (v) => (typeof v === 'string' ? '' : wrong(v, 'a text'));
export const number: Shape<number> = (v) => (typeof v === 'number' ? '' : wrong(v, 'a number'));
export const boolean: Shape<boolean> = (v) => (typeof v === 'boolean' ? '' : wrong(v, 'true or false'));

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const T extends string | boolean>(values: readonly T[]): Shape<T> {
  return (v) => (values.some((known) => known === v) ? '' : wrong(v, `one of ${values.join(', ')}`));
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (v) => (v === null ? '' : shape(v));
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (v) => (v === undefined ? '' : shape(v));
}

/* @__NO_SIDE_EFFECTS__ */
export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (v) => {
    if (!Array.isArray(v)) return wrong(v, 'a list');
    for (let i = 0; i < v.length; i++) {
      const fault = shape(v[i]);
      if (fault) return `[${i}]${fault}`;
    }
    return '';
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function tuple<T extends readonly unknown[]>(
  ...shapes: { readonly [I in keyof T]: Shape<T[I]> }
): Shape<T> {
  return (v) => {
    if (!Array.isArray(v) || v.length !== shapes.length) return wrong(v, `a list of ${shapes.length}`);
    return shapes.map((shape, i) => shape(v[i])).find((fault) => fault !== '') ?? '';
  };
}

const isObject = (v: unknown): v is Readonly<Record<string, unknown>> =>
  typeof v === 'object' && v !== null && !Array.isArray(v);

/* @__NO_SIDE_EFFECTS__ */
export function dictionary<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (v) => (isObject(v) ? firstFault(Object.keys(v), v, () => shape) : wrong(v, 'an object'));
}

/* @__NO_SIDE_EFFECTS__ */
export function object<T>(fields: { readonly [K in keyof T]-?: Shape<T[K]> }): Shape<T> {
  const names = Object.keys(fields);
  const shapes: Readonly<Record<string, Shape<unknown>>> = fields;
  return (v) => (isObject(v) ? firstFault(names, v, (name) => shapes[name]) : wrong(v, 'an object'));
}

function firstFault(
  names: readonly string[],
  value: Readonly<Record<string, unknown>>,
  shapeOf: (name: string) => Shape<unknown> | undefined,
): string {
  for (const name of names) {
    const fault = shapeOf(name)?.(value[name]);
    if (fault) return `.${name}${fault}`;
  }
  return '';
}

type Of<S> = S extends Shape<infer T> ? T : never;

/** One of several shapes, told apart by the word in a field. */
/* @__NO_SIDE_EFFECTS__ */
export function tagged<S extends Readonly<Record<string, Shape<unknown>>>>(
  field: string,
  shapes: S,
): Shape<Of<S[keyof S]>> {
  return (v) => {
    const tag = isObject(v) ? v[field] : undefined;
    const shape = typeof tag === 'string' && Object.hasOwn(shapes, tag) ? shapes[tag] : undefined;
    return shape ? shape(v) : `.${field}${wrong(tag, `one of ${Object.keys(shapes).join(', ')}`)}`;
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function either<A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> {
  return (v) => first(v) && second(v);
}
