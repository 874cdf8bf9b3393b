import { describe, expect, test } from 'vitest';
import type { OfferSpec } from '../../specifications.ts';
import { codes, detailsIn, offer, refusedAt } from './offer.fixture.ts';

test('a resale authorization for one use is one change set', () => {
  const spec = offer(
    { mkACppoOpportunity: { maximumAgreementStartDate: '2031-06-01T00:00:00Z' } },
    { offerType: 'CPPO_OUT', metaInfo: { resellerIds: ['999988887777'] }, externalBuyerId: undefined },
  );
  const details = detailsIn(spec);
  expect(Object.keys(details)).toEqual([
    'CreateResaleAuthorization',
    'UpdatePricingTerms',
    'UpdatePaymentScheduleTerms',
    'UpdateBuyerValidityTerms',
    'UpdateLegalTerms',
    'UpdateAvailability',
    'ReleaseResaleAuthorization',
  ]);
  expect(details.CreateResaleAuthorization).toMatchObject({ ResellerAccountId: '999988887777' });
  expect(details.UpdatePricingTerms).toMatchObject({
    Terms: [{ Type: 'ResaleFixedUpfrontPricingTerm', Duration: 'P12M' }],
  });
  expect(details.UpdateAvailability).toEqual({ AvailabilityEndDate: '2031-01-31', OffersMaxQuantity: 1 });
  expect(details.UpdateLegalTerms).toEqual({
    Terms: [{ Type: 'BuyerLegalTerm', Documents: [{ Type: 'StandardEula' }] }],
  });
  expect(codes(offer({}, { offerType: 'CPPO_OUT' }))).toEqual(['MISSING_RESELLER_ACCOUNT']);
});

const latestStart = '/info/mkACppoOpportunity/maximumAgreementStartDate';

describe('a resale authorization', () => {
  const right = (info: Record<string, unknown> = {}, more: Partial<OfferSpec> = {}) =>
    offer(info, { offerType: 'CPPO_OUT', metaInfo: { resellerIds: ['999988887777'] }, ...more });
  const charges = (spec: OfferSpec) =>
    detailsIn(spec).UpdatePaymentScheduleTerms as { Terms: { Schedule: unknown[] }[] };

  test("the reseller's payments are in the future and after the last day of use", () => {
    expect(charges(right())).toMatchObject({ Terms: [{ Schedule: [{ ChargeDate: '2031-02-01' }] }] });
    expect(refusedAt(right({}, { expireTime: undefined }))).toEqual(['/expireTime']);
    const on = (chargeOn: string) => right({ paymentInstallments: [{ amount: 1, chargeOn }] });
    expect(refusedAt(on('2031-01-31T00:00:00Z'))).toContain('/info/paymentInstallments/0/chargeOn');
    expect(refusedAt(on('2031-02-01T00:00:00Z'))).toEqual([]);
  });

  test.each([
    ['STANDARD', { Type: 'StandardResellerContract' }],
    ['RCMP', { Type: 'StandardResellerContract' }],
    ['CUSTOM', { Type: 'CustomResellerContract', Url: 'https://bucket.example/contract.pdf' }],
  ])(
    'an authorization with the contract %s has a legal term with the reseller',
    (resellerEulaType, document) => {
      const resellerEulaUrl = 'https://bucket.example/contract.pdf';
      expect(detailsIn(right({ resellerEulaType, resellerEulaUrl })).UpdateLegalTerms).toMatchObject({
        Terms: [{ Type: 'BuyerLegalTerm' }, { Type: 'ResaleLegalTerm', Documents: [document] }],
      });
    },
  );

  test.each<[what: string, spec: OfferSpec, pointer: string]>([
    ['a name of 101 characters', right({}, { name: 'n'.repeat(101) }), '/name'],
    ['CAD', right({ currency: 'CAD' }), '/info/currency'],
    [
      '26 buyers',
      right({ buyerMkAAccountIds: Array.from({ length: 26 }, (_, n) => String(100_000_000_000 + n)) }),
      '/info/buyerMkAAccountIds',
    ],
    [
      'a long description',
      right({ mkACppoOpportunity: { Description: 'd'.repeat(256) } }),
      '/info/mkACppoOpportunity/Description',
    ],
    ['no license agreement', right({ eulaType: undefined }), '/info/eulaType'],
    [
      'a fixed price without a length',
      right({ commits: [{ key: 'seats', rate: 1 }] }),
      '/info/mkAAgreementDuration',
    ],
    [
      'a renewal that does not name its buyer',
      right(
        {},
        {
          metaInfo: { resellerIds: ['999988887777'], isRenewalOffer: true },
          externalBuyerId: undefined,
        },
      ),
      '/info/buyerMkAAccountIds',
    ],
    [
      'a start in the past',
      right({ mkACppoOpportunity: { maximumAgreementStartDate: '2031-01-10T00:00:00Z' } }),
      latestStart,
    ],
    [
      'a start after more than three years',
      right({ mkACppoOpportunity: { maximumAgreementStartDate: '2034-01-11T00:00:00Z' } }),
      latestStart,
    ],
    [
      'a later start of a container product',
      right(
        { mkACppoOpportunity: { maximumAgreementStartDate: '2031-06-01T00:00:00Z' } },
        { productInfo: { mkAContainerProduct: {} } },
      ),
      latestStart,
    ],
  ])('an authorization is refused with %s', (_, spec, pointer) => {
    expect(refusedAt(spec)).toContain(pointer);
  });

  const often = (opportunityDurationType: string, more: Partial<OfferSpec> = {}) =>
    right(
      {
        commits: [{ key: 'seats', rate: 600, length: 1, timeUnit: 'YEAR', buyerQuantityConfigurable: true }],
        mkACppoOpportunity: { opportunityDurationType },
      },
      more,
    );

  test('an authorization can be used once, until a day, or without a limit', () => {
    const AvailabilityEndDate = '2031-01-31';
    expect(detailsIn(often('')).UpdateAvailability).toEqual({ AvailabilityEndDate, OffersMaxQuantity: 1 });
    expect(detailsIn(often('SPECIFIC_DATES')).UpdateAvailability).toEqual({ AvailabilityEndDate });
    const open = { expireTime: undefined };
    expect(detailsIn(often('NO_SET_TIME', open)).UpdateAvailability).toBeUndefined();
    expect(refusedAt(often('SPECIFIC_DATES', open))).toEqual(['/expireTime']);
    expect(refusedAt(often('NO_SET_TIME'))).toEqual(['/expireTime']);
    expect(refusedAt(right({ mkACppoOpportunity: { opportunityDurationType: 'SPECIFIC_DATES' } }))).toEqual([
      '/info/mkACppoOpportunity/opportunityDurationType',
    ]);
  });

  test("an authorization sets the buyer's payment terms", () => {
    expect(detailsIn(right({ netTermsInDays: 60 })).UpdateNetPaymentTerms).toEqual({
      Terms: [{ Type: 'ResaleNetPaymentTerm', PaymentDuePeriod: 'P60D' }],
    });
  });
});
