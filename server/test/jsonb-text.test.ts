import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { jsonbText } from '../src/platform/records/jsonb-text.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('server') });
  await client.connect();
});
afterAll(() => client.end());

/** Returns the texts of values as PostgreSQL formats them. */
const shownByDatabase = async (values: readonly unknown[]): Promise<string[]> => {
  const { rows } = await client.query(
    'SELECT given.value::jsonb::text AS shown FROM unnest($1::text[]) WITH ORDINALITY AS given (value, n) ORDER BY n',
    [values.map((value) => JSON.stringify(value))],
  );
  return rows.map(({ shown }) => shown);
};

const text = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  .map((value) => value.replaceAll('\0', ''));
const number = fc
  .oneof(fc.double({ noDefaultInfinity: true, noNaN: true }), fc.integer(), fc.maxSafeInteger())
  .filter((value) => Math.abs(value) > 1e-300 || value === 0);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    ...[text, number, fc.boolean(), fc.constant(null)],
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      tie('value'),
      { maxKeys: 8 },
    ),
  ),
}));

test('R7 a value is printed as PostgreSQL shows the stored value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 20, maxLength: 40 }), async (values) => {
      expect(values.map(jsonbText)).toEqual(await shownByDatabase(values));
    }),
    { numRuns: 60 },
  );
});

test('R7 numbers of every size, non-Latin names and control characters are printed as PostgreSQL does', async () => {
  const values = [
    ...[0, -0, 1e21, -1.5e21, 1.23456789e25, 1e300, 1e-7, -1.5e-7, 5e-324, 0.1, 123456789012345680000],
    { b: 1, a: 2, '\u{1f600}': 3, '\uffff': 4, aa: 5, B: 6, é: 7, '': 8, 2: 9, 10: 10, 'a\nb': 11 },
    { a: 1, b: { 'a\nb': 1, c: 2 }, c: { a: 1, 'b\nc': 2 } },
    [{}, [], [[]], '"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028'],
  ];
  expect(values.map(jsonbText)).toEqual(await shownByDatabase(values));
  expect(jsonbText({ a: undefined, b: [undefined] })).toBe('{"b": [null]}');
});
