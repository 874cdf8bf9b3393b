import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSources, type Source, sourceOf } from './house/sources.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../console');
const sources = readSources(path.join(root, 'src'), /\.tsx?$/);
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** Returns the imports of a source: paths in src for the console's own files, module names otherwise. */
const importsOf = ({ file, text }: Source): string[] =>
  [...text.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), name)) : name,
  );

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
const isOwn = (imported: string): boolean => /^(?!\.\.)[\w-]+(\/[\w.-]+)*\.(tsx?|css)$/.test(imported);
const pageOf = (file: string): string | undefined => /^pages\/([\w-]+)\//.exec(file)?.[1];

/** The files that may import pages: the routes, and the entry script, which preloads the most used pages. */
const mayShow = ['routes.tsx', 'main.tsx'];

/** Lists the forbidden imports of a source, with the reasons. */
function faultsOf(source: Source): string[] {
  const from = pageOf(source.file);
  return importsOf(source).flatMap((imported) => {
    const to = pageOf(imported);
    if (!isOwn(imported))
      return Object.hasOwn(dependencies, packageOf(imported)) ? [] : [`${source.file} imports ${imported}`];
    if (to === undefined || to === from || mayShow.includes(source.file)) return [];
    return [`${source.file} imports the page ${imported}`];
  });
}

test('the console imports only its own files and dependencies; only the routes and the entry script import pages', () => {
  expect(sources.length).toBeGreaterThan(30);
  expect(sources.flatMap(faultsOf)).toEqual([]);
  const planted = [
    sourceOf('pages/offers/a.tsx', `import x from '../members/members.tsx'; import './fields.tsx';`),
    sourceOf('ui/b.tsx', `import { y } from '../pages/offers/total.ts'; import z from 'lodash/map';`),
    sourceOf('api.ts', `import { w } from '../../server/src/errors.ts'; import('@tradepost/sdk');`),
    sourceOf('routes.tsx', `import { v } from './pages/offers/list.tsx';`),
  ];
  expect(planted.flatMap(faultsOf)).toEqual([
    'pages/offers/a.tsx imports the page pages/members/members.tsx',
    'ui/b.tsx imports the page pages/offers/total.ts',
    'ui/b.tsx imports lodash/map',
    'api.ts imports ../../server/src/errors.ts',
  ]);
});

test('every file of the console is reachable from its entry script, except unused descriptions of operations', () => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    const source = sources.find((other) => other.file === file);
    if (!source || reached.has(file)) return;
    reached.add(file);
    importsOf(source).forEach(visit);
  };
  visit('main.tsx');
  expect(
    sources.map(({ file }) => file).filter((file) => !reached.has(file) && !file.startsWith('generated/')),
  ).toEqual([]);
});

test('links are built by paths.ts only', () => {
  const links = sources
    .filter(({ file }) => file !== 'paths.ts')
    .flatMap(({ file, text }) => [...text.matchAll(/\bto=["']([^"']*)/g)].map(([, to]) => `${file}: ${to}`));
  expect(links).toEqual([]);
});

test('the console never turns text into markup or scripts', () => {
  const makes = /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/;
  expect(sources.filter(({ text }) => makes.test(text)).map(({ file }) => file)).toEqual([]);
});
