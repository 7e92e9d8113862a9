/** Does what is on the screen fit: nothing wider than the window, no clipped words. */
import type { Page } from 'playwright-core';
import type { Wishes } from './browser';

export const PHONE: Wishes = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/** What makes the page scroll sideways. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    return document.documentElement.scrollWidth > width || document.body.scrollWidth > width
      ? [`the page is ${String(document.documentElement.scrollWidth)} wide on ${String(width)}`]
      : [];
  });
}

/** Buttons, headings and prompts whose words do not fit into them. */
export function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a.btn, h1, h2, h3, legend, [data-testid=prompt] *')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr, svg, [aria-hidden=true]'))
      .filter((element) => getComputedStyle(element).textOverflow !== 'ellipsis')
      .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
      .map(
        (element) =>
          `${element.tagName} "${element.innerText.slice(0, 40)}": ` +
          `${String(element.scrollWidth)} in ${String(element.clientWidth)}`,
      ),
  );
}
