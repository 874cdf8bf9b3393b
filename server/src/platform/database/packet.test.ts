import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packetOf, TextList } from './packet.ts';

const require = createRequire(import.meta.url);
const { serialize } = createRequire(require.resolve('pg'))('pg-protocol');
const { prepareValue } = require('pg/lib/utils.js');

/** Creates the bytes that `pg` sends for the same statements. */
const ofPg = (statements: readonly { name: string; values: readonly unknown[] }[]): Buffer =>
  Buffer.concat([
    ...statements.flatMap(({ name, values }) => [
      serialize.bind({ statement: name, values, valueMapper: prepareValue }),
      serialize.execute({}),
    ]),
    serialize.sync(),
  ]);

const value = fc.oneof(
  fc.constant(null),
  fc.constant(undefined),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.double(),
  fc.boolean(),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2200-01-01') }),
  fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
  fc.array(
    fc.constantFrom<unknown>('NULL', '{"a"}', '\\', -0, 1e21, true, null, undefined, Buffer.from('b')),
  ),
  fc.json().map((text) => JSON.parse(text)),
);
const statement = fc.record({
  name: fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
  values: fc.array(value, { maxLength: 60 }),
});

test('a packet has the bytes that pg sends for the same statements', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 4 }), (statements) => {
      const sent = packetOf(statements.map((each) => ({ ...each, text: '' })));
      expect(sent.equals(ofPg(statements))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('an unprepared statement is closed, parsed and described first; an unnamed statement is parsed and described', () => {
  const statements = [
    { name: 'known', text: 'SELECT 1', values: [] },
    { name: 'new', text: "SELECT 'ä', $1", values: ['a'] },
    { name: 'other', text: 'SELECT 2', values: [] },
  ];
  const whole = ({ name, values }: { name: string; values: readonly unknown[] }) => [
    serialize.bind({ statement: name, values, valueMapper: prepareValue }),
    serialize.execute({}),
  ];
  const expected = Buffer.concat([
    ...whole({ name: 'known', values: [] }),
    serialize.close({ type: 'S', name: 'new' }),
    serialize.parse({ name: 'new', text: "SELECT 'ä', $1" }),
    serialize.describe({ type: 'S', name: 'new' }),
    ...whole({ name: 'new', values: ['a'] }),
    serialize.parse({ name: '', text: 'SELECT 2' }),
    serialize.describe({ type: 'S', name: '' }),
    ...whole({ name: '', values: [] }),
    serialize.sync(),
  ]);
  expect(packetOf(statements, ['prepared', 'prepare', 'unnamed']).equals(expected)).toBe(true);
});

test('a value of any length is sent completely and does not affect the next packet', () => {
  for (const length of [23, 24, 25, 70_000, 3_000_000, 10])
    for (const unit of ['a', 'ä', '\u{1f600}']) {
      const statements = [
        { name: 'one', text: '', values: [unit.repeat(length), null, Buffer.alloc(length)] },
      ];
      expect(packetOf(statements).equals(ofPg(statements))).toBe(true);
    }
});

test('a list of texts is sent in the binary format of PostgreSQL', () => {
  const int32 = (...values: number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(4);
        bytes.writeInt32BE(value);
        return bytes;
      }),
    );
  const texts = ['{"a": "\\"ä\\""}', '', 'b'.repeat(100_000)];
  const list = Buffer.concat([
    int32(1, 1, 25, 4, 1),
    ...texts.flatMap((text) => [int32(Buffer.byteLength(text)), Buffer.from(text)]),
    int32(-1),
  ]);
  const of = (value: unknown) => [{ name: 'one', text: '', values: ['a', value, 'b'] }];
  expect(packetOf(of(new TextList([...texts, null]))).equals(ofPg(of(list)))).toBe(true);
  expect(packetOf(of(new TextList([]))).equals(ofPg(of(int32(0, 0, 25))))).toBe(true);
});
