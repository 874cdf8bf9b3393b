import { expect, test } from 'vitest';
import { createIds } from './ids.ts';

const of = (bytes: number[]) => createIds(() => Uint8Array.from(bytes))('ofr');

test('an identifier encodes every bit of its 16 bytes and keeps their sort order', () => {
  expect(of(new Array(16).fill(0))).toBe(`ofr_${'0'.repeat(26)}`);
  expect(of(new Array(16).fill(255))).toBe(`ofr_7${'z'.repeat(25)}`);
  expect(of([...new Array(15).fill(0), 33])).toBe(`ofr_${'0'.repeat(24)}11`);
  expect(of([0, ...new Array(15).fill(255)]) < of([1, ...new Array(15).fill(0)])).toBe(true);
});

test('identifiers sort by creation time and have at most 36 characters', () => {
  const newId = createIds();
  const made = Array.from({ length: 1000 }, () => newId('ofr'));
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(1000);
  expect(Math.max(...made.map((id) => id.length))).toBeLessThanOrEqual(36);
});
