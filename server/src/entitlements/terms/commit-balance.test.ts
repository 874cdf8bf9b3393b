import { expect, test } from 'vitest';
import { balanceCommits, type CommitTerm, drawable } from './commit-balance.ts';

const at = (day: number) => new Date(Date.UTC(2031, 0, 1 + day)).toISOString();
/** Creates a term of a hundred days for 300, from one day to another, with a consumed amount. */
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
  ['a single term has the full amount', [term(0, 100, '120')], ['300'], ['180']],
  [
    'a cut term without usage keeps the share of its days',
    [term(0, 10, '0'), term(10, 100, '0')],
    ['30', '270'],
    ['300', '270'],
  ],
  [
    'a cut term keeps at least the amount drawn',
    [term(0, 10, '200'), term(10, 100, '0')],
    ['200', '100'],
    ['100', '100'],
  ],
  [
    'kept amounts are whole coins',
    [term(0, 10, '200.001'), term(10, 100, '99.995')],
    ['200.01', '100'],
    ['0.009', '0.005'],
  ],
  [
    'the excess reduces the next term first',
    [term(0, 10, '200'), term(10, 20, '0'), term(20, 100, '60')],
    ['200', '0', '100'],
    ['40', '40', '40'],
  ],
  ['a cancelled sale keeps the amount drawn', [term(0, 1, '100')], ['100'], ['200']],
  [
    'a renewal is unaffected',
    [term(0, 10, '300'), term(10, 100, '0'), renewed('0')],
    ['300', '0', '300'],
    ['0', '0', '300'],
  ],
  [
    'amounts that an older version wrote stay',
    [term(0, 10, '5', { commit: '7', isAssumed: true }), term(10, 100, '0')],
    ['7', '270'],
    ['2', '270'],
  ],
])('R48 %s', (_, terms, commits, expected) => {
  const after = balanceCommits(terms, 'USD');
  expect(after.map(({ commit }) => commit)).toEqual(commits);
  expect(after.map((_term, index) => drawable(after, index, 'USD').toFixed())).toEqual(expected);
  expect(balanceCommits(after, 'USD')).toEqual(after);
});
