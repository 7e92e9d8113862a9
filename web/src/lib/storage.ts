/** What the browser keeps for this person. Private windows may refuse; then nothing is kept. */
export function load<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`ilos.${name}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function save(name: string, value: unknown): void {
  try {
    if (value === undefined || value === null) localStorage.removeItem(`ilos.${name}`);
    else localStorage.setItem(`ilos.${name}`, JSON.stringify(value));
  } catch {
    // A full or closed store costs comfort, never the game.
  }
}
