import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalHash } from './idempotency.ts';

// Rows hold these hashes, and programs of several versions compare with them.
test.each([
  [
    { b: [1, { d: 'ü', c: null }], a: 1.5, 10: true, 9: '' },
    '{"9":"","10":true,"a":1.5,"b":[1,{"c":null,"d":"ü"}]}',
  ],
  ['text', '"text"'],
  [undefined, ''],
])('the hash of a body is SHA-256 of its text with the names in order, as it always was', (value, text) => {
  const hash = canonicalHash(value);
  expect(hash).toBeInstanceOf(Buffer);
  expect(hash).toEqual(createHash('sha256').update(text).digest());
});
