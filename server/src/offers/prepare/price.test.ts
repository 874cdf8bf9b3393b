import { describe, expect, test } from 'vitest';
import type { WorkloadOffer } from '../records.ts';
import { inspectOffer, prepareDraft, prepareOffer } from './prepare.ts';
import { noPrice } from './price.ts';

const context = { now: new Date('2030-01-01T00:00:00Z') };
const questions = (body: WorkloadOffer, more: object = {}) =>
  inspectOffer(body, { ...context, ...more }).questions.map(({ pointer }) => pointer);

describe('an offer that charges the buyer nothing is questioned', () => {
  const cases: [title: string, body: WorkloadOffer, ...pointers: string[]][] = [
    ['nothing at all', {}, '/info/commits'],
    [
      'a committed amount alone, which is for display (R35)',
      { info: { commitAmount: 500 } },
      '/info/commits',
    ],
    ['a commit without a rate', { info: { commits: [{ key: 's' }] } }, '/info/commits/0/rate'],
    [
      'the second commit of two',
      {
        partner: 'MKC',
        info: {
          commits: [
            { key: 'a', rate: 1 },
            { key: 'b', quantity: 5 },
          ],
        },
      },
      '/info/commits/1/rate',
    ],
    [
      'a commit without a rate of a public offer',
      { offerType: 'DEFAULT', info: { commits: [{}] } },
      '/info/commits/0/rate',
    ],
    ['dimensions without rates', { info: { dimensions: [{ key: 'api' }] } }, '/info/commits'],
    [
      'instalments without amounts',
      { info: { paymentInstallments: [{ chargeOn: '2030-02-01' }] } },
      '/info/commits',
    ],
    ['a rate of 0', { info: { commits: [{ key: 's', rate: 0 }] } }],
    ['a price of usage', { info: { dimensions: [{ key: 'api', rate: 0.01 }] } }],
    ['tiers', { info: { dimensions: [{ key: 'api', priceTiers: [{}] }] } }],
    ['an instalment', { info: { paymentInstallments: [{ amount: 5 }] } }],
    ['a price by metric', { info: { billableDimensions: [{ billableMetricId: 'bmt_1' }] } }],
    ['a discount on list prices', { partner: 'MKA', metaInfo: { discount: 20 } }],
    ['a marketplace’s own plans', { partner: 'MKB', info: { mkBPrivateOffer: { pricing: [{}] } } }],
    ['an agreement that goes on', { partner: 'MKA', metaInfo: { baseAgreementId: 'agr_1' } }],
    ['a public offer', { offerType: 'FREE_TRIAL' }],
  ];
  test.each(cases)('%s', (_title, body, ...pointers) => {
    expect(questions(body)).toEqual(pointers);
  });

  test('unless the product has a price', () => {
    expect(questions({ productID: 'prd_1' }, { product: { dimensions: [{ key: 'api', rate: 2 }] } })).toEqual(
      [],
    );
    expect(questions({ productID: 'prd_1' }, { product: {} })).toEqual(['/info/commits']);
  });

  test('it is taken with a warning, and refused in strict handling', () => {
    const body = { info: { commits: [{ key: 's' }] } };
    expect(prepareOffer(body, context).warnings).toEqual([`/info/commits/0/rate: ${noPrice}`]);
    expect(prepareOffer({}, context).warnings).toEqual([`/info/commits: ${noPrice}`]);
    expect(() => prepareOffer(body, { ...context, strict: true })).toThrow(
      expect.objectContaining({ findings: [{ pointer: '/info/commits/0/rate', message: noPrice }] }),
    );
  });

  test('a draft is not questioned: it may be incomplete', () => {
    expect(prepareDraft({}, { ...context, strict: true }).warnings).toEqual([]);
  });
});
