import { describe, expect, test } from 'vitest';
import { fillMissing } from '../../rules/missing.ts';
import { specOf } from '../../rules/spec.fixture.ts';
import type { JsonObject, OfferSpec } from '../../specifications.ts';
import { judge } from './judge.ts';

const now = new Date('2031-05-12T10:20:00.000Z');
const at = (day: string) => `${day}T00:00:00.000Z`;
const text = (length: number) => 'x'.repeat(length);

const complete = {
  currency: 'USD',
  commits: [{ key: 'team', rate: 100 }],
  eulaType: 'SCMP',
  mkCCustomerInfo: {
    organization: 'Globex',
    contact: 'Hank Scorpio',
    unverifiedBillingAccount: 'billingAccounts/012345-567890-ABCDEF',
  },
  mkCDuration: 12,
  mkCOfferDealType: 'NEW',
  mkCProviderInfo: { salesContactName: 'Ada Lovelace' },
};
const { commits, ...withoutPrice } = complete;

const productInfo = {
  mkCProduct: {
    productType: 'SOFTWARE_AS_A_SERVICE',
    listingSpec: {
      purchaseSpec: {
        purchaseOptionSpecs: [{ name: 'team' }, { name: 'company' }],
        metrics: [{ id: 'rows', skuId: 'services/s/skus/A1' }],
      },
    },
  },
};

type Values = Omit<Partial<OfferSpec>, 'info'> & { info?: JsonObject };
const offer = ({ info, ...more }: Values = {}): OfferSpec =>
  specOf({
    name: 'Team for a year',
    externalProductId: 'service-1',
    expireTime: at('2031-06-11'),
    productInfo,
    ...more,
    info: { ...complete, ...info },
  });
const found = (spec: OfferSpec) =>
  judge(spec, now).map(({ pointer, isMissing }) => [pointer, isMissing ? 'missing' : 'wrong']);
const due = (...installments: (string | undefined)[]) => ({
  commits: [],
  mkCPlans: [{ name: 'team' }],
  paymentInstallments: installments.map((day) => ({ amount: 1, ...(day ? { chargeOn: at(day) } : {}) })),
});
const customer = (values: object) => ({ mkCCustomerInfo: { ...complete.mkCCustomerInfo, ...values } });
const usage = { commits: [], dimensions: [{ key: 'rows', planId: 'team' }] };

test.each<[string, Values]>([
  ['a monthly fee', {}],
  ['a selected buyer', { buyerName: 'Globex', externalBuyerId: 'E-1', info: customer({ organization: '' }) }],
  ['usage that is paid in arrears', { info: { ...usage, mkCPaymentSchedule: 'POSTPAY' } }],
  [
    'discounts by SKU and by metric',
    {
      info: {
        ...usage,
        mkCSkuDiscounts: [
          { sku: 'projects/p/locations/l/services/s/skus/A1', discountPercent: 12.34 },
          { metricId: 'rows', discountPercent: 0.1 },
        ],
      },
    },
  ],
  ['instalments from acceptance on', { info: due(undefined, '2031-06-11', '2032-01-01') }],
  [
    'instalments from a start on',
    { info: { ...due('2031-07-01', '2032-01-01'), startTime: at('2031-07-01'), mkCPaymentRecurrence: '' } },
  ],
  ['instalments without a date for the first', { info: { ...due(undefined), startTime: at('2031-07-01') } }],
  ['the latest dates', { expireTime: at('2031-08-12'), info: { startTime: at('2032-05-12') } }],
  ['an end', { endTime: at('2038-06-11') }],
  ['a renewal of the longest term', { info: { mkCDuration: 42, autoRenew: true } }],
  ['the largest fee', { info: { commits: [{ key: 'team', rate: 5, quantity: 2e8 }] } }],
  [
    'a statement of work for services',
    {
      productInfo: { mkCProduct: { productType: 'PROFESSIONAL_SERVICES' } },
      info: { mkCSowAgreementDocument: { key: 'f' }, eulaType: '' },
    },
  ],
  [
    'a product whose record has other types',
    {
      productInfo: {
        mkCProduct: { listingSpec: { purchaseSpec: { purchaseOptionSpecs: [null, 1], metrics: 'none' } } },
      },
    },
  ],
  [
    'a product whose record has no plans',
    { productInfo: { mkCProduct: {} }, info: { commits: [{ key: 'any', rate: 1 }] } },
  ],
  [
    'a commit on a metric',
    {
      info: {
        commits: [
          { key: 'rows', rate: 1 },
          { key: 'team', rate: 0 },
        ],
      },
    },
  ],
])('R36 marketplace C accepts %s', (_, values) => {
  expect(found(offer(values))).toEqual([]);
});

describe('R36 marketplace C requires', () => {
  test.each<[string, Values]>([
    ['/name', { name: undefined }],
    ['/productID', { externalProductId: undefined }],
    ['/expireTime', { expireTime: undefined }],
    ['/info/mkCOfferDealType', { info: { mkCOfferDealType: 'OFFER_DEAL_TYPE_UNSPECIFIED' } }],
    ['/info/mkCProviderInfo/salesContactName', { info: { mkCProviderInfo: {} } }],
    ['/info/mkCCustomerInfo/organization', { info: customer({ organization: '' }) }],
    ['/info/mkCCustomerInfo/contact', { info: customer({ contact: undefined }) }],
    ['/info/mkCCustomerInfo/unverifiedBillingAccount', { info: customer({ unverifiedBillingAccount: '' }) }],
    ['/info/eulaType', { info: { eulaType: '' } }],
    ['/info/commits', { info: { commits: [{ key: 'team' }] } }],
    ['/info/paymentInstallments', { info: { mkCPaymentRecurrence: 'CUSTOM_PERIOD' } }],
    ['/info/startTime', { info: due('2032-01-01', '2031-07-01') }],
    ['/info/paymentInstallments/1/chargeOn', { info: due(undefined, undefined) }],
    ['/info/mkCPlans', { info: { ...usage, dimensions: [{ key: 'rows' }] } }],
  ])('%s, which the sandbox fills', (pointer, values) => {
    expect(found(offer(values))).toEqual([[pointer, 'missing']]);
  });
});

describe('R36 marketplace C refuses', () => {
  test.each<[string, string, Values]>([
    ['a long name', '/name', { name: text(257) }],
    [
      'a long internal note',
      '/info/mkCProviderInternalNote',
      { info: { mkCProviderInternalNote: text(1501) } },
    ],
    ['a long note', '/info/mkCProviderPublicNote', { info: { mkCProviderPublicNote: text(121) } }],
    [
      'a long name of the seller’s contact',
      '/info/mkCProviderInfo/salesContactName',
      { info: { mkCProviderInfo: { salesContactName: text(257) } } },
    ],
    ['a long company', '/info/mkCCustomerInfo/organization', { info: customer({ organization: text(257) }) }],
    [
      'a long name of the buyer’s contact',
      '/info/mkCCustomerInfo/contact',
      { info: customer({ contact: text(257) }) },
    ],
    [
      'a resource that is no billing account',
      '/info/mkCCustomerInfo/unverifiedBillingAccount',
      { info: customer({ unverifiedBillingAccount: 'projects/1' }) },
    ],
    ['another currency', '/info/currency', { info: { currency: 'EUR' } }],
    ['an unknown deal type', '/info/mkCOfferDealType', { info: { mkCOfferDealType: 'OTHER' } }],
    ['more than seven years', '/info/mkCDuration', { info: { mkCDuration: 85 } }],
    ['renewals beyond seven years', '/info/mkCDuration', { info: { mkCDuration: 43, autoRenew: true } }],
    ['renewals of instalments', '/info/autoRenew', { info: { ...due(undefined), autoRenew: true } }],
    ['an unknown recurrence', '/info/mkCPaymentRecurrence', { info: { mkCPaymentRecurrence: 'WEEKLY' } }],
    [
      'instalments with a recurrence',
      '/info/mkCPaymentRecurrence',
      { info: { ...due(undefined), mkCPaymentRecurrence: 'yearly_period' } },
    ],
    ['a fee in arrears', '/info/mkCPaymentSchedule', { info: { mkCPaymentSchedule: 'POSTPAY' } }],
    [
      'instalments in arrears',
      '/info/paymentSchedule',
      { info: { ...due(undefined), paymentSchedule: 'POSTPAY' } },
    ],
    [
      'discounts on the commitment and on usage',
      '/info/mkCUsagePlanPriceModel',
      {
        info: {
          mkCUsagePlanPriceModel: 'CUD_LIST_PRICE',
          ...due(undefined),
          paymentInstallments: [{ amount: 1, skuDiscounts: [{ metricId: 'rows', discountPercent: 1 }] }],
        },
      },
    ],
    ['a large fee', '/info/commits', { info: { commits: [{ key: 'team', rate: 5, quantity: 2e8 + 1 }] } }],
    [
      'a large fee of a year',
      '/info/commits',
      { info: { commits: [{ key: 'team', rate: 1e8 }], mkCPaymentRecurrence: 'YEARLY_PERIOD' } },
    ],
    [
      'a large instalment',
      '/info/paymentInstallments/0/amount',
      { info: { ...due(undefined), paymentInstallments: [{ amount: 1e9 + 1 }] } },
    ],
    [
      'a large credit',
      '/info/paymentInstallments/0/credit',
      { info: { ...due(undefined), paymentInstallments: [{ amount: 1, credit: 1e6 + 1 }] } },
    ],
    [
      'a discount with three decimals',
      '/info/mkCSkuDiscounts/0/discountPercent',
      { info: { mkCSkuDiscounts: [{ discountPercent: '12.345' }] } },
    ],
    [
      'a long feature',
      '/info/mkCFeatures/0/featureTitle',
      { info: { mkCFeatures: [{ featureName: 'seats', featureTitle: text(129) }] } },
    ],
    [
      'a long value of a feature',
      '/info/mkCFeatures/0/featureValue',
      { info: { mkCFeatures: [{ featureName: 'seats', featureValue: text(3001) }] } },
    ],
    [
      'a statement of work for software',
      '/info/mkCSowAgreementDocument',
      { info: { mkCSowAgreementDocument: { key: 'f' } } },
    ],
    ['a deadline after three months', '/expireTime', { expireTime: at('2031-08-13') }],
    ['a deadline after the start', '/expireTime', { info: { startTime: at('2031-06-10') } }],
    ['a deadline after an instalment', '/expireTime', { info: due(undefined, '2031-06-10') }],
    ['a start after a year', '/info/startTime', { info: { startTime: at('2032-05-13') } }],
    ['an end after seven years', '/endTime', { endTime: at('2038-06-12') }],
    [
      'a first instalment after the start',
      '/info/paymentInstallments/0/chargeOn',
      { info: { ...due('2031-07-02'), startTime: at('2031-07-01') } },
    ],
    [
      'an instalment before the start',
      '/info/paymentInstallments/1/chargeOn',
      { info: { ...due(undefined, '2031-06-30'), startTime: at('2031-07-01') } },
    ],
    [
      'an instalment on the day of the start beside the first',
      '/info/paymentInstallments/1/chargeOn',
      { info: { ...due(undefined, '2031-07-01'), startTime: at('2031-07-01') } },
    ],
    [
      'two instalments on a day',
      '/info/paymentInstallments/2/chargeOn',
      { info: due(undefined, '2032-01-01', '2032-01-01') },
    ],
    ['an unknown plan', '/info/mkCPlans/0/name', { info: { mkCPlans: [{ name: 'other' }] } }],
    ['a fee of an unknown plan', '/info/commits/0/key', { info: { commits: [{ key: 'other', rate: 1 }] } }],
    ['an unknown metric', '/info/dimensions/0/key', { info: { dimensions: [{ key: 'other' }] } }],
    [
      'a metric of an unknown plan',
      '/info/dimensions/0/planId',
      { info: { dimensions: [{ planId: 'other' }] } },
    ],
    ['an unknown SKU', '/info/dimensions/0/skuId', { info: { dimensions: [{ skuId: 'B2' }] } }],
    [
      'a discount on an unknown metric',
      '/info/mkCSkuDiscounts/0/metricId',
      { info: { mkCSkuDiscounts: [{ metricId: 'other' }] } },
    ],
  ])('%s', (_, pointer, values) => {
    expect(found(offer(values))).toEqual([[pointer, 'wrong']]);
  });

  test('an instalment in the past, whatever the deadline is', () => {
    const past = offer({ expireTime: undefined, info: due(undefined, '2031-05-11') });
    expect(found(past)).toEqual([
      ['/expireTime', 'missing'],
      ['/info/paymentInstallments/1/chargeOn', 'wrong'],
    ]);
  });

  test('an unknown plan with a message that lists at most 20 known plans', () => {
    const plans = Array.from({ length: 21 }, (_, index) => ({ name: `p${index}` }));
    const purchaseSpec = { purchaseOptionSpecs: plans };
    const spec = offer({ productInfo: { mkCProduct: { listingSpec: { purchaseSpec } } } });
    const [refusal] = judge(spec, now);
    expect(refusal?.readable).toMatch(/^The product has no plan team\. Its plans: p0, .*, p19\.$/);
  });
});

test.each<[string, Values]>([
  ['nothing', {}],
  ['a start', { info: { startTime: at('2031-05-20') } }],
  ['instalments', { info: { ...due(undefined, '2031-05-20', '2031-05-30') } }],
  ['an instalment today', { info: due(undefined, '2031-05-12') }],
  ['an end', { endTime: at('2031-05-20') }],
])(
  'R36 the values that the sandbox fills beside %s satisfy the rules of marketplace C',
  (_, { info, ...more }) => {
    const spec = specOf({ ...more, info: { commits, mkCDuration: 12, ...info } });
    const filled = fillMissing('MKC', spec, judge(spec, now), now);
    expect(found(filled)).toEqual([['/productID', 'missing']]);
    expect(filled.info).toMatchObject({ mkCCustomerInfo: { organization: 'Demonstration buyer' } });
    expect(Date.parse(filled.expireTime ?? '')).toBeGreaterThan(now.getTime());
  },
);

test('R36 a price is the only value that the sandbox does not fill', () => {
  const spec = offer({ productInfo: undefined, info: { ...withoutPrice, commits: [] } });
  expect(found(fillMissing('MKC', spec, judge(spec, now), now))).toEqual([['/info/commits', 'missing']]);
});
