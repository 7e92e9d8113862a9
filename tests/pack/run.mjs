/**
 * Runs a Python program in WebAssembly, with the `ilos` of build/pack and nothing else of ours:
 *
 *     node tests/pack/run.mjs PROGRAM ARGUMENTS...
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from '../../web/node_modules/pyodide/pyodide.mjs';

const tests = dirname(dirname(fileURLToPath(import.meta.url)));
const pack = resolve(tests, '../build/pack');
const [program, ...rest] = process.argv.slice(2);

const python = await loadPyodide();
for (const archive of ['msgspec.zip', 'ilos.zip'])
  python.unpackArchive(new Uint8Array(readFileSync(resolve(pack, archive))), 'zip', { extractDir: '/pack' });
python.mountNodeFS('/tests', tests);
python.globals.set('program', `/tests/${program}`);
python.globals.set('arguments', python.toPy(rest));
try {
  python.runPython(`
import runpy, sys
sys.path[:0] = ["/pack", "/tests"]
sys.argv = [program, *arguments]
runpy.run_path(program, run_name="__main__")
`);
} catch (error) {
  // Node would show the whole of Pyodide's one-line script before the reason.
  console.error(error.message);
  process.exitCode = 1;
}
