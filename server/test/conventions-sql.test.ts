import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isTest, readSources, sourceOf } from './house/sources.ts';
import {
  castParameters,
  countedParameters,
  type Rule,
  sharedNames,
  statusesAsText,
} from './house/sql-faults.ts';

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const sources = readSources(path.join(repository, 'server/src'), /\.ts$/).filter((source) => !isTest(source));

/** Returns the violations of a rule in a text, in the context of all other sources. */
const foundIn = (rule: Rule, text: string): string[] => {
  const tables = sources.filter(({ file }) => file === 'platform/database/tables.ts');
  return rule([...tables, sourceOf('planted.ts', text)]);
};

describe('the state of a record', () => {
  test('never has the type string', () => {
    expect(statusesAsText(sources)).toEqual([]);
  });

  test.each([
    ['a member', `type OfferRow = { id: string; status: string };`],
    ['an optional state', `type New = {\n  status?: string;\n};`],
    ['a parameter', `export async function update(scope: Scope, status: string | undefined) {}`],
    ['a row of some columns', `type Seen = RowOf<'offer', 'id' | 'status'>;`],
    ['a row of all columns', `const rows = await query<RowOf<'integration'>>({});`],
    ['a row that narrows another column', `RowOf<'buyer', 'partner' | 'status', { partner: 'MKA' | 'MKB' }>`],
    [
      'a row of the columns of fields',
      `const stored = [\n  ['state', 'status', 'text'],\n] as const;\ntype Row = RowOf<'product', ColumnsOf<typeof stored>>;`,
    ],
  ])('has the type string: %s is found', (_, text) => {
    expect(foundIn(statusesAsText, text)).toHaveLength(1);
  });

  test.each([
    ['a row with its states', `type Row = RowOf<'offer', 'id' | 'status', { status: OfferStatus }>;`],
    ['a row without a state', `type Row = RowOf<'offer', 'id' | 'name'>; type Other = RowOf<'person'>;`],
    ['a state with a type of its own', `type Row = { status: OfferStatus };`],
    ['a comment', ` * status: string`],
    ['HTTP', `import { STATUS_CODES } from 'node:http';\nconst titleOf = (status: string) => '';`],
  ])('does not have the type string: %s is ignored', (_, text) => {
    expect(foundIn(statusesAsText, text)).toEqual([]);
  });
});

describe('the parameters of a request', () => {
  test('are typed by the path of the route and never cast', () => {
    expect(castParameters(sources)).toEqual([]);
  });

  test.each([
    `const id = request.params.offerId as string;`,
    `const { offerId } = request.params as { offerId: string };`,
    `find((params as Found).id)`,
    `find(params['offerId'] as string)`,
    `find(request.params.offerId!)`,
  ])('are found: %s', (text) => {
    expect(foundIn(castParameters, text)).toHaveLength(1);
  });
});

describe('the parameters of an insert', () => {
  test('are numbered by hand up to eight', () => {
    expect(countedParameters(sources)).toEqual([]);
  });

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ');
  test.each([
    ['in a template', `text: \`INSERT INTO offer (a, b) VALUES (${numbers(9)})\`,`],
    ['over lines', `\`INSERT INTO offer AS o (a,\n  b)\n  VALUES (${numbers(9)}) ON CONFLICT DO NOTHING\``],
    ['in quotes', `text: 'INSERT INTO offer (a, b) VALUES (${numbers(9)})',`],
    ['between others', `\`INSERT INTO offer (a, b) VALUES (now(), 'DRAFT', ${numbers(9)})\``],
    ['in a SELECT', `\`INSERT INTO offer (a) SELECT ${numbers(9)} FROM organization\``],
  ])('are found: %s', (_, text) => {
    expect(foundIn(countedParameters, text)).toHaveLength(1);
  });

  test('are allowed up to eight, and parameters after the list do not count', () => {
    const text = `\`INSERT INTO offer (a) VALUES (${numbers(8)}) ON CONFLICT (a) DO UPDATE SET a = $9\``;
    expect(foundIn(countedParameters, text)).toEqual([]);
  });
});

describe('the name of a statement', () => {
  test('belongs to one text, because connections prepare statements by name', () => {
    expect(sharedNames(sources)).toEqual([]);
  });

  const named = (text: string) => `query({\n  name: 'some_rows',\n  text: ${text},\n});\n`;
  test.each([
    ['two texts', named('`SELECT 1`') + named("'SELECT 2'")],
    [
      'a text and what is made',
      `${named('`SELECT 1`')}const all = defineStatement(\n  'some_rows', {}, () => 'SELECT 2');`,
    ],
    [
      'what is made twice',
      `insertInto('some_rows', 'offer', ['id']);\ninsertInto('some_rows', 'offer', ['name']);`,
    ],
  ])('of two texts is found: %s', (_, text) => {
    expect(foundIn(sharedNames, text)).toEqual(['planted.ts: some_rows']);
  });

  test('may occur twice with the same text', () => {
    expect(foundIn(sharedNames, named('`SELECT 1`') + named('`SELECT 1`'))).toEqual([]);
  });
});
