import { expect, test } from 'vitest';
import { balanced, type CommitTerm, drawable } from './commit-balance.ts';

const at = (day: number) => new Date(Date.UTC(2031, 0, 1 + day)).toISOString();
/** A term of a hundred days for 300: from a day to another, of which so much was drawn. */
const term = (from: number, to: number, drawn: string, more: Partial<CommitTerm> = {}): CommitTerm => ({
  start: at(from),
  end: at(to),
  commit: null,
  drawn,
  priced: { amount: '300', since: at(0), until: at(100) },
  ...more,
});
const renewed = (drawn: string): CommitTerm => ({
  ...term(100, 200, drawn),
  priced: { amount: '300', since: at(100), until: at(200) },
});

test.each<[what: string, terms: CommitTerm[], commits: string[], drawable: string[]]>([
  ['one term has all', [term(0, 100, '120')], ['300'], ['180']],
  [
    'of a term without use the days are kept',
    [term(0, 10, '0'), term(10, 100, '0')],
    ['30', '270'],
    ['300', '270'],
  ],
  ['what was drawn is kept', [term(0, 10, '200'), term(10, 100, '0')], ['200', '100'], ['100', '100']],
  [
    'in whole coins',
    [term(0, 10, '200.001'), term(10, 100, '99.995')],
    ['200.01', '100'],
    ['0.009', '0.005'],
  ],
  [
    'it is taken of the nearest days first',
    [term(0, 10, '200'), term(10, 20, '0'), term(20, 100, '60')],
    ['200', '0', '100'],
    ['40', '40', '40'],
  ],
  ['a sale that was cancelled comes to what was drawn', [term(0, 1, '100')], ['100'], ['200']],
  [
    'a renewal is not touched',
    [term(0, 10, '300'), term(10, 100, '0'), renewed('0')],
    ['300', '0', '300'],
    ['0', '0', '300'],
  ],
  [
    'what an older program wrote stands',
    [term(0, 10, '5', { commit: '7', isAssumed: true }), term(10, 100, '0')],
    ['7', '270'],
    ['2', '270'],
  ],
])('R48 %s', (_, terms, commits, expected) => {
  const after = balanced(terms, 'USD');
  expect(after.map(({ commit }) => commit)).toEqual(commits);
  expect(after.map((_term, index) => drawable(after, index, 'USD').toFixed())).toEqual(expected);
  expect(balanced(after, 'USD')).toEqual(after);
});
