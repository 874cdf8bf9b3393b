import { describe, expect, test } from 'vitest';
import type { WorkloadOffer } from '../records.ts';
import { inspectOffer, prepareDraft, prepareOffer } from './prepare.ts';
import { noPrice } from './price.ts';

const context = { now: new Date('2030-01-01T00:00:00Z') };
const questions = (body: WorkloadOffer, more: object = {}) =>
  inspectOffer(body, { ...context, ...more }).questions.map(({ pointer }) => pointer);

describe('warning about a missing price', () => {
  const cases: [title: string, body: WorkloadOffer, ...pointers: string[]][] = [
    ['an empty offer has the warning', {}, '/info/commits'],
    [
      'a committed amount, which is for display only (R35), has the warning',
      { info: { commitAmount: 500 } },
      '/info/commits',
    ],
    [
      'a commit without a rate has the warning',
      { info: { commits: [{ key: 's' }] } },
      '/info/commits/0/rate',
    ],
    [
      'a second commit without a rate has the warning',
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
      'a commit without a rate of a public offer has the warning',
      { offerType: 'DEFAULT', info: { commits: [{}] } },
      '/info/commits/0/rate',
    ],
    [
      'dimensions without rates have the warning',
      { info: { dimensions: [{ key: 'api' }] } },
      '/info/commits',
    ],
    [
      'instalments without amounts have the warning',
      { info: { paymentInstallments: [{ chargeOn: '2030-02-01' }] } },
      '/info/commits',
    ],
    ['a rate of 0 has no warning', { info: { commits: [{ key: 's', rate: 0 }] } }],
    ['a usage price has no warning', { info: { dimensions: [{ key: 'api', rate: 0.01 }] } }],
    ['price tiers have no warning', { info: { dimensions: [{ key: 'api', priceTiers: [{}] }] } }],
    ['an instalment has no warning', { info: { paymentInstallments: [{ amount: 5 }] } }],
    ['a price by metric has no warning', { info: { billableDimensions: [{ billableMetricId: 'bmt_1' }] } }],
    ['a discount on list prices has no warning', { partner: 'MKA', metaInfo: { discount: 20 } }],
    [
      'plans of a marketplace have no warning',
      { partner: 'MKB', info: { mkBPrivateOffer: { pricing: [{}] } } },
    ],
    [
      'an amendment of an agreement has no warning',
      { partner: 'MKA', metaInfo: { baseAgreementId: 'agr_1' } },
    ],
    ['a public offer has no warning', { offerType: 'FREE_TRIAL' }],
  ];
  test.each(cases)('%s', (_title, body, ...pointers) => {
    expect(questions(body)).toEqual(pointers);
  });

  test('a product with a price has no warning', () => {
    expect(questions({ productID: 'prd_1' }, { product: { dimensions: [{ key: 'api', rate: 2 }] } })).toEqual(
      [],
    );
    expect(questions({ productID: 'prd_1' }, { product: {} })).toEqual(['/info/commits']);
  });

  test('the offer is accepted with the warning, and rejected by strict handling', () => {
    const body = { info: { commits: [{ key: 's' }] } };
    expect(prepareOffer(body, context).warnings).toEqual([`/info/commits/0/rate: ${noPrice}`]);
    expect(prepareOffer({}, context).warnings).toEqual([`/info/commits: ${noPrice}`]);
    expect(() => prepareOffer(body, { ...context, strict: true })).toThrow(
      expect.objectContaining({ findings: [{ pointer: '/info/commits/0/rate', message: noPrice }] }),
    );
  });

  test('a draft has no warning, because it may be incomplete', () => {
    expect(prepareDraft({}, { ...context, strict: true }).warnings).toEqual([]);
  });
});
