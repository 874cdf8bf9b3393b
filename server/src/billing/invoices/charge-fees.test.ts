import { expect, test } from 'vitest';
import { chargeFees } from './charge-fees.ts';
import { at, saleOf } from './sale.fixture.ts';

const year = ['2027-01-01', '2028-01-01'] as const;
const payments = {
  paymentInstallments: [
    { amount: 100, chargeOn: '2027-01-01' },
    { amount: 50.5, chargeOn: '2027-03-01' },
    { amount: 50.5, chargeOn: '2027-03-01' },
  ],
};
const addons = { addons: [{ id: 'setup', name: 'Setup', amount: 20, chargeOn: '2027-02-01' }] };
const whole = { id: 'trm_1', start: year[0], end: year[1], bought: year, info: payments };
const split = [
  { ...whole, end: '2027-02-10' },
  {
    ...whole,
    id: 'trm_2',
    start: '2027-02-10',
    info: {
      paymentInstallments: [
        { amount: 100, chargeOn: '2027-01-01' },
        { amount: 70, chargeOn: '2027-03-01' },
      ],
    },
  },
];
const instalment = (day: string, place: number) =>
  `ent_1:INSTALLMENT:${at('2027-01-01')}:${at(day)}:${place}`;
type SaleInput = Parameters<typeof saleOf>[0];

const cases: [string, SaleInput, string[], string, string[], string | undefined][] = [
  [
    'each instalment and addon is due on its date, two on one date separately',
    { info: addons, parts: [whole] },
    [],
    '2027-03-01',
    ['INSTALLMENT 100', 'ADDON 20', 'INSTALLMENT 50.5', 'INSTALLMENT 50.5'],
    undefined,
  ],
  [
    'a future instalment is not billed yet',
    { info: addons, parts: [whole] },
    [],
    '2027-01-15',
    ['INSTALLMENT 100'],
    at('2027-02-01'),
  ],
  [
    'a billed charge is not billed again',
    { info: addons, parts: [whole] },
    [instalment('2027-01-01', 0), instalment('2027-03-01', 1), 'ent_1:ADDON:setup'],
    '2027-03-01',
    ['INSTALLMENT 50.5'],
    undefined,
  ],
  [
    'after an early end nothing is charged',
    { status: 'CANCELLED', end: '2027-02-15', info: addons, parts: [whole] },
    [],
    '2027-06-01',
    ['INSTALLMENT 100', 'ADDON 20'],
    undefined,
  ],
  [
    'a change repeats earlier instalments without billing them again',
    { parts: split },
    [instalment('2027-01-01', 0)],
    '2027-03-01',
    ['INSTALLMENT 70'],
    undefined,
  ],
];

test.each(cases)('R45 %s', (_, given, known, now, expected, next) => {
  const found = chargeFees(saleOf(given), new Set(known), at(now));
  expect(found.fees.map(({ kind, fee }) => `${kind} ${fee.amount}`).sort()).toEqual([...expected].sort());
  expect(found.next).toBe(next);
});
