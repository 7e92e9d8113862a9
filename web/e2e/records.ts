/** Records for tests that open one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { seen } from './player';

/** The record of a short game between bots. */
function shortRecord(): string {
  const program =
    'import sys, ilos; from ilos.records.record import record_to_line, write_record; ' +
    'game = ilos.play_game(["greedy", "greedy"], seed=3, max_rounds=2); ' +
    'sys.stdout.buffer.write(record_to_line(write_record(game)))';
  return spawnSync('python', ['-c', program], { encoding: 'utf-8' }).stdout;
}

/** A file with two games, as the command line writes one of this name. */
export function simulated(name: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'ilos-simulated-'));
  const words = ['simulate', '--bots', 'greedy', '--players', '2', '--games', '2', '--jobs', '1'];
  const run = spawnSync('ilos', [...words, '--out', join(folder, name)], { encoding: 'utf-8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const written = readFileSync(join(folder, name));
  rmSync(folder, { recursive: true });
  return written;
}

/** Opens the short game from a file and plays on from its end. */
export async function playOnFromFile(page: Page): Promise<void> {
  const file = { name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(shortRecord()) };
  await page.getByTestId('record-file').setInputFiles(file);
  await seen(page, 'replay-screen').waitFor();
  await seen(page, 'play-on').click();
  await seen(page, 'play-on-start').click();
  await seen(page, 'table').waitFor();
}

/** The short game as a record that the server keeps: its code. */
export async function keptRecord(server: string): Promise<string> {
  const answer = await fetch(`${server}/api/v1/records`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: shortRecord(),
  });
  const { record } = (await answer.json()) as { record: string };
  return `record-${record}`;
}
