import { expect, test } from 'vitest';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { KnownFee } from './fees.ts';
import { at, saleOf } from './sale.fixture.ts';
import { billUsage, usagePeriods } from './usage-fees.ts';

const info = { currency: 'USD', dimensions: [{ key: 'gpu', name: 'GPU', rate: 0.37 }] };
const whole = { id: 'trm_1', start: '2027-01-01', end: '2027-04-01', info };
const span = { start: at('2027-01-01'), end: at('2027-02-01') };
const january = { ...span, whole: span };
const key = `ent_1:USAGE:${at('2027-01-01')}:trm_1`;
const billed = (feeKey: string, invoiceId: string, more: Partial<KnownFee> = {}): KnownFee => ({
  invoiceId,
  position: 0,
  isDraft: false,
  kind: 'USAGE',
  key: feeKey,
  termId: 'trm_1',
  start: span.start,
  until: span.end,
  amount: new Exact(1),
  credited: new Exact(0),
  ...more,
});
const units = (...given: (readonly [number, number])[]) => ({
  units: given.map(([count, price]) => ({
    dimension: 'gpu',
    units: new Exact(count),
    price: new Exact(price),
  })),
  records: [],
});

/** Builds a line as it was billed. */
const line = (quantity: number, amount: number) => ({ billableMetricKey: { id: 'gpu' }, quantity, amount });

test('R61 a change of term splits a period, and the fees of a part, including late ones, are found by its key', () => {
  const parts = [
    { ...whole, end: '2027-01-11', bought: ['2027-01-01', '2027-04-01'] as const },
    { ...whole, id: 'trm_2', start: '2027-01-11', bought: ['2027-01-01', '2027-04-01'] as const },
  ];
  const known = [billed(key, 'inv_1'), billed(`${key}:late:b`, 'inv_2'), billed('other', 'inv_3')];
  const found = usagePeriods(saleOf({ parts }), [january], known);
  expect(found.map((one) => [one.key, one.end, one.billedBy])).toEqual([
    [key, at('2027-01-11'), ['inv_1', 'inv_2']],
    [`ent_1:USAGE:${at('2027-01-11')}:trm_2`, at('2027-02-01'), []],
  ]);
});

test.each([
  [
    'sums its usage and rounds once: 10.5 and 3 units of 0.37 are 4.995',
    units([10.5, 0.37], [3, 0.37]),
    undefined,
    `${key} 5`,
  ],
  ['has a separately rounded line for each price', units([1, 0.005], [1, 0.006]), undefined, `${key} 0.02`],
  [
    'that was billed is charged for late usage, marked late: 4 units are 1.48, 3 were 1.11',
    units([4, 0.37]),
    [[key, line(3, 1.11)]],
    `${key}:late:b 0.37 late`,
  ],
  [
    'is billed for 10 of 12 units if the first invoice was voided and the late one was not',
    units([12, 0.37]),
    [[`${key}:late:a`, line(2, 0.74)]],
    `${key}:late:b 3.7 late`,
  ],
  [
    'credits nothing if more was billed, or for another period',
    units([1, 0.37], [2, 0.5]),
    [
      [key, line(1, 1.2)],
      ['other', line(9, 9)],
    ],
    `${key}:late:b 0.17 late`,
  ],
  ['without usage is not billed', units(), undefined, undefined],
] satisfies [string, ReturnType<typeof units>, [string, object][] | undefined, string | undefined][])(
  'R61 the fee of a period %s',
  (_, all, before, expected) => {
    const known = (before ?? []).map(([feeKey]) => billed(feeKey, 'inv_1'));
    const [period] = usagePeriods(saleOf({ parts: [whole] }), [january], known);
    if (!period) throw new Error('the period is not there');
    const usage = { reportId: 'b', spans: [], all };
    const lines = new Map((before ?? []).map(([feeKey, one]) => [feeKey, [one]]));
    const fee = billUsage(period, { usage, billed: lines, metrics: new Map() })?.fee;
    expect(fee && `${fee.key} ${fee.amount}${fee.isLate ? ' late' : ''}`).toBe(expected);
    if (before) expect(billUsage(period, { usage: undefined, metrics: new Map() })).toBe(undefined);
  },
);

/** Builds fees as they were billed, issued or drafted, with their amounts and lines. */
const bills = (
  all: ReturnType<typeof units>,
  ...fees: [name: string, isDraft: boolean, line: object & { amount: number }][]
) => {
  const feeKeyOf = (index: number) => (index === 0 ? key : `${key}:late:${index}`);
  const known = fees.map(([id, isDraft, { amount }], index) =>
    billed(feeKeyOf(index), id, { isDraft, amount: new Exact(amount) }),
  );
  const [period] = usagePeriods(saleOf({ parts: [whole] }), [january], known);
  if (!period) throw new Error('the period is not there');
  const lines = new Map(fees.map(([, , one], index) => [feeKeyOf(index), [one]]));
  const bill = billUsage(period, {
    usage: { reportId: 'b', spans: [], all },
    billed: lines,
    metrics: new Map(),
  });
  return {
    fee: bill?.fee?.amount.toNumber(),
    refreshed: bill?.refreshed.map(({ fee, amount, lines: { length } }) => [
      fee.invoiceId,
      amount.toNumber(),
      length,
    ]),
    credits: bill?.credits.map(({ fee, credit }) => [fee.invoiceId, credit.toNumber()]),
    by: bill?.invoiceId,
  };
};

test('R62 a draft bills its whole period, less what issued invoices bill', () => {
  expect(bills(units([10, 0.37]), ['inv_1', true, line(4, 1.48)])).toEqual({
    fee: undefined,
    refreshed: [['inv_1', 3.7, 1]],
    credits: [],
    by: 'inv_1',
  });
  expect(bills(units([10, 0.37]), ['inv_1', false, line(4, 1.48)], ['inv_2', true, line(1, 0.37)])).toEqual({
    fee: undefined,
    refreshed: [['inv_2', 2.22, 1]],
    credits: [],
    by: 'inv_2',
  });
});

test('R62 excess on issued invoices is credited, newest first, and no draft is left', () => {
  const issued = [
    ['inv_1', false, line(4, 1.48)],
    ['inv_2', false, line(2, 0.74)],
  ] as [string, boolean, ReturnType<typeof line>][];
  expect(bills(units([1, 0.37]), ...issued, ['inv_3', true, line(1, 0.37)])).toEqual({
    fee: undefined,
    refreshed: [['inv_3', 0, 0]],
    credits: [
      ['inv_2', 0.74],
      ['inv_1', 1.11],
    ],
    by: 'inv_2',
  });
  expect(bills(units([6, 0.37]), ...issued)).toEqual({
    fee: undefined,
    refreshed: [],
    credits: [],
    by: 'inv_2',
  });
});
