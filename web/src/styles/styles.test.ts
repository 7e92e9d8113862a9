/** No rule without an element, and no class without a reader. The compiler checks the rules of each component. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const files = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' }).map(
  (name) => `src/${name.replaceAll('\\', '/')}`,
);
const components = files.filter((name) => name.endsWith('.svelte'));
const sheets = files.filter((name) => name.endsWith('.css'));

const style = /<style>[\s\S]*<\/style>/;
const stylesOf = (source: string): string => style.exec(source)?.[0] ?? '';
const classes = (selectors: string): string[] =>
  [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!);
/** What stands before a brace, without comments and addresses. */
const selectors = (css: string): string =>
  [...css.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, '').matchAll(/([^{};]*)\{/g)]
    .map(([, before]) => before!)
    .filter((before) => !before.trim().startsWith('@'))
    .join(' ');

/** Words of all that can give a class: markup, scripts and pages, but no styles. */
const written = new Set(
  [
    ...components.map((name) => read(name).replace(style, '')),
    ...files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).map(read),
    ...['index.html', 'embed.html', 'kit.html'].map(read),
  ]
    .join(' ')
    .match(/[a-z][\w-]*/g),
);
/** An icon's second class is the first part of its symbol's name. */
const given = (name: string): boolean => written.has(name) || written.has(name.replace(/^icon-/, ''));

describe('global rules', () => {
  test.each(sheets)('%s', (name) => {
    expect(classes(selectors(read(name))).filter((one) => !given(one))).toEqual([]);
  });

  test('in components', () => {
    const named = components.flatMap((name) =>
      [...stylesOf(read(name)).matchAll(/:global\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(([, inner]) =>
        classes(inner!)
          .filter((one) => !given(one))
          .map((one) => `${name}: ${one}`),
      ),
    );
    expect(named).toEqual([]);
  });
});

describe('classes', () => {
  /** Classes of anybody's elements: global rules, and what the tests of the page look for. */
  const tests = readdirSync(new URL('e2e/', root)).filter((name) => name.endsWith('.ts'));
  const everywhere = new Set([
    ...sheets.flatMap((name) => classes(selectors(read(name)))),
    ...components.flatMap((name) =>
      [...stylesOf(read(name)).matchAll(/:global\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(([, inner]) =>
        classes(inner!),
      ),
    ),
    ...classes(
      [...tests.map((name) => `e2e/${name}`), 'bench/run.mjs', 'bench/board.mjs'].map(read).join(' '),
    ),
  ]);

  test.each(components)('%s', (name) => {
    const source = read(name);
    const markup = source.replace(style, '').replace(/<script[\s\S]*?<\/script>/g, '');
    const own = new Set([
      ...classes(selectors(stylesOf(source))),
      ...classes(/<script[\s\S]*?<\/script>/.exec(source)?.[0] ?? ''),
    ]);
    const used = [
      ...[...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) =>
        names!.replace(/\S*\{[^}]*\}\S*/g, ' ').split(/\s+/),
      ),
      ...[...markup.matchAll(/\sclass:([\w-]+)/g)].map(([, one]) => one!),
    ];
    expect(used.filter((one) => one !== '' && !own.has(one) && !everywhere.has(one))).toEqual([]);
  });
});
