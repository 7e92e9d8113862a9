/** The screens of a running game, one for each kind of window; each is loaded when it is first shown. */
import type { Component } from 'svelte';
import { settings } from '../../lib/settings.svelte';
import type { Controls } from '../controls.svelte';

export type Layout = 'desktop' | 'tablet' | 'phone' | 'text';
type Screen = Component<{ controls: Controls; beside: boolean }>;

export const LAYOUTS: Readonly<Record<Layout, () => Promise<{ default: Screen }>>> = {
  desktop: () => import('./DesktopTable.svelte'),
  tablet: () => import('./TabletTable.svelte'),
  phone: () => import('./PhoneTable.svelte'),
  text: () => import('../../text/TextView.svelte'),
};

/** Lower than wide, and too low for panels above and below the board. */
export const isBeside = (width: number, height: number): boolean =>
  width > height && (height < 600 || (width < 1180 && height < 700));

export function layoutFor(width: number, height: number): Layout {
  if (settings.textView) return 'text';
  if (width < 768 || isBeside(width, height)) return 'phone';
  return width < 1180 ? 'tablet' : 'desktop';
}

/** Fetch the screen for this window while the table is on its way. */
export const fetchLayout = (): Promise<unknown> =>
  LAYOUTS[layoutFor(innerWidth, innerHeight)]().catch(() => undefined);
