/** Does what is on the screen fit: nothing wider than the window, no clipped words. */
import type { Page } from '@playwright/test';
import type { Wishes } from './browser';

export const PHONE: Wishes = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/** What makes the page scroll sideways, or would be cut off at its edge. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    const cut = [
      ...document.querySelectorAll<HTMLElement>('.panel, button, input, select, p, h1, h2, svg[role=img]'),
    ]
      .filter(
        (element) =>
          element.checkVisibility() && !element.closest('.unseen, .board, .art') && !scrolls(element),
      )
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => `${element.tagName} "${element.innerText?.slice(0, 30) ?? ''}" is cut off`);
    return [...(wide > width ? [`the page is ${String(wide)} wide on ${String(width)}`] : []), ...cut];

    function scrolls(from: HTMLElement): boolean {
      for (let at = from.parentElement; at; at = at.parentElement)
        if (/auto|scroll|hidden/.test(getComputedStyle(at).overflowX)) return true;
      return false;
    }
  });
}

/** Buttons, headings and prompts whose words stick out of them. */
export function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = 'button, a.button, h1, h2, h3, legend, label, [data-testid=prompt]';
    const faults: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const parent = text.parentElement;
      const box = parent?.closest<HTMLElement>(boxes);
      if (!parent || !box || !text.textContent?.trim() || !parent.checkVisibility()) continue;
      if (parent.closest('.unseen, svg, [aria-hidden=true]') || badge(parent, box)) continue;
      if (getComputedStyle(parent).textOverflow === 'ellipsis') continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const [words, frame] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
      if (words.right > frame.right + 1 || words.left < frame.left - 1)
        faults.push(`${box.tagName} "${text.textContent.trim()}" sticks out`);
    }
    return faults;

    /** A figure pinned to the corner of a button hangs over its edge on purpose. */
    function badge(from: HTMLElement, to: HTMLElement): boolean {
      for (let at: HTMLElement | null = from; at && at !== to; at = at.parentElement)
        if (getComputedStyle(at).position === 'absolute') return true;
      return false;
    }
  });
}
