import { expect, it } from 'vitest';
import type { MarketplacePartner } from '../partners.ts';
import type { OfferSpec } from '../specifications.ts';
import { refusalsOf } from './offers.ts';

type SpecInput = { name?: string; [field: string]: unknown };
const specOf = ({ name, ...info }: SpecInput): OfferSpec => ({
  key: 'k',
  name,
  offerType: 'PRIVATE',
  productId: undefined,
  externalProductId: undefined,
  externalBuyerId: undefined,
  buyerName: undefined,
  expireTime: undefined,
  endTime: undefined,
  info,
  metaInfo: {},
  basedOn: undefined,
});
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
  ['MKC', '/name', { name: text(256) }, { name: text(257) }],
  ['MKC', '/info/mkCProviderInternalNote', ...both('mkCProviderInternalNote', text(1500), text(1501))],
  ['MKC', '/info/mkCDuration', ...both('mkCDuration', 84, 85)],
  ['MKC', '/info/currency', ...both('currency', 'USD', 'EUR')],
];

function both(name: string, taken: unknown, refused: unknown) {
  return [{ [name]: taken }, { [name]: refused }] as const;
}

it.each(cases)('R36 %s refuses %s beyond its published limit', (partner, pointer, taken, refused) => {
  expect(refusalsOf(partner, specOf(taken))).toEqual([]);
  expect(refusalsOf(partner, specOf(refused))).toMatchObject([{ pointer }]);
  expect(refusalsOf('MKE', specOf(refused))).toEqual([]);
});
