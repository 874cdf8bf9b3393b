import document from '../../openapi.json?raw';
import { type Document, type Method, methodsOf } from '../../sdk/generate/index.ts';

/** The API document. */
export const api = JSON.parse(document) as Document;

/** All operations of the API document. */
export const operations: readonly Method[] = methodsOf(api);

const sources = import.meta.glob<string>(['../src/**/*.{ts,tsx}', '!../src/generated/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
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

export const placed = (): Set<string> => placedIn(Object.values(sources));
