import { expect, test } from 'vitest';
import { deriveEntitlement } from './index.ts';
import { accepted, anOffer, ordered } from './input.fixture.ts';

const commit = (length: number | undefined, timeUnit: string, more: object = {}) => ({
  key: 'base',
  type: 'FLAT_RATE',
  rate: 1200,
  length,
  timeUnit,
  ...more,
});
const payments = [{ amount: 1000.5 }, { amount: 2000.5 }];
const annualized = (input: Parameters<typeof deriveEntitlement>[0]) =>
  deriveEntitlement(input).info.annualizedAmount;

test.each([
  { name: 'a year', info: { commits: [commit(1, 'YEAR')] }, value: 1200 },
  { name: 'three years', info: { commits: [commit(3, 'YEAR')] }, value: 400 },
  { name: 'a month', info: { commits: [commit(1, 'MONTH')] }, value: 14400 },
  { name: 'eighteen months', info: { commits: [commit(18, 'MONTH')] }, value: 800 },
  { name: 'days of 365', info: { commits: [commit(73, 'DAY')] }, value: 6000 },
  { name: 'seven months, rounded half up', info: { commits: [commit(7, 'MONTH')] }, value: 2057.14 },
  { name: 'seats', info: { commits: [commit(2, 'YEAR', { type: 'PER_USER', quantity: 5 })] }, value: 3000 },
  { name: 'several lengths', info: { commits: [commit(1, 'YEAR'), commit(1, 'MONTH')] }, value: 15600 },
  {
    name: 'until its end',
    info: { commits: [commit(0, 'MONTH', { termEndTime: '2026-07-01' })] },
    value: 2400,
  },
  {
    name: 'as long as the term',
    info: { commits: [commit(undefined, '')] },
    endTime: '2028-01-01',
    value: 600,
  },
  {
    name: 'the one with a length, the other is paid once',
    info: { commits: [commit(1, 'YEAR'), commit(0, '')] },
    value: 1200,
  },
  {
    name: 'MKC by month',
    partner: 'MKC',
    info: { commits: [commit(3, 'YEAR')], mkCDuration: 36 },
    value: 14400,
  },
  { name: 'MKC by month without an end', partner: 'MKC', info: { commits: [commit(0, '')] }, value: 14400 },
])('R41 annualizedAmount of commits: $name', ({ partner, info, endTime, value }) => {
  expect(annualized(accepted(anOffer(info, { partner, endTime })))).toBe(value);
});

test.each([
  { name: 'two years', endTime: '2028-01-01', value: 1500.5 },
  { name: 'an end that names the last day instead of the day after', endTime: '2027-12-31', value: 1500.5 },
  { name: 'an end at the last second', endTime: '2027-12-31T23:59:59Z', value: 1500.5 },
  { name: 'half a year is scaled up', endTime: '2026-07-01', value: 6002 },
  { name: 'a term of partial months is counted by days', endTime: '2026-03-15T00:00:00Z', value: 15005 },
  { name: 'a leap year is a year', start: '2028-01-01T00:00:00Z', endTime: '2029-01-01', value: 3001 },
  { name: 'a month end', start: '2026-01-31T00:00:00Z', endTime: '2026-02-28', value: 36012 },
  { name: 'an open term', endTime: undefined, value: null },
  { name: 'an end before the start', endTime: '2025-01-01', value: null },
  { name: 'an end that is the start', endTime: '2026-01-01T00:00:00.000Z', value: null },
])('R41 annualizedAmount of instalments over $name', ({ start, endTime, value }) => {
  const offer = anOffer({ paymentInstallments: payments }, { endTime });
  const agreement = start ? { startTime: start } : {};
  const amount = annualized(accepted(offer, agreement));
  expect(amount).toBe(value);
});

test('R41 instalments pay the commits and are not added to them', () => {
  const info = { paymentInstallments: [{ amount: 900 }], commits: [commit(1, 'YEAR')] };
  expect(annualized(accepted(anOffer(info)))).toBe(900);
});

test.each([
  { name: 'usage only', info: { dimensions: [{ key: 'calls', rate: 0.5 }] } },
  { name: 'a minimum of usage', info: { billableDimensions: [{ minimumCommit: 100 }] } },
  { name: 'zeros', info: { commits: [commit(1, 'YEAR', { rate: 0 })] } },
  { name: 'a commit without length or end', info: { commits: [commit(0, 'MONTH')] } },
  { name: 'an amount without an end', info: { commitAmount: 500 } },
  { name: 'a zero amount', info: { commitAmount: 0 }, endTime: '2027-01-01' },
  {
    name: 'an amount for services by people',
    info: { commitAmount: 500 },
    endTime: '2027-01-01',
    offerType: 'PROFESSIONAL_SERVICES',
  },
  { name: 'fees paid once', info: { commits: [commit(0, '')], commitAmount: 500 }, endTime: undefined },
  { name: 'services by people', info: { commits: [commit(1, 'YEAR')] }, offerType: 'PROFESSIONAL_SERVICES' },
])('R41 annualizedAmount is null for $name', ({ info, endTime, offerType }) => {
  expect(annualized(accepted(anOffer(info, { endTime, ...(offerType ? { offerType } : {}) })))).toBeNull();
});

test.each([
  { name: 'the offer’s', partner: 'MKB', info: { commitAmount: 1200 }, endTime: '2028-01-01', value: 600 },
  { name: 'on MKC', partner: 'MKC', info: { commitAmount: 1200, mkCDuration: 24 }, value: 600 },
  {
    name: 'beside commits without rates',
    partner: 'MKA',
    info: { commits: [{ key: 'a' }], commitAmount: 1200, mkAAgreementDuration: 'P6M' },
    value: 2400,
  },
  {
    name: 'beside usage',
    partner: 'MKC',
    info: { commitAmount: 1200, mkCDuration: 12, dimensions: [{ key: 'calls' }] },
    value: 1200,
  },
])('R41 annualizedAmount of an amount over the term: $name', ({ partner, info, endTime, value }) => {
  expect(annualized(accepted(anOffer(info, { partner, endTime })))).toBe(value);
});

test('R41 an order for an amount is annualized with an end, and not without one', () => {
  const order = { terms: { commitAmount: 1200 } };
  expect(annualized(ordered({ ...order, endTime: '2028-01-01T00:00:00Z' }, 'MKB'))).toBe(600);
  expect(annualized(ordered(order, 'MKB'))).toBeNull();
});

test('R41 the product type of the offer, else of the product, decides whether the sale is one-time', () => {
  const services = { productType: 'PROFESSIONAL_SERVICES', info: {}, metaInfo: {} };
  const offer = anOffer({ commits: [commit(1, 'YEAR')] });
  const of = (productType: string | undefined) =>
    annualized({ ...accepted({ ...offer, productType }), product: services });
  expect([of('CONTRACT'), of(undefined), of('')]).toEqual([1200, null, null]);
  expect(annualized(accepted({ ...offer, productType: 'PROFESSIONAL_SERVICES' }))).toBeNull();
});

test('R41 annualizedAmount is null for a professional-services product', () => {
  const product = { productType: 'PROFESSIONAL_SERVICES', info: {}, metaInfo: {} };
  const input = { ...accepted(anOffer({ commits: [commit(1, 'YEAR')] })), product };
  expect(annualized(input)).toBeNull();
});

test.each([
  { currency: 'JPY', value: 2057 },
  { currency: 'KWD', value: 2057.143 },
  { currency: 'IQD', value: 2057.143 },
  { currency: 'HUF', value: 2057.14 },
  { currency: 'IDR', value: 2057.14 },
  { currency: 'EUR', value: 2057.14 },
])(
  'R41 annualizedAmount has the currency of the terms and its decimal places: $currency',
  ({ currency, value }) => {
    expect(annualized(accepted(anOffer({ currency, commits: [commit(7, 'MONTH')] })))).toBe(value);
  },
);
