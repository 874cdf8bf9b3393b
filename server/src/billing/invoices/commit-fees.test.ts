import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { commitFees } from './commit-fees.ts';
import type { KnownFee } from './fees.ts';
import { at, saleOf } from './sale.fixture.ts';

const fee = (rate: number) => ({ commits: [{ key: 'fee', rate, length: 1, timeUnit: 'MONTH' }] });
const quarter = { id: 'trm_1', start: '2027-01-01', end: '2027-04-01', info: fee(310) };
const billed = (start: string, until: string, amount: number, credited = 0): KnownFee => ({
  invoiceId: 'inv_1',
  position: 0,
  isDraft: false,
  kind: 'COMMIT',
  key: `ent_1:COMMIT:${at(start)}:trm_1`,
  termId: 'trm_1',
  start: at(start),
  until: at(until),
  amount: new Exact(amount),
  credited: new Exact(credited),
});
const january = billed('2027-01-01', '2027-02-01', 310);
const changed = [
  {
    id: 'trm_1',
    start: '2027-01-01',
    end: '2027-01-11',
    bought: ['2027-01-01', '2027-04-01'],
    info: fee(310),
  },
  {
    id: 'trm_2',
    start: '2027-01-11',
    end: '2027-04-01',
    bought: ['2027-01-01', '2027-04-01'],
    info: fee(620),
  },
] as const;
type SaleInput = Parameters<typeof saleOf>[0];
type ExpectedBill = { fees: string[]; cuts: string[]; next: string | undefined };

const cases: [string, SaleInput, KnownFee[], string, ExpectedBill][] = [
  [
    'a commit paid in advance is billed when its month begins',
    { parts: [quarter] },
    [],
    '2027-01-01',
    { fees: ['trm_1 2027-01-01 2027-02-01 310'], cuts: [], next: at('2027-02-01') },
  ],
  [
    'a billed month is not billed again, and the next one is',
    { parts: [quarter] },
    [january],
    '2027-02-15',
    { fees: ['trm_1 2027-02-01 2027-03-01 310'], cuts: [], next: at('2027-03-01') },
  ],
  [
    'a commit paid in arrears is billed when its month is over',
    { info: { paymentSchedule: 'POSTPAY' }, parts: [quarter] },
    [],
    '2027-02-01',
    { fees: ['trm_1 2027-01-01 2027-02-01 310'], cuts: [], next: at('2027-03-01') },
  ],
  [
    'an end credits the rest of the month: 11 of 31 days',
    { status: 'CANCELLED', end: '2027-01-21', parts: [quarter] },
    [january],
    '2027-01-21',
    { fees: [], cuts: ['2027-01-21 110'], next: undefined },
  ],
  [
    'an amount credited before is not credited again',
    { status: 'CANCELLED', end: '2027-01-21', parts: [quarter] },
    [billed('2027-01-01', '2027-02-01', 310, 60)],
    '2027-01-21',
    { fees: [], cuts: ['2027-01-21 50'], next: undefined },
  ],
  [
    'a sale cancelled before it began is credited in full',
    { status: 'CANCELLED', end: '2027-01-21', parts: [quarter] },
    [january],
    '2026-12-20',
    { fees: [], cuts: ['2027-01-01 310'], next: undefined },
  ],
  [
    'a change credits 21 of 31 days and bills them at the new prices',
    { parts: changed },
    [january],
    '2027-01-11',
    {
      fees: ['trm_2 2027-01-11 2027-02-01 420'],
      cuts: ['2027-01-11 210'],
      next: at('2027-02-01'),
    },
  ],
  [
    'instalments replace commits',
    { parts: [{ ...quarter, info: { ...fee(310), paymentInstallments: [{ amount: 5 }] } }] },
    [],
    '2027-01-01',
    { fees: [], cuts: [], next: at('2027-02-01') },
  ],
];

test.each(cases)('R35 %s', (_, given, known, now, expected) => {
  const { fees, cuts, next } = commitFees(saleOf(given), known, at(now));
  const day = (time: string) => time.slice(0, 10);
  expect({
    fees: fees.map(({ termId, start, end, amount }) => `${termId} ${day(start)} ${day(end)} ${amount}`),
    cuts: cuts.map(({ until, credit }) => `${day(until)} ${credit}`),
    next,
  }).toEqual(expected);
});

test('R35 a fee that was ended early and continued is billed from that day', () => {
  const { fees } = commitFees(
    saleOf({ parts: [quarter] }),
    [billed('2027-01-01', '2027-01-11', 310, 210)],
    at('2027-01-15'),
  );
  expect(fees.map(({ start, amount }) => [start, amount.toFixed()])).toEqual([[at('2027-01-11'), '210']]);
});
