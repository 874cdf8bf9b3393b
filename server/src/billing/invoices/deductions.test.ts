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
const shown = (found: Deduction[]) => found.map(({ invoiceId, amount }) => [invoiceId, amount]);

test('R61 usage of 120 deducts the commit of 100 of its time, and no more', () =>
  expect(
    shown(deductionsFor([usage(january, february, 120)], [commit('inv_1', january, february, 100)], [])),
  ).toEqual([['inv_1', '100']]));

test('R61 what is left of a month lapses with it', () => {
  const commits = [commit('inv_1', january, february, 100), commit('inv_2', february, march, 100)];
  expect(shown(deductionsFor([usage(february, march, 150)], commits, []))).toEqual([['inv_2', '100']]);
});

test('R61 a commit that was paid once pays for all months, until it is used up', () => {
  const commits = [commit('inv_1', january, february, 300)];
  const used = [{ invoiceId: 'inv_1', position: 0, amount: '180' }];
  expect(shown(deductionsFor([usage(february, march, 150)], commits, used))).toEqual([['inv_1', '120']]);
});

test('R61 what of a commit was credited pays for nothing', () =>
  expect(
    shown(deductionsFor([usage(january, february, 90)], [commit('inv_1', january, february, 100, 40)], [])),
  ).toEqual([['inv_1', '60']]));

test('R61 of two parts of a period each pays, and the larger one comes first', () => {
  const commits = [commit('inv_1', january, '2027-01-11', 30), commit('inv_2', '2027-01-11', february, 70)];
  expect(shown(deductionsFor([usage(january, february, 120)], commits, []))).toEqual([
    ['inv_2', '70'],
    ['inv_1', '30'],
  ]);
});

test('R61 what is given back of usage goes back to the commit that paid for it last', () => {
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
