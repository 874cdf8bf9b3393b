import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { consoleFolder } from './console-world.ts';

const dist = path.join(consoleFolder, 'dist');

/** A build chunk in the manifest. */
type Chunk = {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  isEntry?: boolean;
};
const manifest = () =>
  JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
const compressed = (file: string): number => statSync(path.join(dist, `${file}.gz`)).size;

/** Returns the files that chunks load, including all static imports. */
function filesOf(chunks: Record<string, Chunk>, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = chunks[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  names.forEach(visit);
  return files;
}

const sum = (files: Iterable<string>): number => [...files].reduce((all, file) => all + compressed(file), 0);

test('each page of the console loads at most 180 kB compressed, and all scripts have at most 440 kB', () => {
  const chunks = manifest();
  const entry = Object.keys(chunks).filter((name) => chunks[name]?.isEntry);
  // The entry script also loads other chunks that every page needs.
  const later = entry.flatMap((name) => chunks[name]?.dynamicImports ?? []);
  entry.push(...later.filter((name) => !name.startsWith('src/pages/')));
  expect(entry.length).toBeGreaterThan(1);
  const pages = Object.keys(chunks).filter((name) => name.startsWith('src/pages/'));
  expect(pages.length).toBeGreaterThan(8);
  const sizes = Object.fromEntries(
    pages.map((page) => [page, compressed('index.html') + sum(filesOf(chunks, [...entry, page]))]),
  );
  expect(Object.entries(sizes).filter(([, bytes]) => bytes > 180_000)).toEqual([]);
  const scripts = readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const all = sum(scripts.map((name) => `assets/${name}`));
  expect(all).toBeLessThan(440_000);
  console.log(
    `compressed: ${Math.max(...Object.values(sizes))} bytes for the largest page of the console, ${all} for all scripts`,
  );
});
