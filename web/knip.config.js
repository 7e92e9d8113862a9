/** What knip follows to find dead files, exports and dependencies. */
import { compile } from 'svelte/compiler';

/** A component for knip: compiled, which uses what the markup uses, and its types, which compiling removes. */
function asModule(component) {
  const types = component.match(/^ *import [^;]*\btype\b[^;]+;/gm) ?? [];
  return [...types, compile(component, { generate: 'client' }).js.code].join('\n');
}

export default {
  entry: ['src/kit/main.ts', 'e2e/screens.ts', 'bench/*.mjs'],
  project: ['src/**/*.{ts,svelte}', 'e2e/**/*.ts', 'bench/**/*.mjs'],
  // Generated from the server's messages, whole.
  ignore: ['src/protocol/*.ts'],
  ignoreBinaries: ['ilos'],
  // Used as a file, inside the page.
  ignoreDependencies: ['axe-core'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  compilers: { svelte: asModule },
};
