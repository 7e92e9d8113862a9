/** Python in a worker: Pyodide and the archives of the pack, which `scripts/pack` put together. */
import type { PyodideAPI } from 'pyodide';

type Loader = typeof import('pyodide');
type Options = NonNullable<Parameters<Loader['loadPyodide']>[0]>;
interface Runtime {
  readonly default: NonNullable<Options['createPyodideModule']>;
}

/** Start Python with `ilos` in it; `pack` is the address of the pack's folder. */
export async function startPython(pack: string): Promise<PyodideAPI> {
  const archives = ['msgspec.zip', 'ilos.zip'].map((name) => bytesOf(new URL(name, pack)));
  unpackWasm();
  const cannotRun = wasmFailure();
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    imported<Loader>(new URL('pyodide.js', pack)),
    imported<Runtime>(new URL('pyodide.asm.js', pack)),
  ]);
  const python = await Promise.race([loadPyodide({ indexURL: pack, createPyodideModule }), cannotRun]);
  for (const archive of archives) python.unpackArchive(await archive, 'zip', { extractDir: '/pack' });
  python.runPython('import sys; sys.path.insert(0, "/pack")');
  return python;
}

const imported = <T>(script: URL): Promise<T> => import(/* @vite-ignore */ script.href) as Promise<T>;

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

/** Rejects when the browser cannot run Python: Pyodide only warns of it, and is never ready. */
function wasmFailure(): Promise<never> {
  return new Promise((_, fail) => {
    const plain = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = (source, imports) => {
      const started = plain(source, imports);
      started.catch(fail);
      return started;
    };
  });
}
