import { expect, test } from 'vitest';
import { requireRoom, requireValid } from './rules.ts';

/** Returns the field that the error of a call names; undefined if the call succeeds. */
const refused = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as { findings: { pointer: string }[] }).findings[0]?.pointer;
  }
};

test.each([
  ['no field', {}, undefined],
  ['an empty query', { query: {} }, undefined],
  ['2,000 characters of a query', { query: { a: 'x'.repeat(1998) } }, undefined],
  ['2,001 characters of a query', { query: { a: 'x'.repeat(1999) } }, '/query'],
  ['a query that is longer in an address', { query: { a: 'é'.repeat(400) } }, '/query'],
  ['an empty name', { name: '' }, '/name'],
  ['a name of spaces', { name: ' \t' }, '/name'],
  ['a name with a control character', { name: 'a\u0007b' }, '/name'],
])('a view with %s: refused field', (_, view, pointer) => {
  expect(refused(() => requireValid(view))).toBe(pointer);
});

test('the name of a view has no surrounding spaces, and absent fields stay absent', () => {
  expect(requireValid({ name: ' My offers ' })).toEqual({ name: 'My offers' });
});

test.each([
  [49, 999, undefined],
  [50, 50, '/list'],
  [0, 1000, '/list'],
])('a member with %d views of the list and %d of all lists: refused field', (ofList, ofMember, pointer) => {
  expect(refused(() => requireRoom({ ofList, ofMember }))).toBe(pointer);
});
