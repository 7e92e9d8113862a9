/** The rules of axe, applied to a page as it stands. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf-8');

interface Finding {
  readonly id: string;
  readonly nodes: { readonly html: string }[];
}

/** Every violation, with the first element that it was found at. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(SOURCE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations.map(({ id, nodes }) => ({ id, nodes }));
  });
  return found.map(({ id, nodes }) => `${id} at ${nodes[0]?.html.slice(0, 160) ?? ''}`);
}
