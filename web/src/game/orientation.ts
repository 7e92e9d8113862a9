/** How the chart of each table lies, kept in the browser: a reload and the replay show it as it lay. */
import type { Orientation } from '../board/config';
import { load, save } from '../lib/storage';

const NAME = 'charts';
/** Tables whose charts are remembered, the latest last. */
const TABLES = 40;
type Kept = readonly (readonly [table: string, orientation: Orientation])[];

const kept = (): Kept => load<Kept>(NAME, []);

export const keptOrientation = (table: string): Orientation =>
  kept().find(([other]) => other === table)?.[1] ?? { sideways: false, settled: false };

export function keepOrientation(table: string, orientation: Orientation): void {
  const others = kept().filter(([other]) => other !== table);
  save(NAME, [...others, [table, orientation]].slice(-TABLES));
}
