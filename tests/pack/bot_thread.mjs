/** A bot worker of the page as a thread of Node: the same messages, the same Python (`ilos.local.bots`). */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { loadPyodide } from '../../web/node_modules/pyodide/pyodide.mjs';

let bots = null;

async function start(pack) {
  const python = await loadPyodide();
  for (const archive of ['msgspec.zip', 'ilos.zip'])
    python.unpackArchive(new Uint8Array(readFileSync(`${pack}/${archive}`)), 'zip', { extractDir: '/pack' });
  python.runPython('import sys; sys.path.insert(0, "/pack")');
  bots = python.pyimport('ilos.local.bots');
  parentPort.postMessage({ ready: true });
}

parentPort.on('message', async (order) => {
  if ('pack' in order) await start(order.pack);
  else if ('job' in order) parentPort.postMessage({ answer: await bots.answer(order.job, () => {}) });
  else bots.stop();
});
