import { expect, test } from 'vitest';
import { suggestName } from './ignored.ts';

test.each<[given: string, known: string, isMeant: boolean]>([
  ['q', 'q', true],
  ['Q', 'q', true],
  // Names of one or two letters tolerate no errors.
  ['p', 'q', false],
  ['ix', 'id', false],
  ['i', 'id', false],
  // Names of three or four letters tolerate one error.
  ['kex', 'key', true],
  ['kxx', 'key', false],
  ['typo', 'type', true],
  ['tapo', 'type', false],
  ['ty', 'type', false],
  // Longer names tolerate two errors.
  ['limxx', 'limit', true],
  ['lim', 'limit', true],
  ['lixxx', 'limit', false],
  ['li', 'limit', false],
  ['statsu', 'status', true],
])('the parameter name %s counts as a misspelled %s: %s', (given, known, isMeant) => {
  expect(suggestName(given, [known])).toBe(isMeant ? known : undefined);
});
