/** What a screen reader is told. Bursts are joined into one sentence (design, section 9). */
class Announcer {
  polite = $state('');
  urgent = $state('');
  #waiting: string[] = [];

  say(text: string): void {
    this.#waiting.push(text);
    if (this.#waiting.length === 1) setTimeout(() => this.#flush(), 400);
  }

  now(text: string): void {
    this.urgent = '';
    queueMicrotask(() => (this.urgent = text));
  }

  #flush(): void {
    this.polite = this.#waiting.join(' ');
    this.#waiting = [];
  }
}

export const announcer = new Announcer();
