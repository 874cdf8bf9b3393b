import { expect, test } from 'vitest';
import type { OfferSpec } from '../../../src/marketplaces/index.ts';
import type { CatalogChange } from '../../../src/marketplaces/mkA/change-set/changes.ts';
import { planOffer } from '../../../src/marketplaces/mkA/change-set/offer.ts';
import { planOfferSet, planRelease } from '../../../src/marketplaces/mkA/change-set/offer-set.ts';
import {
  planCancellation,
  planExtension,
  planUpdate,
} from '../../../src/marketplaces/mkA/change-set/updates.ts';
import { detailFaults } from '../../fakes/mkA/catalog/change-requests.ts';
import { contract } from './world.fixture.ts';

const today = '2091-01-10';
const reseller = '999988887777';
const base = contract('', '').info;
const spec = (info: object = {}, more: Partial<OfferSpec> = {}): OfferSpec =>
  contract('ofr_1', 'prod-1', { info: { ...base, ...info }, ...more });
const planned = (offer: OfferSpec): readonly CatalogChange[] => {
  const { changes, refusals } = planOffer(offer, { today });
  expect(refusals).toEqual([]);
  return changes;
};
const commit = { key: 'seats', rate: 600, length: 1, timeUnit: 'YEAR' };
const paymentInstallments = [
  { amount: 700, chargeOn: '2091-03-01T00:00:00Z' },
  { amount: 500.5, chargeOn: '2091-06-01T00:00:00Z' },
];
const chosen = { commits: [{ ...commit, buyerQuantityConfigurable: true }] };
const longest = {
  name: 'n'.repeat(150),
  info: {
    ...base,
    refundCancellationPolicy: 'r'.repeat(500),
    netTermsInDays: 120,
    autoRenew: true,
    buyerCountryCodes: ['US', 'DE'],
    buyerMkAAccountIds: Array.from({ length: 26 }, (_, n) => String(100_000_000_000 + n)),
    dimensions: [{ key: 'k'.repeat(100), rate: 0.00000001 }],
  },
};

const right = (info: object = {}, more: Partial<OfferSpec> = {}): OfferSpec =>
  spec(
    { resellerEulaType: 'STANDARD', ...info },
    { offerType: 'CPPO_OUT', metaInfo: { resellerIds: [reseller] }, ...more },
  );
const Terms = [
  {
    Type: 'ResaleConfigurableUpfrontPricingTerm',
    CurrencyCode: 'USD',
    RateCards: [{ Selector: { Value: 'P12M' }, RateCard: [{ DimensionKey: 'seats', Price: '500' }] }],
  },
  { Type: 'ResaleNetPaymentTerm', PaymentDuePeriod: 'P60D' },
];
const resold = (info: object, more: Partial<OfferSpec> = {}): OfferSpec =>
  spec(
    { commits: undefined, mkAAgreementDuration: undefined, ...info },
    {
      offerType: 'CPPO',
      basedOn: { authorizationId: 'resaleauthz-1', authorizationInfo: { mkACppoOpportunity: { Terms } } },
      ...more,
    },
  );
const model = { mkAMachineLearningProduct: { Dimensions: [{ Key: 'm.i.c' }] } };
const rated = { dimensions: [{ key: 'm.i.c', rate: 0.1 }] };

/** Change sets of every type, with maximum-length values. */
const plans: readonly (readonly [what: string, changes: () => readonly CatalogChange[]])[] = [
  ['a contract', () => planned(spec())],
  ['dated payments', () => planned(spec({ paymentInstallments, autoRenew: true }))],
  ['a choice for the buyer', () => planned(spec(chosen))],
  ['usage', () => planned(spec({ commits: [], dimensions: [{ key: 'usedHours', rate: 0.12345678 }] }))],
  ['the longest value of every field', () => planned(spec({}, longest))],
  [
    "the seller's own license agreement",
    () => planned(spec({ eulaType: 'CUSTOM', eulaUrl: 'https://s3.example.com/b/eula.pdf' })),
  ],
  ['a renewal', () => planned(spec({}, { metaInfo: { isRenewalOffer: true } }))],
  [
    'a replacement',
    () => planned(spec({}, { basedOn: { agreementId: 'agmt-1' }, endTime: '2093-01-01T00:00:00Z' })),
  ],
  [
    'an hourly machine image',
    () =>
      planned(
        spec({ ...chosen, dimensions: [{ key: 'seats', rate: 1 }] }, { productInfo: { mkAAmiProduct: {} } }),
      ),
  ],
  ['a container', () => planned(spec({}, { productInfo: { mkAContainerProduct: {} } }))],
  [
    'a model',
    () =>
      planned(
        spec({ ...rated, commits: undefined, mkAAgreementDuration: undefined }, { productInfo: model }),
      ),
  ],
  [
    'a model for a year',
    () => planned(spec({ ...rated, commits: [{ ...commit, key: 'm.i.c' }] }, { productInfo: model })),
  ],
  ['a resale authorization', () => planned(right({ paymentInstallments, netTermsInDays: 60 }))],
  [
    'a resale authorization with its longest values',
    () =>
      planned(
        right(
          {
            ...chosen,
            eulaType: 'ECMP',
            dimensions: [{ key: 'usedHours', rate: 0.1 }],
            mkACppoOpportunity: {
              Description: 'd'.repeat(255),
              maximumAgreementStartDate: '2091-06-01T00:00:00Z',
              opportunityDurationType: 'SPECIFIC_DATES',
            },
          },
          { name: 'n'.repeat(100), metaInfo: { resellerIds: [reseller], isRenewalOffer: true } },
        ),
      ),
  ],
  [
    'an offer that resells with a margin',
    () => planned(resold({ mkAMarkupPercentage: 12.123456789, netTermsInDays: 30 })),
  ],
  [
    'an offer that resells at a fixed price',
    () => planned(resold({ commits: [{ ...commit, quantity: 2 }] })),
  ],
  [
    'an offer that replaces a resold agreement',
    () =>
      planned(
        resold(
          {},
          {
            basedOn: { ...resold({}).basedOn, agreementId: 'agmt-1' },
            endTime: '2093-01-01T00:00:00Z',
          },
        ),
      ),
  ],
  ['a later last day of acceptance', () => planExtension('offer-1', '2092-01-01T00:00:00Z').changes],
  ['another length', () => planUpdate('offer-1', { info: { mkAAgreementDuration: 'P24M' } }).changes],
  ['a past last day of acceptance', () => planCancellation('offer-1', '2091-01-09')],
  ['the withdrawal of a resale authorization', () => planCancellation('resaleauthz-1', '2091-01-09')],
  ['a set', () => planOfferSet({ key: 'set_1', name: 'Both', notes: 'Please.' })],
  [
    'the release of a set',
    () =>
      planRelease('offerset-1', { key: 'set_1', name: 'Both', notes: 'Please.' }, ['offer-1', 'offer-2'], []),
  ],
];

test.each(plans)('the change documents of %s match the published shapes', (_, changes) => {
  const faults = changes().map(({ ChangeType, Entity, DetailsDocument }) => [
    ChangeType,
    detailFaults(Entity.Type, ChangeType, DetailsDocument),
  ]);
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.filter(([, found]) => !Array.isArray(found) || found.length > 0)).toEqual([]);
});
