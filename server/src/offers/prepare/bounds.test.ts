import { expect, it } from 'vitest';
import { type OfferInfo, WorkloadOffer } from '../records.ts';
import { inspectOffer } from './prepare.ts';

const context = { now: new Date('2030-01-15T12:00:00.000Z') };
const postpay = { mkCPaymentSchedule: 'POSTPAY' };

/** Terms, and the rejected fields of `info`; the list is empty if the terms are accepted. */
const cases: [title: string, info: OfferInfo, ...refused: string[]][] = [
  ...[0, 100, '100', { units: '99', nanos: 999_999_999 }, { units: '', nanos: 0 }, {}, null, true].map(
    (discountPercentage): (typeof cases)[number] => [
      `R26 a usage discount of ${JSON.stringify(discountPercentage)}`,
      { ...postpay, mkCSkuDiscounts: [{ metricId: 'a', discountPercentage }] },
    ],
  ),
  ...[-0.1, 100.01, '101', 'half', { units: '100', nanos: 1 }, { nanos: -1 }].map(
    (percentage): (typeof cases)[number] => [
      `R26 a usage discount of ${JSON.stringify(percentage)}`,
      { ...postpay, mkCSkuDiscounts: [{ discount: 5 }, { percentage }] },
      'mkCSkuDiscounts/1/percentage',
    ],
  ),
  [
    'R26 usage discounts of an instalment',
    { paymentInstallments: [{}, { discountPercentage: -1, skuDiscounts: [{ percent: 200, price: 200 }] }] },
    'paymentInstallments/1/discountPercentage',
    'paymentInstallments/1/skuDiscounts/0/percent',
  ],
  [
    'R25 prices on marketplace B',
    {
      mkBPrivateOffer: {
        pricing: [{ discountPercentage: 100 }, { discountPercentage: 101, markupPercentage: -1 }],
      },
    },
    'mkBPrivateOffer/pricing/1/discountPercentage',
    'mkBPrivateOffer/pricing/1/markupPercentage',
  ],
  [
    'R25 the discount of a reservation',
    { mkBPlanSoftwareReservations: [{ percentageSave: 100 }, { percentageSave: 100.5 }] },
    'mkBPlanSoftwareReservations/1/percentageSave',
  ],
  ['R23 a discount on marketplace F', { mkFOffer: { discount: 101 } }, 'mkFOffer/discount'],
  [
    'R62 discounts on usage prices',
    {
      billableDimensions: [
        { discount: { discountType: 'PERCENTAGE', value: 100.1 } },
        { discount: { discountType: 'ABSOLUTE', value: 5000 } },
        { discount: { value: -1 } },
      ],
    },
    'billableDimensions/0/discount/value',
    'billableDimensions/2/discount/value',
  ],

  ...(['netTermsInDays', 'gracePeriodInDays'] as const).flatMap((name): typeof cases => [
    [`R41 a hundred years of ${name}`, { [name]: 36_525 }],
    [`R41 more than a hundred years of ${name}`, { [name]: 36_526 }, name],
    [`R41 a negative ${name}`, { [name]: -1 }, name],
  ]),
  ...(
    ['billingIntervalInMonths', 'commitBillingIntervalInMonths', 'usageBillingIntervalInMonths'] as const
  ).flatMap((name): typeof cases => [
    [`R35 a hundred years of ${name}`, { [name]: 1200 }],
    [`R35 more than a hundred years of ${name}`, { [name]: 1e9 }, name],
    [`R35 a negative ${name}`, { [name]: -1 }, name],
  ]),
  ['R41 a trial of a hundred years', { trialConfig: { trialPeriod: 1200, trialPeriodUnit: 'month' } }],
  [
    'R41 a longer trial',
    { trialConfig: { trialPeriod: 1201, trialPeriodUnit: 'MONTH' } },
    'trialConfig/trialPeriod',
  ],
  [
    'R41 a trial in an unknown unit',
    { trialConfig: { trialPeriodUnit: 'WEEK' } },
    'trialConfig/trialPeriodUnit',
  ],
  ['R35 a billing cycle in lower case', { billingCycle: 'month_first_day' }],
  ['R35 an empty billing cycle', { billingCycle: '' }],
  ['R35 an unknown billing cycle', { billingCycle: 'WEEKLY' }, 'billingCycle'],
  ['R35 an unknown payment schedule', { paymentSchedule: 'LATER' }, 'paymentSchedule'],
  [
    'R62 two prices for the same metric',
    { billableDimensions: [{ billableMetricId: 'a' }, { billableMetricId: 'b' }, { billableMetricId: 'a' }] },
    'billableDimensions/2/billableMetricId',
  ],
  [
    'R62 tiers with a gap, and an unknown category',
    {
      billableDimensions: [
        { category: 'tiered', priceModelTiered: { tiers: [{ lastUnit: 5 }, { firstUnit: 6 }] } },
        { category: 'stairs' },
      ],
    },
    'billableDimensions/0/priceModelTiered/tiers/1/firstUnit',
    'billableDimensions/1/category',
  ],
  ['R41 a negative trial', { trialConfig: { trialPeriod: -1 } }, 'trialConfig/trialPeriod'],
  ...(
    [
      ['YEAR', 100],
      ['month', 1200],
      ['DAY', 36_525],
      [undefined, 36_525],
      ['', 36_525],
    ] as const
  ).flatMap(([unit, most]): typeof cases => {
    const timeUnit = unit === undefined ? {} : { timeUnit: unit };
    return [
      [`R42 a commit of the maximum length in '${unit}'`, { commits: [{ length: most, ...timeUnit }] }],
      [
        `R42 a commit above the maximum length in '${unit}'`,
        { commits: [{ length: most + 1, ...timeUnit }] },
        'commits/0/length',
      ],
      [
        `R62 a usage price above the maximum length in '${unit}'`,
        { billableDimensions: [{ length: most }, { length: most + 1, ...timeUnit }].slice(unit ? 1 : 0) },
        `billableDimensions/${unit ? 0 : 1}/length`,
      ],
    ];
  }),
  ['R42 the maximum quantity and amount', { commits: [{ quantity: 1e9, rate: 1e6 }] }],
  ['R42 a quantity above the maximum', { commits: [{ quantity: 1e9 + 1 }] }, 'commits/0/quantity'],
  ['R42 an amount above the maximum', { commits: [{ quantity: 1e9, rate: 1e6 + 1 }] }, 'commits/0/rate'],
  ['R42 commits whose sum is above the maximum', { commits: [{ rate: 1e15 }, { rate: 1 }] }, 'commits'],
  [
    'R42 payments and credits whose sums are above the maximum',
    {
      paymentInstallments: [
        { amount: 1e15, credit: 1e15 },
        { amount: 0.5, credit: 0.5 },
      ],
    },
    'paymentInstallments',
    'paymentInstallments',
  ],
  [
    'R25 a private offer on marketplace B with acceptBy today',
    { mkBPrivateOffer: { acceptBy: '2030-01-15', start: '2030-01-01', end: '2030-01-31' } },
  ],
  [
    'R25 a private offer on marketplace B with dates in the past',
    { mkBPrivateOffer: { acceptBy: '2030-01-14', end: '2029-12-31' } },
    'mkBPrivateOffer/acceptBy',
    'mkBPrivateOffer/acceptBy',
    'mkBPrivateOffer/end',
  ],
  [
    'R42 the maximum number of seats',
    { commits: [{ type: 'PER_USER', minimumUsers: 1e6, maximumUsers: 1e6 }] },
  ],
  [
    'R42 more seats than the maximum',
    { commits: [{ type: 'PER_USER', minimumUsers: 1e6 + 1, maximumUsers: 1e6 + 2 }] },
    'commits/0/minimumUsers',
    'commits/0/maximumUsers',
  ],
];

it.each([
  [1000, []],
  [1001, ['/info/commits/0/rate']],
])(
  'R42 the total of %i months on marketplace C is at most the maximum amount: rejects %j',
  (mkCDuration, refused) => {
    const info = { mkCDuration, commits: [{ rate: 1e6, quantity: 1e6 }] };
    expect(inspectOffer({ partner: 'MKC', info }, context).findings.map(({ pointer }) => pointer)).toEqual(
      refused,
    );
  },
);

it.each(cases.map(([title, info, ...refused]) => ({ title, info, refused })))(
  '$title: rejects $refused',
  ({ info, refused }) => {
    const body: WorkloadOffer = { info };
    expect(WorkloadOffer.safeParse(body).error).toBeUndefined();
    const found = inspectOffer(body, context).findings.map(({ pointer }) => pointer.slice('/info/'.length));
    expect(found.sort()).toEqual([...refused].sort());
  },
);

it('R26 a stored replacedOfferEndTime that is not a time stays unchanged', () => {
  for (const [given, kept] of [
    ['soon', 'soon'],
    ['2031-01-01', '2031-01-01T00:00:00.000Z'],
  ])
    expect(inspectOffer({ metaInfo: { replacedOfferEndTime: given } }, context).metaInfo).toMatchObject({
      replacedOfferEndTime: kept,
    });
});
