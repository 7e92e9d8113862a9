/**
 * What a page needs to work without a server or a network: the pack beside it, if `scripts/pack` could
 * build it, and in the service worker a list of all files with their hashes.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PACK = fileURLToPath(new URL('../../build/pack', import.meta.url));
const SCREENS = fileURLToPath(new URL('../../docs/images/screens', import.meta.url));
/** Pictures that the manifest names, for whoever installs the game. */
const SHOWN = ['table.png', 'phone.png'];
const hasPack = existsSync(join(PACK, 'pack.json'));
/** Shown by shops for web apps only, never by the page itself. */
const NOT_KEPT = /^screenshots\/|^sw\.js$/;

export function offline(): Plugin {
  let outDir = '';
  return {
    name: 'ilos-offline',
    apply: 'build',
    config: () => ({ define: { __PACK__: JSON.stringify(hasPack) } }),
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle() {
      const worker = join(outDir, 'sw.js');
      if (!existsSync(worker)) return; // the kit alone, for the benches
      if (hasPack) cpSync(PACK, join(outDir, 'pack'), { recursive: true });
      for (const name of SHOWN) cpSync(join(SCREENS, name), join(outDir, 'screenshots', name));
      const files = Object.fromEntries(listed(outDir).map((path) => [path, hashed(join(outDir, path))]));
      writeFileSync(worker, readFileSync(worker, 'utf8').replace('__FILES__', JSON.stringify(files)));
    },
  };
}

function listed(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !NOT_KEPT.test(path))
    .sort();
}

const hashed = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
