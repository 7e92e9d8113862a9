/** Opening a table and going to it. */
import { currentLanguage } from '../i18n/index.svelte';
import { createTable } from '../lib/api';
import { router } from '../lib/router.svelte';
import { hold } from '../lib/session';
import { newPart, offered, openPart } from '../lib/shuffle';
import type { SeatPlan, TableSettings } from '../protocol/messages';

export async function openTable(seats: SeatPlan[], settings: TableSettings, start: boolean): Promise<void> {
  // The rules are those of the box in the person's language, unless another edition was chosen.
  const agreed = { edition: currentLanguage(), ...settings };
  const part = await newPart();
  const made = await createTable({ seats, settings: agreed, start, ...offered(part) });
  hold(made.table.id, { tokens: made.keys.map((key) => key.token), host: made.host, part }, Date.now());
  await openPart(made.table);
  router.go({ screen: 'table', code: made.table.id });
}

/** Birds for people who gave no name yet; none of them is an island's name. */
export const BIRDS: readonly string[] = [
  'Puffin',
  'Albatross',
  'Cormorant',
  'Kittiwake',
  'Guillemot',
  'Skua',
  'Egret',
  'Lapwing',
  'Stork',
  'Swan',
];
export const someName = (): string => BIRDS[Math.floor(Math.random() * BIRDS.length)]!;

/** Bots carry names too, none of which is an island's. */
export const SAILORS: readonly string[] = [
  'Marlin',
  'Nautilus',
  'Manta',
  'Otter',
  'Orca',
  'Barracuda',
  'Narwhal',
  'Pelican',
];
export function botSeats(count: number, bot: string): SeatPlan[] {
  const from = Math.floor(Math.random() * SAILORS.length);
  return Array.from({ length: count }, (_, i) => ({
    kind: 'bot',
    bot,
    name: SAILORS[(from + i) % SAILORS.length]!,
  }));
}
