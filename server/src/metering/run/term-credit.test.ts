import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { creditFor, type TermState, termAt, useCredit } from './term-credit.ts';

const term = (
  id: string,
  start: string,
  amounts: Partial<Record<'credit' | 'usedCredit' | 'carried', number>>,
  parentId?: string,
): TermState => ({
  id,
  start,
  agreed: start,
  parentId,
  credit: new Exact(amounts.credit ?? 0),
  usedCredit: new Exact(amounts.usedCredit ?? 0),
  commit: new Exact(0),
  usedCommit: new Exact(0),
  carried: new Exact(amounts.carried ?? 0),
  shared: new Exact(0),
  priced: new Exact(0),
});
const shown = (terms: readonly TermState[]) =>
  terms.map(({ id, credit, usedCredit, carried }) => `${id} ${credit} ${usedCredit} ${carried}`);

test('late usage of an ended term consumes its credit carried to later terms, and no more', () => {
  const terms = [
    term('one', '2026-01', { credit: 10, usedCredit: 10 }),
    term('two', '2026-02', { credit: 20, usedCredit: 20, carried: 30 }),
    term('three', '2026-03', { credit: 100, usedCredit: 5, carried: 25 }),
  ];
  const one = terms[0] as TermState;
  expect(creditFor(terms, one).toNumber()).toBe(25);
  useCredit(terms, one, new Exact(15));
  expect(shown(terms)).toEqual(['one 25 25 0', 'two 20 20 15', 'three 85 5 10']);
  expect(creditFor(terms, one).toNumber()).toBe(10);
  expect(() => useCredit(terms, one, new Exact(11))).toThrow('more credit than available');
});

test('a renewal has its own credit', () => {
  const terms = [term('one', '2026-01', {}), term('two', '2026-02', { credit: 100 })];
  expect(creditFor(terms, terms[0] as TermState).toNumber()).toBe(0);
});

test('a sub term consumes its own credit first, then that of its parent', () => {
  const terms = [
    term('whole', '2026-01', { credit: 5 }),
    term('part', '2026-01', { credit: 3 }, 'whole'),
    term('next', '2026-02', { credit: 3 }, 'whole'),
  ];
  const part = terms[1] as TermState;
  useCredit(terms, part, new Exact(7));
  expect(shown(terms)).toEqual(['whole 1 0 0', 'part 7 7 0', 'next 3 0 0']);
});

test.each([
  ['2026-01-15', 'one'],
  ['2025-12-15', 'one'],
  [undefined, 'one'],
  ['2026-02', 'part'],
  ['2026-02-20', 'other'],
  ['2026-05', 'three'],
])('usage at %s belongs to %s', (at, expected) => {
  const terms = [
    term('one', '2026-01', {}),
    term('two', '2026-02', {}),
    term('part', '2026-02', {}, 'two'),
    term('other', '2026-02-10', {}, 'two'),
    term('three', '2026-03', {}),
  ];
  expect(termAt(terms, at)?.id).toBe(expected);
});
