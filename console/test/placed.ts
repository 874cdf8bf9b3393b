/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { type Document, type Method, methodsOf } from '../../sdk/generate/index.ts';

const atRoot = (file: string) => new URL(`../../${file}`, import.meta.url);
const read = (file: string): string => readFileSync(atRoot(file), 'utf8');

/** The API document. */
export const api = JSON.parse(read('openapi.json')) as Document;

/** All operations of the API document. */
export const operations: readonly Method[] = methodsOf(api);

/** The generated descriptions of operations, by file. */
export const written = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(atRoot('console/src/generated')).map((file) => [file, read(`console/src/generated/${file}`)]),
  );

const sourcesIn = (folder: string): string[] =>
  readdirSync(atRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (entry.isDirectory()) return name === 'generated' ? [] : sourcesIn(`${folder}/${name}`);
    return /\.tsx?$/.test(name) ? [read(`${folder}/${name}`)] : [];
  });

/** Replaces a variable that contains a group of the SDK's methods with the name of the group. */
const withoutAliases = (text: string): string =>
  [...text.matchAll(/const (\w+) = tradepost\.in\(orgId\)\.(\w+);/g)].reduce(
    (changed, [, alias = '', group = '']) =>
      changed.replaceAll(new RegExp(`\\b${alias}\\.`, 'g'), `${group}.`),
    text,
  );

/** Returns the operations that sources use: by a description in `src/generated/`, or by a call of the SDK method. */
export function placedIn(texts: readonly string[]): Set<string> {
  const text = texts.map(withoutAliases).join('\n');
  const imported = [...text.matchAll(/import \{([^}]*)\} from '[^']*\/generated\/\w+\.ts'/g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  );
  const called = operations.filter(({ group, name }) =>
    new RegExp(`\\b${group}\\s*\\.${name}\\(`).test(text),
  );
  return new Set([...imported, ...called.map(({ operation }) => operation.operationId)]);
}

export const placed = (): Set<string> => placedIn(sourcesIn('console/src'));
