import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOccurrences } from './occurrences.ts';

test('equal lines are numbered in file order, even after the table has grown several times', () => {
  const hashes = Array.from({ length: 5000 }, (_, n) => hash('sha256', String(n % 2000), 'hex'));
  const next = createOccurrences();
  expect(hashes.map(next)).toEqual(hashes.map((_, n) => Math.floor(n / 2000)));
});
