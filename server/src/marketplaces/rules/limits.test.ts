import { expect, it } from 'vitest';
import type { MarketplacePartner } from '../partners.ts';
import { judgeOffer } from './offers.ts';
import { specOf } from './spec.fixture.ts';

type SpecInput = { name?: string; [field: string]: unknown };
const inputOf = ({ name, ...info }: SpecInput) => specOf({ name, info });
const text = (length: number) => 'x'.repeat(length);
const due = (...days: (string | undefined)[]) => ({
  paymentInstallments: days.map((day) => (day ? { amount: 1, chargeOn: day } : { amount: 1 })),
});

/** A value that the marketplace accepts, a rejected value, and the value in the rejection. */
const cases: [partner: MarketplacePartner, pointer: string, taken: SpecInput, refused: SpecInput][] = [
  ['MKA', '/name', { name: text(150) }, { name: text(151) }],
  ['MKA', '/info/refundCancellationPolicy', ...both('refundCancellationPolicy', text(500), text(501))],
  ['MKA', '/info/currency', ...both('currency', 'CAD', 'CHF')],
  ['MKA', '/info/currency', ...both('currency', '', 'KWD')],
  [
    ...(['MKA', '/info/paymentInstallments'] as const),
    ...([
      due('2030-01-01', '2030-01-02', undefined, undefined),
      due('2030-01-01', '2030-01-01T12:00:00.000Z'),
    ] as const),
  ],
];

function both(name: string, taken: unknown, refused: unknown) {
  return [{ [name]: taken }, { [name]: refused }] as const;
}

it.each(cases)('R36 %s refuses %s beyond its published limit', (partner, pointer, taken, refused) => {
  const wrong = (where: MarketplacePartner, input: SpecInput) =>
    judgeOffer(where, inputOf(input), new Date('2029-01-01')).filter(({ isMissing }) => !isMissing);
  expect(wrong(partner, taken)).toEqual([]);
  expect(wrong(partner, refused)).toMatchObject([{ pointer }]);
  expect(wrong('MKE', refused)).toEqual([]);
});
