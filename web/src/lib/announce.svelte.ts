/**
 * What a screen reader is told. Bursts are joined into one sentence; what has been
 * read out is taken away, so that nobody meets it again when they read through the page.
 */
const STAYS = 6000;

class Announcer {
  polite = $state('');
  urgent = $state('');
  #waiting: string[] = [];
  #timers: Partial<Record<'polite' | 'urgent', ReturnType<typeof setTimeout>>> = {};

  say(text: string): void {
    this.#waiting.push(text);
    if (this.#waiting.length === 1) setTimeout(() => this.#flush(), 400);
  }

  now(text: string): void {
    this.urgent = '';
    queueMicrotask(() => this.#tell('urgent', text));
  }

  #flush(): void {
    this.#tell('polite', this.#waiting.join(' '));
    this.#waiting = [];
  }

  #tell(how: 'polite' | 'urgent', text: string): void {
    this[how] = text;
    clearTimeout(this.#timers[how]);
    this.#timers[how] = setTimeout(() => (this[how] = ''), STAYS);
  }
}

export const announcer = new Announcer();
