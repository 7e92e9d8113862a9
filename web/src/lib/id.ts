/** A name for a command that no other command has. */
export const newId = (): string =>
  // Only pages of https have the first.
  crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
