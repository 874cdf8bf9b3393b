import { expect, test } from 'vitest';
import { EntitlementInfo } from '../records.ts';
import { deriveEntitlement, pricesShown } from './index.ts';
import { accepted, anOffer, ordered } from './input.fixture.ts';

const settings = {
  billableDimensions: [{ name: 'calls' }],
  billingCycle: 'MONTH_FIRST_DAY',
  billingIntervalInMonths: 3,
  currency: 'EUR',
  deliveryMethod: 'DOWNLOAD',
  gracePeriodInDays: 2,
  isMeteringOverageCommit: true,
  netTermsInDays: 30,
  proratedBilling: true,
  refundCancellationPolicy: 'none',
  sellerNotes: 'notes',
  taxIds: ['1'],
  trialConfig: { trialPeriod: 1, trialPeriodUnit: 'MONTH' },
};
const trade = {
  autoRenew: true,
  commits: [{ key: 'base', rate: 10, length: 1, timeUnit: 'YEAR' }],
  dimensions: [{ key: 'calls', rate: 1 }],
  eulaType: 'CUSTOM',
  eulaUrl: 'https://example.com/eula.pdf',
  paymentInstallments: [{ amount: 10 }],
  paymentSchedule: 'PREPAY',
};
const figures = { commitAmount: 10, annualizedAmount: 10, offerVisibility: 'PRIVATE' };
const offerOnly = {
  pdfURL: 'https://example.com/o.pdf',
  startTime: '2027-01-01',
  visibility: 'PUBLIC',
};

test('R41 without terms of the marketplace all terms come from the offer, and fallbackFromOffer is true', () => {
  const { info } = deriveEntitlement(accepted(anOffer({ ...settings, ...trade, ...offerOnly })));
  expect(info).toEqual({ ...settings, ...trade, ...figures, fallbackFromOffer: true });
  expect(EntitlementInfo.parse(info)).toEqual(info);
});

test('R41 terms of the marketplace replace the offer’s; the seller’s settings stay', () => {
  const terms = {
    commits: [{ key: 'plan', rate: 12, length: 1, timeUnit: 'YEAR' }],
    currency: 'GBP',
    netTermsInDays: 45,
  };
  const { info } = deriveEntitlement(
    accepted(anOffer({ ...settings, ...trade }, { partner: 'MKA' }), { terms }),
  );
  expect(info).toEqual({
    ...settings,
    ...terms,
    offerVisibility: 'PRIVATE',
    commitAmount: 12,
    annualizedAmount: 12,
  });
});

test.each([
  { name: 'an offer, no terms', input: accepted(anOffer({})), value: true },
  {
    name: 'an offer and terms',
    input: accepted(anOffer({}), { terms: { autoRenew: true } }),
    value: undefined,
  },
  {
    name: 'an offer and empty terms',
    input: accepted(anOffer({}), { terms: {} }),
    value: undefined,
  },
  {
    name: 'terms that claim it',
    input: accepted(anOffer({}), { terms: { fallbackFromOffer: true } }),
    value: undefined,
  },
  { name: 'no offer, terms', input: ordered({ terms: { autoRenew: true } }), value: undefined },
  { name: 'no offer, no terms', input: ordered({}), value: undefined },
])('R41 fallbackFromOffer with $name is $value', ({ input, value }) => {
  expect(deriveEntitlement(input).info.fallbackFromOffer).toBe(value);
});

test('R41 an order without an offer has the terms of the marketplace', () => {
  const terms = { ...trade, currency: 'EUR', annualizedAmount: 5, unknown: 1 };
  const { info } = deriveEntitlement(ordered({ terms, endTime: '2027-01-01T00:00:00Z' }));
  expect(info).toEqual({ ...trade, ...figures, currency: 'EUR', offerVisibility: 'PUBLIC' });
});

test.each([
  { name: 'none', offer: {}, terms: undefined, currency: 'USD' },
  { name: 'an empty one', offer: { currency: '' }, terms: undefined, currency: 'USD' },
  { name: 'the offer’s', offer: { currency: 'EUR' }, terms: undefined, currency: 'EUR' },
  {
    name: 'the offer’s if the terms have none',
    offer: { currency: 'EUR' },
    terms: { currency: '' },
    currency: 'EUR',
  },
  { name: 'the terms’', offer: { currency: 'EUR' }, terms: { currency: 'GBP' }, currency: 'GBP' },
])('R41 currency given as $name is $currency', ({ offer, terms, currency }) => {
  expect(deriveEntitlement(accepted(anOffer(offer), { terms })).info.currency).toBe(currency);
});

const dimensions = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `d${index}` }));
test.each([
  { count: 0, kept: 0, oversized: undefined },
  { count: 50, kept: 50, oversized: undefined },
  { count: 51, kept: 50, oversized: true },
])('R41 of $count dimensions the first $kept are kept in order', ({ count, kept, oversized }) => {
  for (const input of [
    accepted(anOffer({ dimensions: dimensions(count) })),
    ordered({ terms: { dimensions: dimensions(count) } }),
  ]) {
    const { info } = deriveEntitlement(input);
    expect(info.dimensions).toEqual(dimensions(kept));
    expect(info.dimensionsOversized).toBe(oversized);
  }
});

test.each([
  { offerType: 'DEFAULT', visibility: 'PUBLIC' },
  { offerType: 'FREE_TRIAL', visibility: 'PUBLIC' },
  { offerType: 'PRIVATE', visibility: 'PRIVATE' },
  { offerType: 'CPPO', visibility: 'PRIVATE' },
  { offerType: '', visibility: 'PRIVATE' },
])('R41 an offer of type "$offerType" is $visibility', ({ offerType, visibility }) => {
  expect(deriveEntitlement(accepted(anOffer({}, { offerType }))).info.offerVisibility).toBe(visibility);
});

test.each([
  { metaInfo: { vendorName: 'Meta' }, info: { vendorName: 'Listing' }, name: 'Meta' },
  { metaInfo: { customMetaInfo: { vendorName: 'Own' } }, info: { vendorName: 'Listing' }, name: 'Own' },
  { metaInfo: { vendorName: '' }, info: { vendorName: 'Listing' }, name: 'Listing' },
  { metaInfo: {}, info: { attributes: { vendorName: 'Attribute' } }, name: 'Attribute' },
  { metaInfo: {}, info: {}, name: undefined },
])('R41 vendorName comes from the product’s metadata: $name', ({ metaInfo, info, name }) => {
  const input = { ...accepted(anOffer({})), product: { productType: undefined, metaInfo, info } };
  expect(deriveEntitlement(input).info.vendorName).toBe(name);
});

test.each([
  {
    given: { billingIntervalInMonths: 6, commitBillingIntervalInMonths: 3, usageBillingIntervalInMonths: 1 },
    interval: 6,
  },
  { given: { commitBillingIntervalInMonths: 3, usageBillingIntervalInMonths: 1 }, interval: 3 },
  { given: { billingIntervalInMonths: 0, usageBillingIntervalInMonths: 1 }, interval: 1 },
  { given: {}, interval: undefined },
])('R35 billing interval of $given is $interval', ({ given, interval }) => {
  const { info } = deriveEntitlement(accepted(anOffer(given)));
  expect(info.billingIntervalInMonths).toBe(interval);
  expect(info).not.toHaveProperty('commitBillingIntervalInMonths');
});

const records: Record<string, unknown> = {
  mkAAgreement: { agreementId: '1' },
  mkAOfferSetId: 'set',
  mkBAssetID: 'asset',
  mkCPlans: [{ name: 'plan' }],
  mkDOrders: [{ OrderId: 1 }],
  mkEAcceptedOffer: { id: 'e' },
  mkFOffer: { id: 'f' },
};
test.each([
  { partner: 'MKA', own: ['mkAAgreement', 'mkAOfferSetId'] },
  { partner: 'MKA_CHINA', own: ['mkAAgreement', 'mkAOfferSetId'] },
  { partner: 'MKB', own: ['mkBAssetID'] },
  { partner: 'MKC', own: ['mkCPlans'] },
  { partner: 'MKD', own: ['mkDOrders'] },
  { partner: 'MKE', own: ['mkEAcceptedOffer'] },
  { partner: 'MKF', own: ['mkFOffer'] },
  { partner: undefined, own: [] },
  { partner: 'PAYA', own: [] },
])('R41 R43 only the own records of marketplace $partner are merged in', ({ partner, own }) => {
  const offer = anOffer({ mkAOfferSetId: 'older', mkCPlans: [], mkFOffer: {}, mkEOffer: {} }, { partner });
  const mirror = { ...records, buyerManagementURL: 'https://example.com', currency: 'CHF', mkAUnknown: 1 };
  const { info } = deriveEntitlement(accepted(offer, { mirror }));
  expect(
    Object.keys(info)
      .filter((field) => field.startsWith('mk'))
      .sort(),
  ).toEqual(own);
  for (const field of own) expect(info[field]).toEqual(records[field]);
  expect(info).toMatchObject({ buyerManagementURL: 'https://example.com', currency: 'USD' });
});

test.each([
  {
    partner: 'MKA',
    info: { mkAOfferSetId: 's', mkAChannelPartner: { id: 'p' } },
    kept: { mkAOfferSetId: 's', mkAChannelPartner: { id: 'p' } },
  },
  {
    partner: 'MKC',
    info: { mkCPlans: [{ name: 'p' }], mkCPaymentSchedule: 'POSTPAY' },
    kept: { mkCPlans: [{ name: 'p' }], paymentSchedule: 'POSTPAY' },
  },
  { partner: 'MKE', info: { mkEOffer: { id: 'e' } }, kept: { mkEAcceptedOffer: { id: 'e' } } },
  { partner: 'MKF', info: { mkFOffer: { id: 'f' } }, kept: { mkFOffer: { id: 'f' } } },
])('R41 the offer’s fields of its marketplace $partner are copied', ({ partner, info, kept }) => {
  expect(deriveEntitlement(accepted(anOffer(info, { partner }))).info).toMatchObject(kept);
});

test('R7 only annualizedAmount, the end and the discount are null when unset', () => {
  expect(deriveEntitlement(ordered({}))).toEqual({
    info: { currency: 'USD', offerVisibility: 'PUBLIC', annualizedAmount: null },
    startTime: '2026-01-01T00:00:00.000Z',
    endTime: null,
    commitAmount: null,
    creditAmount: null,
    metaInfo: { discount: null },
  });
});

test('R41 the first 50 dimensions of a plan that the marketplace shows are applied, with a flag that there are more', () => {
  expect(pricesShown({ terms: { dimensions: dimensions(51) } })).toEqual({
    dimensions: dimensions(50),
    dimensionsOversized: true,
  });
  expect(pricesShown({ terms: { dimensions: dimensions(50) } })).toEqual({ dimensions: dimensions(50) });
  expect(pricesShown({ terms: {} })).toEqual({});
});

test('R42 the amount that a plan shows applies if its commits have no rate', () => {
  expect(pricesShown({ terms: { commitAmount: 5, commits: [] } })).toEqual({ commits: [], commitAmount: 5 });
  expect(pricesShown({ terms: { commitAmount: 5, commits: [{ rate: 1 }] } })).toEqual({
    commits: [{ rate: 1 }],
  });
});
