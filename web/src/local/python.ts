/** Python in a worker: Pyodide and the archives of the pack, which `scripts/pack` put together. */
import type { PyodideAPI } from 'pyodide';

type Loader = typeof import('pyodide');

/** Start Python with `ilos` in it; `pack` is the address of the pack's folder. */
export async function startPython(pack: string): Promise<PyodideAPI> {
  const archives = ['msgspec.zip', 'ilos.zip'].map((name) => bytesOf(new URL(name, pack)));
  unpackWasm();
  const { loadPyodide } = (await import(/* @vite-ignore */ new URL('pyodide.mjs', pack).href)) as Loader;
  const python = await loadPyodide({ indexURL: pack });
  for (const archive of archives) python.unpackArchive(await archive, 'zip', { extractDir: '/pack' });
  python.runPython('import sys; sys.path.insert(0, "/pack")');
  return python;
}

async function bytesOf(address: URL): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Any file host can serve the pack: the one large file lies there compressed and is unpacked here. */
function unpackWasm(): void {
  const plain = globalThis.fetch;
  globalThis.fetch = async (asked, options) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    if (!address.endsWith('/pyodide.asm.wasm')) return plain(asked, options);
    const packed = await plain(`${address}.packed`, options);
    if (!packed.ok || !packed.body) return packed;
    const unpacked = packed.body.pipeThrough(new DecompressionStream('gzip'));
    return new Response(unpacked, { headers: { 'Content-Type': 'application/wasm' } });
  };
}
