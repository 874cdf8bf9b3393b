import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalHash } from './idempotency.ts';

// Hashes are stored in rows and compared by several versions of the service.
test.each([
  [
    { b: [1, { d: 'ü', c: null }], a: 1.5, 10: true, 9: '' },
    '{"9":"","10":true,"a":1.5,"b":[1,{"c":null,"d":"ü"}]}',
  ],
  ['text', '"text"'],
  [undefined, ''],
])(
  'the hash of a body is the SHA-256 of its JSON with sorted keys, the same in all versions',
  (value, text) => {
    const hash = canonicalHash(value);
    expect(hash).toBeInstanceOf(Buffer);
    expect(hash).toEqual(createHash('sha256').update(text).digest());
  },
);
