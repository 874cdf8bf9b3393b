import { expect, test } from 'vitest';
import { meantBy } from './ignored.ts';

test.each<[given: string, known: string, isMeant: boolean]>([
  ['q', 'q', true],
  ['Q', 'q', true],
  // Of one or two letters none may be wrong.
  ['p', 'q', false],
  ['ix', 'id', false],
  ['i', 'id', false],
  // Of three or four letters one may be.
  ['kex', 'key', true],
  ['kxx', 'key', false],
  ['typo', 'type', true],
  ['tapo', 'type', false],
  ['ty', 'type', false],
  // Of more letters two may be.
  ['limxx', 'limit', true],
  ['lim', 'limit', true],
  ['lixxx', 'limit', false],
  ['li', 'limit', false],
  ['statsu', 'status', true],
])('the parameter name %s is taken for a mistyped %s: %s', (given, known, isMeant) => {
  expect(meantBy(given, [known])).toBe(isMeant ? known : undefined);
});
