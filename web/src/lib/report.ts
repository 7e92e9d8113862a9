/** Failures that the page survives are told to the console, where tests and developers find them. */
export function report(what: string, error: unknown): void {
  console.error(`Ilôs: ${what}`, error);
}
