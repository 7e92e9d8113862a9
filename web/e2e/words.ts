/** Is every word on the page from the catalogue of its language? */
import type { Page } from '@playwright/test';
import { de } from '../src/i18n/de';
import { en } from '../src/i18n/en';
import { fr } from '../src/i18n/fr';
import { LANGUAGE_NAMES } from '../src/i18n/message';

const CATALOGUES = { en, fr, de } as const;
export type Tongue = keyof typeof CATALOGUES;

const sentences = (tongue: Tongue): string[] =>
  Object.values(CATALOGUES[tongue]).flatMap((message) =>
    typeof message === 'string' ? [message] : Object.values(message as Record<string, string>),
  );

/** Whole messages of other languages that this one does not have too. */
function foreign(tongue: Tongue): Set<string> {
  // Languages call themselves by their own names everywhere.
  const own = new Set([...sentences(tongue), ...Object.values(LANGUAGE_NAMES)]);
  const others = (Object.keys(CATALOGUES) as Tongue[]).filter((other) => other !== tongue);
  return new Set(others.flatMap(sentences).filter((text) => text.length > 3 && !own.has(text)));
}

/** Every text and every name for screen readers that is on the page. */
const texts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '');
    return [...new Set(found.map((text) => text.trim()).filter(Boolean))];
  });

/** Key names, unfilled gaps and sentences of another language. */
export async function strays(page: Page, tongue: Tongue): Promise<string[]> {
  const keys = new Set<string>(Object.keys(en));
  const alien = foreign(tongue);
  return (await texts(page)).filter(
    (text) => keys.has(text) || /\{\w+\}|undefined|\[object/.test(text) || alien.has(text),
  );
}
