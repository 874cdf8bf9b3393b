import { describe, expect, test } from 'vitest';
import { deriveEntitlement } from './index.ts';
import { accepted, anOffer, ordered } from './input.fixture.ts';

const flat = { key: 'base', type: 'FLAT_RATE', rate: 100.1, length: 1, timeUnit: 'YEAR' };
const seats = { key: 'seat', type: 'PER_USER', rate: 9.99, quantity: 30, length: 1, timeUnit: 'YEAR' };

const direct = undefined;
test.each([
  {
    partner: 'MKA',
    type: 'FLAT_RATE',
    commits: [flat],
    extra: { mkAAgreementDuration: 'P2Y' },
    amount: '200.2',
  },
  {
    partner: 'MKA',
    type: 'PER_USER',
    commits: [seats],
    extra: { mkAAgreementDuration: 'P2Y' },
    amount: '599.4',
  },
  { partner: 'MKA_CHINA', type: 'FLAT_RATE', commits: [flat], extra: {}, amount: '100.1' },
  { partner: 'MKB', type: 'FLAT_RATE', commits: [flat], extra: {}, amount: '100.1' },
  { partner: 'MKB', type: 'PER_USER', commits: [seats], extra: {}, amount: '299.7' },
  { partner: 'MKC', type: 'FLAT_RATE', commits: [flat], extra: { mkCDuration: 24 }, amount: '2402.4' },
  { partner: 'MKC', type: 'PER_USER', commits: [seats], extra: { mkCDuration: 24 }, amount: '7192.8' },
  { partner: 'MKD', type: 'FLAT_RATE', commits: [flat], extra: {}, amount: '100.1' },
  { partner: 'MKD', type: 'PER_USER', commits: [seats], extra: {}, amount: '299.7' },
  { partner: 'MKE', type: 'FLAT_RATE', commits: [flat], extra: {}, amount: '100.1' },
  { partner: 'MKE', type: 'PER_USER', commits: [seats], extra: {}, amount: '299.7' },
  { partner: 'MKF', type: 'FLAT_RATE', commits: [flat], extra: {}, amount: '100.1' },
  { partner: 'MKF', type: 'PER_USER', commits: [seats], extra: {}, amount: '299.7' },
  { partner: direct, type: 'FLAT_RATE', commits: [flat], extra: {}, amount: '100.1' },
  { partner: direct, type: 'PER_USER', commits: [seats], extra: {}, amount: '299.7' },
  { partner: direct, type: 'both', commits: [flat, seats], extra: {}, amount: '399.8' },
])('R42 commitAmount of a $type commit on $partner is $amount', ({ partner, commits, extra, amount }) => {
  const derived = deriveEntitlement(accepted(anOffer({ commits, commitAmount: 1, ...extra }, { partner })));
  expect(derived.commitAmount).toBe(amount);
  expect(derived.info.commitAmount).toBe(Number(amount));
});

const rate = (more: object) => [{ key: 'base', type: 'FLAT_RATE', rate: 10, ...more }];
test.each([
  {
    name: 'the offer’s duration',
    info: { commits: rate({ length: 1, timeUnit: 'YEAR' }), mkCDuration: 6 },
    end: undefined,
    amount: '60',
  },
  {
    name: 'a length in years',
    info: { commits: rate({ length: 2, timeUnit: 'YEAR' }) },
    end: undefined,
    amount: '240',
  },
  {
    name: 'a length in months',
    info: { commits: rate({ length: 5, timeUnit: 'MONTH' }) },
    end: undefined,
    amount: '50',
  },
  {
    name: 'a length in days',
    info: { commits: rate({ length: 90, timeUnit: 'DAY' }) },
    end: undefined,
    amount: '30',
  },
  {
    name: 'fewer days than a month',
    info: { commits: rate({ length: 3, timeUnit: 'DAY' }) },
    end: undefined,
    amount: '10',
  },
  {
    name: 'the end of the commit',
    info: { commits: rate({ termEndTime: '2026-07-01' }) },
    end: undefined,
    amount: '60',
  },
  { name: 'the offer’s end', info: { commits: rate({}) }, end: '2026-12-31', amount: '120' },
  { name: 'no end: one month', info: { commits: rate({}) }, end: undefined, amount: '10' },
  {
    name: 'the term instead of the duration, if the offer has an end of its own',
    info: { commits: rate({ length: 12, timeUnit: 'MONTH' }), mkCDuration: 12 },
    end: '2029-01-01',
    amount: '360',
  },
  {
    name: 'its own end, before the end of the term',
    info: { commits: rate({ termEndTime: '2026-07-01' }), mkCDuration: 12 },
    end: undefined,
    amount: '60',
  },
  {
    name: 'the term, which ends before the commit',
    info: { commits: rate({ termEndTime: '2028-01-01' }), mkCDuration: 12 },
    end: undefined,
    amount: '120',
  },
  {
    name: 'the term, for a commit with both length and end',
    info: { commits: rate({ length: 1, timeUnit: 'MONTH', termEndTime: '2026-07-01' }), mkCDuration: 12 },
    end: undefined,
    amount: '120',
  },
])('R42 the months of a monthly rate on MKC follow $name', ({ info, end, amount }) => {
  const input = accepted(anOffer(info, { partner: 'MKC', endTime: end }));
  expect(deriveEntitlement(input).commitAmount).toBe(amount);
});

test('R42 the rate of an order without an offer is monthly by its marketplace, reported or derived from the agreement’s records', () => {
  const terms = { commits: rate({ length: 1, timeUnit: 'YEAR' }) };
  expect(deriveEntitlement(ordered({ terms }, 'MKC')).commitAmount).toBe('120');
  expect(deriveEntitlement(ordered({ terms, mirror: { mkCEntitlements: [] } })).commitAmount).toBe('120');
  expect(deriveEntitlement(ordered({ terms }, 'MKD')).commitAmount).toBe('10');
});

const instalments = [{ amount: 0.1, credit: 5 }, { amount: 0.2 }, { chargeOn: '2026-06-01', credit: 0.5 }];
test.each([
  {
    name: 'instalments come first',
    info: { paymentInstallments: instalments, commits: [flat], commitAmount: 9 },
    amount: '0.3',
    credit: '5.5',
  },
  {
    name: 'instalments on MKC are not multiplied by months',
    partner: 'MKC',
    info: { paymentInstallments: [{ amount: 7 }], mkCDuration: 12 },
    amount: '7',
    credit: null,
  },
  {
    name: 'payments without amounts are ignored',
    info: { paymentInstallments: [{ credit: 3 }], commits: [flat] },
    amount: '100.1',
    credit: '3',
  },
  {
    name: 'an empty list of payments is ignored',
    info: { paymentInstallments: [], commits: [flat] },
    amount: '100.1',
    credit: null,
  },
  { name: 'else the offer’s amount', info: { commits: [], commitAmount: 9.5 }, amount: '9.5', credit: null },
  {
    name: 'commits without rates are ignored',
    info: { commits: [{ key: 'base' }], commitAmount: 9.5 },
    amount: '9.5',
    credit: null,
  },
  {
    name: 'a zero is an amount',
    info: { commits: [{ key: 'base', rate: 0 }], commitAmount: 9.5 },
    amount: '0',
    credit: null,
  },
  {
    name: 'a purchase by usage only has no amount',
    info: { dimensions: [{ key: 'calls', rate: 1 }] },
    amount: null,
    credit: null,
  },
])('R42 precedence of amounts: $name', ({ partner, info, amount, credit }) => {
  const derived = deriveEntitlement(accepted(anOffer(info, { partner })));
  expect([derived.commitAmount, derived.creditAmount]).toEqual([amount, credit]);
  expect(derived.info.commitAmount).toBe(amount === null ? undefined : Number(amount));
});

test('R42 amounts are exact: sums of large and small amounts keep all digits and have no exponent', () => {
  const paymentInstallments = [{ amount: 9007199254740991 }, { amount: 1e21 }, { amount: 0.01 }];
  const { commitAmount } = deriveEntitlement(accepted(anOffer({ paymentInstallments })));
  expect(commitAmount).toBe('1000009007199254740991.01');
});

test.each([
  { currency: 'USD', rates: [0.00000001, 0.004], quantity: 1, amount: '0' },
  { currency: 'USD', rates: [0.004, 0.004], quantity: 1, amount: '0.01' },
  { currency: 'EUR', rates: [1.23456789], quantity: 1000, amount: '1234.57' },
  { currency: 'JPY', rates: [0.5], quantity: 3, amount: '2' },
  { currency: 'KWD', rates: [0.00049, 0.00049], quantity: 1, amount: '0.001' },
])('R42 rates of $rates $currency are summed unrounded, then rounded once', ({ rates, ...row }) => {
  const commits = rates.map((rate) => ({ rate, quantity: row.quantity }));
  const offer = anOffer({ commits, currency: row.currency });
  expect(deriveEntitlement(accepted(offer)).commitAmount).toBe(row.amount);
});

const partners = [undefined, 'MKA', 'MKA_CHINA', 'MKB', 'MKD', 'MKE', 'MKF'];
const recurring: { name: string; commit: object; end?: string; amount: string }[] = [
  { name: 'a month over three years', commit: { length: 1, timeUnit: 'MONTH' }, amount: '3600' },
  { name: 'a quarter over three years', commit: { length: 3, timeUnit: 'MONTH' }, amount: '1200' },
  { name: 'a year, in lowercase', commit: { length: 1, timeUnit: 'year' }, amount: '300' },
  { name: 'two years, of which the second starts', commit: { length: 2, timeUnit: 'YEAR' }, amount: '200' },
  { name: 'exactly the term', commit: { length: 36, timeUnit: 'MONTH' }, amount: '100' },
  { name: 'more than the term', commit: { length: 5, timeUnit: 'YEAR' }, amount: '100' },
  { name: 'thirty days', commit: { length: 30, timeUnit: 'DAY' }, amount: '3700' },
  { name: 'no length', commit: {}, amount: '100' },
  { name: 'a length without a unit', commit: { length: 1 }, amount: '100' },
  { name: 'no length but an end', commit: { length: 0, termEndTime: '2026-03-01' }, amount: '100' },
  {
    name: 'a month, the last day named',
    commit: { length: 1, timeUnit: 'MONTH' },
    end: '2028-12-31',
    amount: '3600',
  },
  {
    name: 'a month, and hours of another',
    commit: { length: 1, timeUnit: 'MONTH' },
    end: '2029-01-01T23:00:00Z',
    amount: '3600',
  },
  {
    name: 'a month, and two days of another',
    commit: { length: 1, timeUnit: 'MONTH' },
    end: '2029-01-03',
    amount: '3700',
  },
  { name: 'a day', commit: { length: 1, timeUnit: 'DAY' }, end: '2026-01-31T00:00:00Z', amount: '3000' },
  {
    name: 'a day, and hours of another',
    commit: { length: 1, timeUnit: 'DAY' },
    end: '2026-01-31T02:00:00Z',
    amount: '3100',
  },
  { name: 'an empty term', commit: { length: 1, timeUnit: 'DAY' }, end: '2026-01-01', amount: '100' },
];
describe.each(partners)('on %s', (partner) => {
  test.each(recurring)('R42 repetitions of a commit: $name', ({ commit, end = '2029-01-01', amount }) => {
    const commits = [{ key: 'base', type: 'FLAT_RATE', rate: 100, ...commit }];
    const offer = anOffer({ commits }, { partner, endTime: end });
    expect(deriveEntitlement(accepted(offer)).commitAmount).toBe(amount);
  });
});

test('R42 a monthly commit that starts on the 31st repeats once a month', () => {
  const commits = [{ rate: 1, length: 1, timeUnit: 'MONTH' }];
  const offer = anOffer({ commits }, { endTime: '2027-01-31' });
  const derived = deriveEntitlement(accepted(offer, { startTime: '2026-01-31T00:00:00Z' }));
  expect(derived.commitAmount).toBe('12');
});

test('R42 a shorter commit repeats within the longest one, which sets the term', () => {
  const commits = [
    { rate: 1000, length: 1, timeUnit: 'YEAR' },
    { rate: 10, length: 1, timeUnit: 'MONTH' },
  ];
  expect(deriveEntitlement(accepted(anOffer({ commits })))).toMatchObject({
    commitAmount: '1120',
    info: { annualizedAmount: 1120 },
  });
});

test.each([
  { name: 'amounts of the terms take precedence over the offer’s', terms: { commitAmount: 8 }, amount: '8' },
  { name: 'terms without amounts keep the offer’s', terms: {}, amount: '9' },
  {
    name: 'commits of the terms take precedence over their amount',
    terms: { commitAmount: 8, commits: [flat] },
    amount: '100.1',
  },
])('R42 with terms of the marketplace: $name', ({ terms, amount }) => {
  const offer = anOffer({ paymentInstallments: [{ amount: 77 }], commitAmount: 9 }, { partner: 'MKA' });
  expect(deriveEntitlement(accepted(offer, { terms })).commitAmount).toBe(amount);
});

test.each([
  { name: 'a quantity multiplies a flat rate too', commit: { type: 'FLAT_RATE', quantity: 3 }, amount: '30' },
  {
    name: 'seats without a quantity use the minimum',
    commit: { type: 'PER_USER', minimumUsers: 5 },
    amount: '50',
  },
  { name: 'seats without quantity and minimum count one', commit: { type: 'PER_USER' }, amount: '10' },
  { name: 'zero counts as unset', commit: { type: 'PER_USER', quantity: 0 }, amount: '10' },
  {
    name: 'the buyer’s choice takes precedence',
    commit: { quantity: 3, buyerQuantityConfigurable: true },
    amount: '70',
  },
  {
    name: 'the buyer’s choice is ignored where the buyer cannot choose',
    commit: { quantity: 3 },
    amount: '30',
  },
])('R42 quantities: $name', ({ commit, amount }) => {
  const offer = anOffer({ commits: [{ key: 'seat', rate: 10, ...commit }] }, { partner: 'MKA' });
  const derived = deriveEntitlement(accepted(offer, { buyerCommitQuantities: { seat: 7 } }));
  expect(derived.commitAmount).toBe(amount);
});
