/** A person's part of the fair shuffle: chance the server cannot know beforehand. */
export function fairNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
