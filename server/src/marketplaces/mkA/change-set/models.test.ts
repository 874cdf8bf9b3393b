import { describe, expect, test } from 'vitest';
import type { OfferSpec } from '../../specifications.ts';
import { detailsIn, offer, plan, refusedAt } from './offer.fixture.ts';

const keys = ['ml.m5.large.m.i.r', 'ml.m5.large.m.i.b', 'm.i.c'];
const productInfo = { mkAMachineLearningProduct: { Dimensions: keys.map((Key) => ({ Key })) } };
const dimensions = keys.map((key) => ({ key, rate: 0.25 }));
const contract = [{ key: 'ml.m5.large.m.i.r', rate: 9000, length: 1, timeUnit: 'YEAR' }];
const model = (info: Record<string, unknown> = {}): OfferSpec =>
  offer({ commits: undefined, dimensions, ...info }, { productInfo });

describe('a model', () => {
  test('a model is priced per hour and per inference, without an end', () => {
    const details = detailsIn(model());
    expect(details.UpdatePricingTerms).toMatchObject({
      PricingModel: 'Usage',
      Terms: [{ Type: 'UsageBasedPricingTerm', RateCards: [{ RateCard: [{}, {}, {}] }] }],
    });
    expect(details.UpdateValidityTerms).toBeUndefined();
  });

  test('a model can have a prepaid time with unlimited instances', () => {
    const spec = model({ commits: contract, mkAMachineLearningContractDuration: 12 });
    const details = detailsIn(spec);
    expect(details.UpdatePricingTerms).toMatchObject({
      PricingModel: 'Contract',
      Terms: [
        { Type: 'UsageBasedPricingTerm' },
        { Type: 'FixedUpfrontPricingTerm', Duration: 'P365D', Grants: [{ DimensionKey: keys[0] }] },
      ],
    });
    expect(JSON.stringify(details.UpdatePricingTerms)).not.toContain('MaxQuantity');
    expect(details.UpdatePaymentScheduleTerms).toMatchObject({
      Terms: [{ Schedule: [{ ChargeAmount: '9000' }] }],
    });
    expect(plan(spec).warnings).toEqual([expect.stringContaining('P12M is P365D')]);
  });

  test.each<[what: string, info: Record<string, unknown>, pointer: string]>([
    ['no usage price', { commits: contract, dimensions: [] }, '/info/dimensions'],
    ['a dimension without a price', { dimensions: dimensions.slice(1) }, '/info/dimensions'],
    ['EUR', { commits: contract, dimensions: [], currency: 'EUR' }, '/info/currency'],
    ['a later start', { startTime: '2031-06-01T00:00:00Z' }, '/info/startTime'],
    ['several units', { commits: [{ ...contract[0], quantity: 2 }] }, '/info/commits/0/quantity'],
    [
      'a choice',
      { commits: [{ ...contract[0], buyerQuantityConfigurable: true }] },
      '/info/commits/0/buyerQuantityConfigurable',
    ],
  ])('an offer of a model is refused with %s', (_, info, pointer) => {
    expect(refusedAt(model(info))).toContain(pointer);
  });
});
