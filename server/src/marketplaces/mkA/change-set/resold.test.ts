import { describe, expect, test } from 'vitest';
import type { OfferSpec } from '../../specifications.ts';
import { detailsIn, offer, refusedAt } from './offer.fixture.ts';

type Terms = readonly object[];
const fixed = {
  Type: 'ResaleFixedUpfrontPricingTerm',
  CurrencyCode: 'USD',
  Price: '0.0',
  Duration: 'P1Y',
  Grants: [{ DimensionKey: 'seats', MaxQuantity: 2 }],
};
const paid = (...days: readonly [day: string, amount: string][]) => ({
  Type: 'ResalePaymentScheduleTerm',
  CurrencyCode: 'USD',
  Schedule: days.map(([day, ChargeAmount]) => ({ ChargeDate: `${day}T00:00:00.000Z`, ChargeAmount })),
});
const chosen = {
  Type: 'ResaleConfigurableUpfrontPricingTerm',
  CurrencyCode: 'USD',
  RateCards: ['P12M', 'P24M'].map((Value) => ({
    Selector: { Type: 'Duration', Value },
    RateCard: [{ DimensionKey: 'seats', Price: '500' }],
  })),
};
const usage = { Type: 'ResaleUsageBasedPricingTerm', CurrencyCode: 'USD', RateCards: [] };
const once: Terms = [fixed, paid(['2031-03-01', '1200'])];
const twice: Terms = [fixed, paid(['2031-03-01', '700'], ['2031-06-01', '500'])];

const resold = (
  Terms: Terms,
  info: Record<string, unknown> = {},
  { basedOn, ...more }: Partial<OfferSpec> = {},
): OfferSpec => {
  const { info: given, ...spec } = offer();
  return {
    ...spec,
    offerType: 'CPPO',
    basedOn: {
      authorizationId: 'resaleauthz-1',
      authorizationInfo: { mkACppoOpportunity: { Terms } },
      ...basedOn,
    },
    info: { ...given, commits: undefined, eulaType: undefined, ...info },
    ...more,
  };
};
const seats = (rate: number, more: object = {}) => ({
  commits: [{ key: 'seats', quantity: 2, rate, length: 1, timeUnit: 'YEAR', ...more }],
});
const payments = (...list: readonly [day: string, amount: number][]) => ({
  paymentInstallments: list.map(([day, amount]) => ({ amount, chargeOn: `${day}T00:00:00Z` })),
});

describe('an offer that resells', () => {
  test('the margin applies to every price of the authorization', () => {
    const details = detailsIn(resold(twice, { mkAMarkupPercentage: 5 }));
    expect(Object.keys(details)).toEqual([
      'CreateOfferUsingResaleAuthorization',
      'UpdateInformation',
      'UpdateTargeting',
      'UpdateMarkup',
      'UpdateValidityTerms',
      'UpdateAvailability',
      'ReleaseOffer',
    ]);
    expect(details.UpdateMarkup).toEqual({ Percentage: '5.0' });
    expect(details.UpdateValidityTerms).toEqual({
      Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P12M' }],
    });
    // Selectable prices contain the duration.
    expect(detailsIn(resold([chosen])).UpdateValidityTerms).toBeUndefined();
  });

  test('own payments are on the dates of the authorization', () => {
    const Schedule = [{ ChargeDate: '2031-03-01', ChargeAmount: '1300' }];
    const details = detailsIn(resold(once, seats(650)));
    expect(details.UpdatePaymentScheduleTerms).toMatchObject({ Terms: [{ Schedule }] });
    expect([details.UpdateMarkup, details.UpdatePricingTerms]).toEqual([undefined, undefined]);
    const both = payments(['2031-06-01', 500], ['2031-03-01', 800]);
    expect(detailsIn(resold(twice, both)).UpdatePaymentScheduleTerms).toMatchObject({
      Terms: [{ Schedule: [{ ChargeAmount: '500' }, { ChargeAmount: '800' }] }],
    });
  });

  test('a fixed price can replace the choice that the authorization gives the buyer', () => {
    const details = detailsIn(resold([chosen, usage], seats(600)));
    expect(details.UpdatePricingTerms).toMatchObject({
      PricingModel: 'Contract',
      Terms: [{ Type: 'FixedUpfrontPricingTerm', Duration: 'P12M', Price: '0.0' }],
    });
    expect(details.UpdatePaymentScheduleTerms).toMatchObject({
      Terms: [{ Schedule: [{ ChargeDate: '2031-01-10', ChargeAmount: '1200' }] }],
    });
  });

  test('an offer without buyers is for all buyers of its authorization', () => {
    const BuyerAccounts = [{ MkAAccountId: '111122223333' }];
    const targeted = [...once, { Type: 'BuyerTargetingTerm', PositiveTargeting: { BuyerAccounts } }];
    const anybody = { externalBuyerId: undefined };
    expect(detailsIn(resold(targeted, {}, anybody)).UpdateTargeting).toBeUndefined();
    expect(detailsIn(resold(targeted, { buyerCountryCodes: ['DE'] }, anybody)).UpdateTargeting).toEqual({
      PositiveTargeting: { BuyerAccounts: ['111122223333'], CountryCodes: ['DE'] },
    });
    const strangers = { buyerMkAAccountIds: ['111122223333', '999988887777'] };
    expect(refusedAt(resold(targeted, strangers))).toEqual(['/info/buyerMkAAccountIds']);
  });

  const dated = [
    ...once,
    { Type: 'BuyerValidityTerm', MaximumAgreementStartDate: '2031-06-01T23:59:59.000Z' },
  ];
  const startTime = '2031-06-02T00:00:00Z';
  const net = (days: number) => [...once, { Type: 'ResaleNetPaymentTerm', PaymentDuePeriod: `P${days}D` }];

  test.each<[what: string, spec: OfferSpec, pointer: string]>([
    [
      'a usage price of its own',
      resold([usage], { dimensions: [{ key: 'calls', rate: 1 }], mkAAgreementDuration: 'P12M' }),
      '/info/dimensions',
    ],
    ['usage prices without a length', resold([usage]), '/info/mkAAgreementDuration'],
    ['commits, where the authorization has usage prices only', resold([usage], seats(1)), '/info/commits'],
    ['less than the wholesale price', resold(once, seats(599)), '/info/commits'],
    [
      'less than the wholesale price on one date',
      resold(twice, payments(['2031-03-01', 800], ['2031-06-01', 499])),
      '/info/paymentInstallments/1/amount',
    ],
    [
      'other payment dates',
      resold(twice, payments(['2031-03-01', 800], ['2031-07-01', 500])),
      '/info/paymentInstallments',
    ],
    ['one price in place of several payments', resold(twice, seats(600)), '/info/paymentInstallments'],
    ['other quantities', resold(once, seats(700, { quantity: 3 })), '/info/commits'],
    [
      'both a margin and prices',
      resold(once, { ...seats(650), mkAMarkupPercentage: 5 }),
      '/info/mkAMarkupPercentage',
    ],
    [
      'a margin with ten decimals',
      resold(once, { mkAMarkupPercentage: 0.0000000001 }),
      '/info/mkAMarkupPercentage',
    ],
    ['less than the sum of the chosen prices', resold([chosen], seats(499)), '/info/commits'],
    ['another dimension', resold([chosen], seats(600, { key: 'hosts' })), '/info/commits/0/key'],
    [
      'a choice for the buyer in its own prices',
      resold([chosen], seats(600, { buyerQuantityConfigurable: true })),
      '/info/commits',
    ],
    ['another length', resold(once, { mkAAgreementDuration: 'P6M' }), '/info/mkAAgreementDuration'],
    ['another currency', resold(once, { currency: 'EUR' }), '/info/currency'],
    ['automatic renewal', resold(once, { autoRenew: true }), '/info/autoRenew'],
    [
      'a start after the latest one',
      resold(dated, { startTime }, { endTime: '2032-06-02T00:00:00Z' }),
      '/info/startTime',
    ],
    [
      'payment terms that the authorization does not set',
      resold(once, { netTermsInDays: 30 }),
      '/info/netTermsInDays',
    ],
    ['longer payment terms', resold(net(30), { netTermsInDays: 60 }), '/info/netTermsInDays'],
  ])('an offer that resells is refused with %s', (_, spec, pointer) => {
    expect(refusedAt(spec)).toEqual([pointer]);
  });

  test('an offer with another authorization can replace an agreement, until its own end date', () => {
    const spec = resold(once, {}, { basedOn: { agreementId: 'agmt-1' }, endTime: '2032-01-01T00:00:00Z' });
    const details = detailsIn(spec);
    expect(details.CreateReplacementOfferUsingResaleAuthorization).toMatchObject({
      AgreementId: 'agmt-1',
      ResaleAuthorizationId: 'resaleauthz-1',
    });
    expect(details.UpdateValidityTerms).toMatchObject({ Terms: [{ AgreementEndDate: '2031-12-31' }] });
  });
});
