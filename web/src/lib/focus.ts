/**
 * Keeps the keyboard's place. When what has the focus goes away or is switched off, the browser gives the
 * focus to the page as a whole, and a person with a keyboard or a screen reader starts again from the top;
 * here it goes on to what matters next.
 */

/** Where a screen wants the focus, by the ids that screens have; the first one there is. */
const PLACES = ['prompt', 'act', 'board'] as const;

type Focusable = HTMLElement | SVGElement;

const FOCUSABLE = 'button, a[href], input, select, textarea, [tabindex]:not([tabindex="-1"])';

const isOff = (element: Element): boolean =>
  !element.isConnected || element.matches(':disabled') || !element.checkVisibility();

/** Starts to look after the focus of the page; the function that it returns ends it. */
export function keepFocus(): () => void {
  let last: Focusable | null = null;
  /** Nothing but the whole page could be focused: the screen is still loading. */
  let homeless = false;

  function gotFocus(event: FocusEvent): void {
    last = event.target as Focusable;
    homeless = last.id === 'app';
  }
  function lostFocus(): void {
    // Only later it is known whether something was removed, or someone pressed on an empty place.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      if (last && !isOff(last)) last = null;
      else look();
    });
  }
  function look(): void {
    const { activeElement } = document;
    const lost = activeElement === null || activeElement === document.body || activeElement === last;
    if (!homeless && (last === null || !lost || !isOff(last))) return;
    if (homeless && activeElement?.id !== 'app') return;
    const next = (last?.isConnected && !homeless ? besides(last) : null) ?? place();
    if (next && next !== activeElement) move(next);
  }

  const observer = new MutationObserver(look);
  document.addEventListener('focusin', gotFocus);
  document.addEventListener('focusout', lostFocus);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', gotFocus);
    document.removeEventListener('focusout', lostFocus);
  };
}

/** A button that was switched off leaves the focus to its neighbour: first the next one, then the one before. */
function besides(element: Element): Focusable | null {
  const group = element.closest('fieldset, form, [role="group"], dialog, section');
  if (!group) return null;
  const all = [...group.querySelectorAll<Focusable>(FOCUSABLE)];
  const at = all.indexOf(element as Focusable);
  return (
    [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).reverse()].find((one) => !isOff(one)) ?? null
  );
}

function place(): Focusable | null {
  const dialog = [...document.querySelectorAll('dialog')].findLast((one) => one.open);
  if (dialog) return dialog;
  const named = PLACES.map((id) => document.getElementById(id)).find((one) => one && !isOff(one));
  return named ?? document.querySelector('h1') ?? document.getElementById('app');
}

function move(to: Focusable): void {
  if (!to.hasAttribute('tabindex') && !to.matches(FOCUSABLE)) to.setAttribute('tabindex', '-1');
  to.focus({ preventScroll: true });
}
