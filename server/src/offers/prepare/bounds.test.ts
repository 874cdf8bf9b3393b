import { expect, it } from 'vitest';
import { type OfferInfo, WorkloadOffer } from '../records.ts';
import { inspectOffer } from './index.ts';

const context = { now: new Date('2030-01-15T12:00:00.000Z') };
const postpay = { mkCPaymentSchedule: 'POSTPAY' };

/** Terms, and the fields of `info` that are refused: none where they are taken. */
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
    'R25 what a reservation saves',
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
    'R41 a trial in a unit that there is not',
    { trialConfig: { trialPeriodUnit: 'WEEK' } },
    'trialConfig/trialPeriodUnit',
  ],
  ['R35 cycles of billing, in any letter case', { billingCycle: 'month_first_day' }],
  ['R35 a cycle of billing that is not set', { billingCycle: '' }],
  ['R35 a cycle of billing that there is not', { billingCycle: 'WEEKLY' }, 'billingCycle'],
  ['R35 a schedule of payment that there is not', { paymentSchedule: 'LATER' }, 'paymentSchedule'],
  [
    'R62 two prices of a metric',
    { billableDimensions: [{ billableMetricId: 'a' }, { billableMetricId: 'b' }, { billableMetricId: 'a' }] },
    'billableDimensions/2/billableMetricId',
  ],
  [
    'R62 usage prices with gaps and of no category',
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
      [`R42 the longest commit in '${unit}'`, { commits: [{ length: most, ...timeUnit }] }],
      [
        `R42 a longer commit in '${unit}'`,
        { commits: [{ length: most + 1, ...timeUnit }] },
        'commits/0/length',
      ],
      [
        `R62 a longer usage price in '${unit}'`,
        { billableDimensions: [{ length: most }, { length: most + 1, ...timeUnit }].slice(unit ? 1 : 0) },
        `billableDimensions/${unit ? 0 : 1}/length`,
      ],
    ];
  }),
  ['R42 the most units', { commits: [{ quantity: 1e9, rate: 1e6 }] }],
  ['R42 more than the most units', { commits: [{ quantity: 1e9 + 1 }] }, 'commits/0/quantity'],
  ['R42 more than any deal', { commits: [{ quantity: 1e9, rate: 1e6 + 1 }] }, 'commits/0/rate'],
  ['R42 commits that come to more than any deal', { commits: [{ rate: 1e15 }, { rate: 1 }] }, 'commits'],
  [
    'R42 payments and credits that come to more than any deal',
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
    'R25 a private offer on marketplace B of today',
    { mkBPrivateOffer: { acceptBy: '2030-01-15', start: '2030-01-01', end: '2030-01-31' } },
  ],
  [
    'R25 one that nobody can accept any more',
    { mkBPrivateOffer: { acceptBy: '2030-01-14', end: '2029-12-31' } },
    'mkBPrivateOffer/acceptBy',
    'mkBPrivateOffer/acceptBy',
    'mkBPrivateOffer/end',
  ],
  ['R42 the most seats', { commits: [{ type: 'PER_USER', minimumUsers: 1e6, maximumUsers: 1e6 }] }],
  [
    'R42 more than the most seats',
    { commits: [{ type: 'PER_USER', minimumUsers: 1e6 + 1, maximumUsers: 1e6 + 2 }] },
    'commits/0/minimumUsers',
    'commits/0/maximumUsers',
  ],
];

it.each([
  [1000, []],
  [1001, ['/info/commits/0/rate']],
])(
  'R42 on marketplace C, %i months together are no more than any deal: refused %j',
  (mkCDuration, refused) => {
    const info = { mkCDuration, commits: [{ rate: 1e6, quantity: 1e6 }] };
    expect(inspectOffer({ partner: 'MKC', info }, context).findings.map(({ pointer }) => pointer)).toEqual(
      refused,
    );
  },
);

it.each(cases.map(([title, info, ...refused]) => ({ title, info, refused })))(
  '$title: refused $refused',
  ({ info, refused }) => {
    const body: WorkloadOffer = { info };
    expect(WorkloadOffer.safeParse(body).error).toBeUndefined();
    const found = inspectOffer(body, context).findings.map(({ pointer }) => pointer.slice('/info/'.length));
    expect(found.sort()).toEqual([...refused].sort());
  },
);

it('R26 an end of a replaced offer that was kept before it had to be a time stays as it was', () => {
  for (const [given, kept] of [
    ['soon', 'soon'],
    ['2031-01-01', '2031-01-01T00:00:00.000Z'],
  ])
    expect(inspectOffer({ metaInfo: { replacedOfferEndTime: given } }, context).metaInfo).toMatchObject({
      replacedOfferEndTime: kept,
    });
});
