import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type Deduction, deductionsFor, withoutDeduction } from './deductions.ts';
import type { KnownFee, NewFee } from './fees.ts';

const usage = (start: string, end: string, amount: number): NewFee => ({
  key: `usage ${start}`,
  termId: 'trm_1',
  start,
  end,
  isLate: false,
  amount: new Exact(amount),
  lines: [],
});

const commit = (invoiceId: string, start: string, until: string, amount: number, credited = 0): KnownFee => ({
  invoiceId,
  position: 0,
  isDraft: false,
  kind: 'COMMIT',
  key: `commit ${start}`,
  termId: 'trm_1',
  start,
  until,
  amount: new Exact(amount),
  credited: new Exact(credited),
});

const [january, february, march] = ['2027-01-01', '2027-02-01', '2027-03-01'];
const committed = new Set(['trm_1']);
const shown = (found: Deduction[]) => found.map(({ invoiceId, amount }) => [invoiceId, amount]);

test('R61 usage of 120 deducts the commit of 100 of its period, and no more', () =>
  expect(
    shown(
      deductionsFor(
        [usage(january, february, 120)],
        { commits: [commit('inv_1', january, february, 100)], committed },
        [],
      ),
    ),
  ).toEqual([['inv_1', '100']]));

test('R61 unused commit of a month lapses at its end', () => {
  const commits = [commit('inv_1', january, february, 100), commit('inv_2', february, march, 100)];
  expect(shown(deductionsFor([usage(february, march, 150)], { commits, committed }, []))).toEqual([
    ['inv_2', '100'],
  ]);
});

test('R61 a commit paid once covers all months until it is used up', () => {
  const commits = [commit('inv_1', january, february, 300)];
  const used = [{ invoiceId: 'inv_1', position: 0, amount: '180' }];
  expect(shown(deductionsFor([usage(february, march, 150)], { commits, committed }, used))).toEqual([
    ['inv_1', '120'],
  ]);
});

test('R61 usage of a plan without commits is not deducted from the remaining commit of the previous plan', () => {
  const commits = [commit('inv_1', january, february, 100)];
  const after = { ...usage(february, march, 150), termId: 'trm_2' };
  expect(deductionsFor([after], { commits, committed }, [])).toEqual([]);
});

test('R61 a credited part of a commit is not deducted', () =>
  expect(
    shown(
      deductionsFor(
        [usage(january, february, 90)],
        { commits: [commit('inv_1', january, february, 100, 40)], committed },
        [],
      ),
    ),
  ).toEqual([['inv_1', '60']]));

test('R61 both parts of a period are deducted, the larger one listed first', () => {
  const commits = [commit('inv_1', january, '2027-01-11', 30), commit('inv_2', '2027-01-11', february, 70)];
  expect(shown(deductionsFor([usage(january, february, 120)], { commits, committed }, []))).toEqual([
    ['inv_2', '70'],
    ['inv_1', '30'],
  ]);
});

test('R61 credited usage is returned to the commit that was deducted last', () => {
  const deductions = [
    { invoiceId: 'inv_1', position: 0, amount: '30' },
    { invoiceId: 'inv_2', position: 0, amount: '10' },
  ];
  const left = (amount: number) =>
    withoutDeduction(deductions, new Exact(amount)).map(({ invoiceId, amount: of }) => `${invoiceId} ${of}`);
  expect(left(0)).toEqual(['inv_1 30', 'inv_2 10']);
  expect(left(12.5)).toEqual(['inv_1 27.5']);
  expect(left(40)).toEqual([]);
});
