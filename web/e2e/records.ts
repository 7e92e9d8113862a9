/** Records for tests that open one. */
import { spawnSync } from 'node:child_process';

/** The record of a short game between bots. */
export function shortRecord(): string {
  const program =
    'import sys, ilos; from ilos.records.record import record_to_line, write_record; ' +
    'game = ilos.play_game(["greedy", "greedy"], seed=3, max_rounds=2); ' +
    'sys.stdout.buffer.write(record_to_line(write_record(game)))';
  return spawnSync('python', ['-c', program], { encoding: 'utf-8' }).stdout;
}
