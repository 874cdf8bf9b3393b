import { describe, expect, test } from 'vitest';
import type { OfferSpec } from '../../specifications.ts';
import { codes, commit, detailsIn, offer, plan, refusedAt, today } from './offer.fixture.ts';

describe('a private offer', () => {
  test('a private offer is one change set: the first change creates the offer, and the last releases it', () => {
    const { changes, warnings } = plan(offer());
    expect(changes.map(({ ChangeType }) => ChangeType)).toEqual([
      'CreateOffer',
      'UpdateInformation',
      'UpdateTargeting',
      'UpdateLegalTerms',
      'UpdatePricingTerms',
      'UpdatePaymentScheduleTerms',
      'UpdateValidityTerms',
      'UpdateAvailability',
      'ReleaseOffer',
    ]);
    expect(changes[0]).toMatchObject({ ChangeName: 'CreateOffer', Entity: { Type: 'Offer@1.0' } });
    for (const { Entity } of changes.slice(1))
      expect(Entity.Identifier).toBe('$CreateOffer.Entity.Identifier');
    expect(warnings).toEqual([]);
  });

  test('an offer with every kind of term stays within the limit of changes', () => {
    const { changes, refusals } = plan(
      offer({
        refundCancellationPolicy: 'None.',
        netTermsInDays: 30,
        autoRenew: true,
        dimensions: [{ key: 'calls', rate: 0.001 }],
      }),
      { offerSetId: 'offerset-1' },
    );
    expect(refusals).toEqual([]);
    expect(changes.length).toBeLessThanOrEqual(20);
    expect(changes[0]?.DetailsDocument).toEqual({
      ProductId: 'prod-1',
      Name: 'An offer',
      OfferSetId: 'offerset-1',
    });
  });

  test('an offer goes to the accounts that it names, by default to its buyer’s, and in certain countries', () => {
    expect(detailsIn(offer()).UpdateTargeting).toEqual({
      PositiveTargeting: { BuyerAccounts: ['111122223333'] },
    });
    const info = { buyerMkAAccountIds: ['222233334444', '222233334444'], buyerCountryCodes: ['US'] };
    expect(detailsIn(offer(info)).UpdateTargeting).toEqual({
      PositiveTargeting: { BuyerAccounts: ['222233334444'], CountryCodes: ['US'] },
    });
    expect(codes(offer({}, { externalBuyerId: 'somebody' }))).toEqual(['MISSING_BUYER_ACCOUNTS']);
    expect(refusedAt(offer({ buyerMkAAccountIds: ['1234'] }))).toContain('/info/buyerMkAAccountIds/0');
  });
});

describe('prices of an offer', () => {
  test('a fixed price is paid at acceptance, by a schedule with one payment', () => {
    const details = detailsIn(offer());
    expect(details.UpdatePricingTerms).toEqual({
      PricingModel: 'Contract',
      Terms: [
        {
          Type: 'FixedUpfrontPricingTerm',
          CurrencyCode: 'USD',
          Price: '0.0',
          Grants: [{ DimensionKey: 'seats', MaxQuantity: 2 }],
        },
      ],
    });
    expect(details.UpdatePaymentScheduleTerms).toMatchObject({
      Terms: [{ Schedule: [{ ChargeDate: today, ChargeAmount: '1200' }] }],
    });
  });

  test('instalments are paid on their dates', () => {
    const paymentInstallments = [
      { amount: 700.5, chargeOn: '2031-01-20T00:00:00.000Z' },
      { amount: 499.5, chargeOn: '2031-07-20T00:00:00.000Z' },
    ];
    expect(detailsIn(offer({ paymentInstallments })).UpdatePaymentScheduleTerms).toMatchObject({
      Terms: [
        {
          Type: 'PaymentScheduleTerm',
          Schedule: [
            { ChargeDate: '2031-01-20', ChargeAmount: '700.5' },
            { ChargeDate: '2031-07-20', ChargeAmount: '499.5' },
          ],
        },
      ],
    });
    const early = [paymentInstallments[0], { amount: 1, chargeOn: '2031-01-25T00:00:00.000Z' }];
    expect(codes(offer({ paymentInstallments: early }))).toEqual(['TOO_MANY_BACKDATED_CHARGES']);
    expect(codes(offer({ commits: [], paymentInstallments }))).toContain('MISSING_MANDATORY_TERMS');
  });

  test('prices with a choice of quantity or duration are rate cards', () => {
    const commits = [
      { ...commit, buyerQuantityConfigurable: true },
      { ...commit, rate: 1100, length: 2, buyerQuantityConfigurable: true },
    ];
    expect(detailsIn(offer({ commits })).UpdatePricingTerms).toMatchObject({
      PricingModel: 'Contract',
      Terms: [
        {
          Type: 'ConfigurableUpfrontPricingTerm',
          RateCards: [
            {
              Selector: { Type: 'Duration', Value: 'P12M' },
              RateCard: [{ DimensionKey: 'seats', Price: '600' }],
              Constraints: { MultipleDimensionSelection: 'Allowed', QuantityConfiguration: 'Allowed' },
            },
            { Selector: { Value: 'P24M' }, RateCard: [{ Price: '1100' }] },
          ],
        },
      ],
    });
    const lengths = [{ ...commit }, { ...commit, length: 3 }];
    expect(detailsIn(offer({ commits: lengths })).UpdatePricingTerms).toMatchObject({
      Terms: [{ RateCards: [{ Constraints: { QuantityConfiguration: 'Disallowed' } }, {}] }],
    });
  });

  test('prices with a choice of duration contain the duration, and the agreement starts at acceptance', () => {
    const commits = [{ ...commit, buyerQuantityConfigurable: true }];
    expect(detailsIn(offer({ commits })).UpdateValidityTerms).toBeUndefined();
    const lengths = [commit, { ...commit, length: 2 }];
    expect(detailsIn(offer({ commits: lengths })).UpdateValidityTerms).toBeUndefined();
    const startTime = '2031-03-01T00:00:00.000Z';
    expect(refusedAt(offer({ commits, startTime }))).toEqual(['/info/startTime']);
    const machine = offer({
      commits: [{ ...commit, key: 'm1', buyerQuantityConfigurable: true }],
      dimensions: [{ key: 'm1', rate: 1 }],
      startTime,
    });
    expect(refusedAt(machine)).toEqual([]);
    expect(detailsIn(machine, { kind: 'ami' }).UpdateValidityTerms).toBeDefined();
    const replacing = offer(
      { commits },
      { basedOn: { agreementId: 'agmt-1' }, endTime: '2032-01-01T00:00:00Z' },
    );
    expect(detailsIn(replacing).UpdateValidityTerms).toMatchObject({
      Terms: [{ AgreementEndDate: '2031-12-31' }],
    });
  });

  test('usage prices are rates, with or without a contract', () => {
    const dimensions = [{ key: 'calls', rate: 0.00012345 }, { key: 'free' }];
    const mkAAgreementDuration = 'P1M';
    const alone = detailsIn(offer({ commits: [], dimensions, mkAAgreementDuration })).UpdatePricingTerms;
    expect(alone).toEqual({
      PricingModel: 'Usage',
      Terms: [
        {
          Type: 'UsageBasedPricingTerm',
          CurrencyCode: 'USD',
          RateCards: [{ RateCard: [{ DimensionKey: 'calls', Price: '0.00012345' }] }],
        },
      ],
    });
    expect(detailsIn(offer({ dimensions })).UpdatePricingTerms).toMatchObject({ PricingModel: 'Contract' });
    expect(codes(offer({ commits: [], dimensions, mkAAgreementDuration, currency: 'EUR' }))).toEqual([
      'INVALID_CURRENCY_CODE',
    ]);
    const hosted = { productInfo: { mkASaasProduct: {} } };
    expect(codes(offer({ commits: [], dimensions }, hosted))).toEqual(['MISSING_DURATION']);
  });

  test('prices of machine images stay usage, with a price for a year in days', () => {
    const info = { dimensions: [{ key: 't2.micro', rate: 0.17 }], commits: [{ ...commit, key: 't2.micro' }] };
    expect(detailsIn(offer(info), { kind: 'ami' }).UpdatePricingTerms).toMatchObject({
      PricingModel: 'Usage',
      Terms: [
        { Type: 'UsageBasedPricingTerm' },
        { Type: 'ConfigurableUpfrontPricingTerm', RateCards: [{ Selector: { Value: 'P365D' } }] },
      ],
    });
    expect(detailsIn(offer(), { kind: 'container' }).UpdatePricingTerms).toMatchObject({
      PricingModel: 'Contract',
      Terms: [{ Type: 'FixedUpfrontPricingTerm', Duration: 'P12M' }],
    });
    expect(detailsIn(offer(), { kind: 'professionalServices' }).UpdatePricingTerms).toMatchObject({
      PricingModel: 'Contract',
    });
  });

  test.each([
    ['no price', { commits: [] }, '/info/commits'],
    [
      'a price that recurs',
      { mkAAgreementDuration: 'P12M', commits: [{ ...commit, length: 1, timeUnit: 'MONTH' }] },
      '/info/commits/0/length',
    ],
    [
      'a price without a dimension',
      { commits: [{ rate: 1, length: 1, timeUnit: 'YEAR' }] },
      '/info/commits/0/key',
    ],
    ['a price with three decimals', { commits: [{ ...commit, quantity: 1, rate: 1.005 }] }, '/info/commits'],
    ['a negative price', { commits: [], dimensions: [{ key: 'a', rate: -1 }] }, '/info/dimensions/0/rate'],
    ['unsupported payment terms', { netTermsInDays: 7 }, '/info/netTermsInDays'],
    ['half a unit', { commits: [{ ...commit, quantity: 1.5 }] }, '/info/commits/0/quantity'],
    ['a key that is too long', { commits: [{ ...commit, key: 'k'.repeat(101) }] }, '/info/commits/0/key'],
    [
      'a price above a hundred million',
      { commits: [], dimensions: [{ key: 'a', rate: 100_000_001 }] },
      '/info/dimensions/0/rate',
    ],
    [
      'special characters in a refund policy',
      { refundCancellationPolicy: 'No “refunds”.' },
      '/info/refundCancellationPolicy',
    ],
  ])('an offer is refused with %s', (_, info, pointer) => {
    expect(refusedAt(offer(info))).toContain(pointer);
  });
});

describe('times of an offer', () => {
  const term = (info: Record<string, unknown>, more: Partial<OfferSpec> = {}) =>
    (detailsIn(offer(info, more)).UpdateValidityTerms as { Terms: unknown[] }).Terms[0];

  test('times are converted to days: an end to the day before, a start to the same day', () => {
    expect(detailsIn(offer()).UpdateAvailability).toEqual({ AvailabilityEndDate: '2031-01-31' });
    expect(term({ startTime: '2031-03-01T00:00:00.000Z' }, { endTime: '2032-03-01T00:00:00.000Z' })).toEqual({
      Type: 'ValidityTerm',
      AgreementStartDate: '2031-03-01',
      AgreementEndDate: '2032-02-29',
    });
    const { warnings } = plan(offer({}, { expireTime: '2031-02-01T12:00:00.000Z' }));
    expect(warnings.join()).toContain('2031-02-01');
  });

  test('the duration counts from acceptance or from the start', () => {
    expect(term({})).toEqual({ Type: 'ValidityTerm', AgreementDuration: 'P12M' });
    const commits = [{ key: 'a', rate: 1 }];
    expect(term({ commits, mkAAgreementDuration: 'P1Y6M' })).toMatchObject({ AgreementDuration: 'P18M' });
    expect(term({ commits, mkAAgreementDuration: 'P2W' })).toMatchObject({ AgreementDuration: 'P14D' });
    expect(term({ startTime: '2031-03-01T00:00:00.000Z' })).toMatchObject({
      AgreementStartDate: '2031-03-01',
      AgreementDuration: 'P12M',
    });
  });

  test('without an expireTime, an offer can be accepted until the day before the agreement starts', () => {
    const spec = offer({ startTime: '2031-03-01T00:00:00.000Z' }, { expireTime: undefined });
    expect(detailsIn(spec).UpdateAvailability).toEqual({ AvailabilityEndDate: '2031-02-28' });
  });

  test.each<[what: string, info: Record<string, unknown>, more: Partial<OfferSpec>, code: string]>([
    ['no last day of acceptance', {}, { expireTime: undefined }, 'MISSING_AVAILABILITY_END_DATE'],
    [
      'only an end',
      { commits: [{ key: 'a', rate: 1 }] },
      { endTime: '2032-01-01T00:00:00Z' },
      'MISSING_DURATION',
    ],
    [
      'only a start',
      { commits: [{ key: 'a', rate: 1 }], startTime: '2031-03-01T00:00:00Z' },
      {},
      'MISSING_AGREEMENT_END_DATE',
    ],
    [
      'a start before the last day of acceptance',
      { startTime: '2031-01-20T00:00:00Z' },
      {},
      'INVALID_AGREEMENT_START_DATE',
    ],
    ['a length in hours', { mkAAgreementDuration: 'PT100H' }, {}, 'INVALID_AGREEMENT_DURATION'],
    ['months and days', { mkAAgreementDuration: 'P1M15D' }, {}, 'INVALID_AGREEMENT_DURATION'],
  ])('an offer is refused with %s', (_, info, more, code) => {
    expect(codes(offer(info, more))).toContain(code);
  });
});

describe('documents of an offer', () => {
  test('the license agreement is the standard one or the seller’s own', () => {
    expect(detailsIn(offer()).UpdateLegalTerms).toEqual({
      Terms: [{ Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] }],
    });
    const eulaUrl = 'https://bucket.example/eula.pdf';
    expect(detailsIn(offer({ eulaType: 'CUSTOM', eulaUrl })).UpdateLegalTerms).toMatchObject({
      Terms: [{ Documents: [{ Type: 'CustomEula', Url: eulaUrl }] }],
    });
    expect(refusedAt(offer({ eulaType: 'ISV' }))).toEqual(['/info/eulaUrl']);
    expect(refusedAt(offer({ eulaType: undefined }))).toEqual(['/info/eulaType']);
  });

  test('a renewal keeps the price and the intervals between payments', () => {
    const paymentInstallments = [
      { amount: 100, chargeOn: '2031-01-20T00:00:00Z' },
      { amount: 200, chargeOn: '2031-04-20T00:00:00Z' },
    ];
    expect(detailsIn(offer({ autoRenew: true, paymentInstallments })).UpdateRenewalTerms).toEqual({
      Terms: [
        {
          Type: 'RenewalTerm',
          PriceIncrease: { Type: 'FixedPercentage', Value: '0.00' },
          TermTemplates: [
            {
              Type: 'PaymentScheduleTermTemplate',
              Schedule: [
                { ChargeDateOffset: 'P0D', ChargePercentage: '33.33' },
                { ChargeDateOffset: 'P90D', ChargePercentage: '66.67' },
              ],
            },
          ],
        },
      ],
    });
  });
});

describe('an offer that amends an agreement or renews a sale', () => {
  test('an offer can replace an agreement until an end date', () => {
    const spec = offer({}, { basedOn: { agreementId: 'agmt-1' }, endTime: '2032-01-01T00:00:00Z' });
    const { changes } = plan(spec);
    expect(changes[0]).toMatchObject({
      ChangeType: 'CreateReplacementOffer',
      DetailsDocument: { AgreementId: 'agmt-1', Name: 'An offer' },
    });
    const details = detailsIn(spec);
    expect(details.UpdateTargeting).toBeUndefined();
    expect(details.UpdateValidityTerms).toEqual({
      Terms: [{ Type: 'ValidityTerm', AgreementEndDate: '2031-12-31' }],
    });
    expect(codes(offer({}, { basedOn: { agreementId: 'agmt-1' } }))).toEqual(['MISSING_AGREEMENT_END_DATE']);
  });

  test('a replacement keeps prices and documents of the agreement that it does not set', () => {
    const spec = offer(
      { commits: [], eulaType: 'CURRENT' },
      { basedOn: { agreementId: 'agmt-1' }, endTime: '2032-01-01T00:00:00Z', externalProductId: undefined },
    );
    const details = detailsIn(spec);
    expect(details.UpdatePricingTerms).toBeUndefined();
    expect(details.UpdateLegalTerms).toBeUndefined();
  });

  test('an offer that renews a sale from elsewhere is marked as a renewal', () => {
    const metaInfo = { isRenewalOffer: true, renewalOfferType: 'External' };
    expect(detailsIn(offer({}, { metaInfo })).UpdateInformation).toMatchObject({
      PreExistingAgreement: { AcquisitionChannel: 'External', PricingModel: 'Contract' },
    });
  });
});

test('no reason for a refusal names the vendor', () => {
  const wrong = offer(
    {
      commits: [],
      eulaType: 'ISV',
      buyerMkAAccountIds: ['1'],
      netTermsInDays: 1,
      mkAAgreementDuration: 'PT1H',
    },
    { name: '<', expireTime: undefined, externalProductId: undefined, endTime: '2032-01-01T00:00:00Z' },
  );
  const { refusals } = plan(wrong);
  expect(refusals.length).toBeGreaterThan(7);
  for (const { readable, pointer } of refusals) {
    expect(readable).not.toMatch(/aws|amazon/i);
    expect(readable.length).toBeGreaterThan(20);
    expect(pointer).toMatch(/^\//);
  }
});
