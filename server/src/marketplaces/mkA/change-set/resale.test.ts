import { describe, expect, test } from 'vitest';
import type { OfferSpec } from '../../specifications.ts';
import { codes, detailsIn, offer, refusedAt } from './offer.fixture.ts';

test('a reseller is authorized, once', () => {
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

describe('a right to resell', () => {
  const right = (info: Record<string, unknown> = {}, more: Partial<OfferSpec> = {}) =>
    offer(info, { offerType: 'CPPO_OUT', metaInfo: { resellerIds: ['999988887777'] }, ...more });
  const charges = (spec: OfferSpec) =>
    detailsIn(spec).UpdatePaymentScheduleTerms as { Terms: { Schedule: unknown[] }[] };

  test('is paid after it is over, and in the future', () => {
    expect(charges(right())).toMatchObject({ Terms: [{ Schedule: [{ ChargeDate: '2031-02-01' }] }] });
    const open = right({}, { expireTime: undefined });
    expect(charges(open)).toMatchObject({ Terms: [{ Schedule: [{ ChargeDate: '2031-01-11' }] }] });
    const on = (chargeOn: string) => right({ paymentInstallments: [{ amount: 1, chargeOn }] });
    expect(refusedAt(on('2031-01-31T00:00:00Z'))).toContain('/info/paymentInstallments/0/chargeOn');
    expect(refusedAt(on('2031-02-01T00:00:00Z'))).toEqual([]);
  });

  test.each([
    ['STANDARD', { Type: 'StandardResellerContract' }],
    ['RCMP', { Type: 'StandardResellerContract' }],
    ['CUSTOM', { Type: 'CustomResellerContract', Url: 'https://bucket.example/contract.pdf' }],
  ])('with the contract %s has a term with its reseller', (resellerEulaType, document) => {
    const resellerEulaUrl = 'https://bucket.example/contract.pdf';
    expect(detailsIn(right({ resellerEulaType, resellerEulaUrl })).UpdateLegalTerms).toMatchObject({
      Terms: [{ Type: 'BuyerLegalTerm' }, { Type: 'ResaleLegalTerm', Documents: [document] }],
    });
  });

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
  ])('is refused with %s', (_, spec, pointer) => {
    expect(refusedAt(spec)).toContain(pointer);
  });
});
