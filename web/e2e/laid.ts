/** How a table lies in its window. Runs inside the page, so it uses nothing from outside. */
export type Laid = string[];

/** What overlaps, sticks out, is covered, too small for a finger, or leaves too little board. */
export function laid(touch: boolean): Laid {
  const faults: string[] = [];
  const shown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const all = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(shown);
  const name = (element: Element): string =>
    element.getAttribute('data-testid') ??
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent || (element.getAttribute('aria-label') ?? '')).trim().slice(0, 24)}"`;
  const overlap = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;

  /** What of an element is not cut off by what scrolls round it. */
  const visible = (element: Element): DOMRect => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const frame = at.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };

  // Panels keep clear of one another.
  const panels = all(
    '[data-testid=header], .phone-header, [data-testid=opponents], [data-testid=prompt], [data-testid=ledger], .turn-end, .right > *, .slip, .turner, [data-testid=what-if], .strip, .ribbon, .phone-tabs, [data-testid=mulligan] > *',
  ).filter((panel) => !panel.parentElement?.closest('[data-testid=prompt]'));
  for (const [i, a] of panels.entries())
    for (const b of panels.slice(i + 1))
      if (!a.contains(b) && !b.contains(a) && overlap(visible(a), visible(b)))
        faults.push(`${name(a)} overlaps ${name(b)}`);

  // Nothing of a panel sticks out of it or of the window.
  for (const panel of panels) {
    const box = panel.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) faults.push(`${name(panel)} leaves the window`);
    if (!panel.matches('[data-testid=prompt], .slip, .turn-end, [data-testid=what-if]')) continue;
    for (const part of panel.querySelectorAll('button, select, b, span, small, p')) {
      const inner = part.getBoundingClientRect();
      const scrolls = part.closest('.moves, .log-box') ?? getComputedStyle(panel).overflowY === 'auto';
      if (shown(part) && !scrolls && !part.closest('.unseen') && inner.width > 0)
        if (inner.right > box.right + 1 || inner.left < box.left - 1 || inner.bottom > box.bottom + 1)
          faults.push(`${name(part)} sticks out of ${name(panel)}`);
    }
  }

  // What may be pressed can be pressed, and by touch it is large enough.
  /** Pushed out of sight by more than half. */
  const clips = (element: Element): boolean => {
    const [whole, rest] = [element.getBoundingClientRect(), visible(element)];
    return rest.width < whole.width / 2 || rest.height < whole.height / 2;
  };
  const open = document.querySelector('.slip') !== null;
  for (const button of all('button:not([disabled]), select, .target:not(.coast)')) {
    const { left, right, top, bottom, width, height } = button.getBoundingClientRect();
    const onBoard = button.matches('.target');
    // With a slip open the choice is made; what it covers can be reached by closing it.
    if (clips(button) || (onBoard && open && !button.matches('.on'))) continue;
    const stacked = button.matches('.card[tabindex="-1"]');
    const [x, y] = [stacked ? left + 8 : (left + right) / 2, (top + bottom) / 2];
    const hit = document.elementFromPoint(x, y);
    if (!hit) continue;
    const own = button.contains(hit) || hit.contains(button);
    const neighbour = onBoard && hit.closest('.target, .stage, [data-ghost]');
    if (!own && !neighbour && !hit.closest('.card') && y > 0 && y < innerHeight)
      faults.push(`${name(button)} is covered by ${name(hit)}`);
    if (touch && !onBoard && !stacked && (width < 43.5 || height < 43.5))
      faults.push(`${name(button)} is ${Math.round(width)}×${Math.round(height)}`);
    const finger = button.querySelector('.touch')?.getBoundingClientRect();
    if (touch && finger && (finger.width < 43.5 || finger.height < 43.5))
      faults.push(`${name(button)} is ${Math.round(finger.width)} wide for a finger`);
  }

  // The board has half of the window.
  const board = document.querySelector('.board')?.getBoundingClientRect();
  const low = all('.sheet, .prompt.floating, .prompt.across').map((e) => e.getBoundingClientRect());
  const high = all('[data-testid=header], .phone-header, .opponents').map((e) => e.getBoundingClientRect());
  const beside = (box: DOMRect): boolean => !!board && box.left >= board.right - 1;
  const top = Math.max(board?.top ?? 0, ...high.filter((b) => !beside(b)).map((b) => b.bottom));
  const bottom = Math.min(board?.bottom ?? 0, ...low.filter((b) => !beside(b)).map((b) => b.top));
  if (bottom - top < innerHeight / 2 - 0.5)
    faults.push(`the board is ${Math.round(bottom - top)} high in ${innerHeight}`);
  return faults;
}
