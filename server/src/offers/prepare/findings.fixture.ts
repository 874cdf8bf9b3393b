import type { CommitDimension, OfferInfo, WorkloadOffer } from '../records.ts';

/** Time at which the offers are checked. */
export const context = { now: new Date('2030-01-15T12:00:00.000Z') };
export const longText = 'x'.repeat(1001);
const pricing = (length: number) => Array.from({ length }, () => ({ planId: 'p' }));

const privateOffer = (fields: NonNullable<OfferInfo['mkBPrivateOffer']>): WorkloadOffer => ({
  partner: 'MKB',
  info: { mkBPrivateOffer: fields },
});
const seats = (commit: CommitDimension): WorkloadOffer => ({
  info: { commits: [{}, { type: 'PER_USER', ...commit }] },
});
const mkA = (info: OfferInfo): WorkloadOffer => ({ partner: 'MKA', info });
const resale = (offerType: string, more: Pick<WorkloadOffer, 'info' | 'metaInfo'>): WorkloadOffer => ({
  partner: 'MKA',
  offerType,
  ...more,
});
export const replacement = {
  isReplacementOffer: true,
  replacedOfferResourceName: 'projects/1/services/s/privateOffers/p',
};
export const replacing = (metaInfo: NonNullable<WorkloadOffer['metaInfo']>): WorkloadOffer => ({
  partner: 'MKC',
  info: { mkCDuration: 12 },
  metaInfo,
});
export const meta = (metaInfo: NonNullable<WorkloadOffer['metaInfo']>): WorkloadOffer => ({ metaInfo });

/** Bodies and the rejected pointers; the list is empty if the offer is accepted. */
export const cases: [title: string, body: WorkloadOffer, ...refused: string[]][] = [
  ['R21 marketplace C without a length', { partner: 'MKC' }, '/info/mkCDuration'],
  ['R21 a length of 0 on marketplace C', { partner: 'MKC', info: { mkCDuration: 0 } }, '/info/mkCDuration'],
  ['R21 a length of one month on marketplace C', { partner: 'MKC', info: { mkCDuration: 1 } }],
  ['R21 a public offer of marketplace C', { partner: 'MKC', offerType: 'DEFAULT' }],
  ['R21 a length on another marketplace', { partner: 'MKB', info: { mkCDuration: 0 } }],

  [
    'R22 an end before a future start',
    { ...mkA({ startTime: '2030-03-01' }), endTime: '2030-02-01' },
    '/endTime',
  ],
  ['R22 an end after a future start', { ...mkA({ startTime: '2030-03-01' }), endTime: '2030-03-02' }],
  ['R7 an offer that has expired', { expireTime: '2030-01-15T12:00:00Z' }, '/expireTime'],
  ['R7 an offer that expires today at midnight UTC', { expireTime: '2030-01-15' }, '/expireTime'],
  ['R7 an end in the past', { endTime: '2030-01-15T12:59:59+01:00' }, '/endTime'],
  ['R42 an expiry after the end', { endTime: '2030-02-01', expireTime: '2030-02-02' }, '/expireTime'],
  ['R42 an expiry at the end', { endTime: '2030-02-01', expireTime: '2030-02-01T00:00:00Z' }],
  ['R7 an end after the expiry', { endTime: '2030-03-01', expireTime: '2030-02-01' }],
  [
    'R22 an end equal to the start',
    { ...mkA({ startTime: '2030-03-01' }), endTime: '2030-03-01' },
    '/endTime',
  ],

  ['R23 a discount of 100', { partner: 'MKA', metaInfo: { discount: 100 } }],
  ['R23 a discount of 0', { partner: 'MKA', metaInfo: { discount: 0 } }],
  ['R23 a discount above 100', { partner: 'MKA', metaInfo: { discount: 100.01 } }, '/metaInfo/discount'],
  ['R23 a negative discount', { partner: 'MKA', metaInfo: { discount: -1 } }, '/metaInfo/discount'],
  ['R23 a discount on marketplace B', { partner: 'MKB', metaInfo: { discount: 5 } }, '/metaInfo/discount'],
  ['R23 a discount of 0 on a direct sale', meta({ discount: 0 }), '/metaInfo/discount'],
  ['R23 no discount on marketplace B', { partner: 'MKB', metaInfo: { discount: null } }],
  ['R23 a discountPercentage from 0 to 100', { info: { discountPercentage: 20 } }],
  ['R23 a discountPercentage below 0', { info: { discountPercentage: -0.1 } }, '/info/discountPercentage'],
  [
    'R23 a discountPercentage of an instalment',
    { info: { paymentInstallments: [{ discountPercentage: 101 }] } },
    '/info/paymentInstallments/0/discountPercentage',
  ],

  ['R25 ten prices', privateOffer({ pricing: pricing(10) })],
  ['R25 eleven prices', privateOffer({ pricing: pricing(11) }), '/info/mkBPrivateOffer/pricing'],
  ['R25 whole months', privateOffer({ start: '2032-02-01', end: '2032-02-29', acceptBy: '2032-01-10' })],
  ['R25 a start within a month', privateOffer({ start: '2030-02-02' }), '/info/mkBPrivateOffer/start'],
  ['R25 an end within a month', privateOffer({ end: '2032-02-28' }), '/info/mkBPrivateOffer/end'],
  [
    'R25 an end before the start',
    privateOffer({ start: '2030-05-01', end: '2030-04-30' }),
    '/info/mkBPrivateOffer/end',
  ],
  ...['customerPromotion', 'cspPromotion'].flatMap((privateOfferType): typeof cases => [
    [
      `R25 one document of a ${privateOfferType}`,
      privateOffer({ privateOfferType, termsAndConditionsDocSasUrl: 'https://example.com/t' }),
    ],
    [
      `R25 several documents of a ${privateOfferType}`,
      privateOffer({ privateOfferType, termsAndConditionsDocs: [{ fileName: 't' }] }),
      '/info/mkBPrivateOffer/termsAndConditionsDocs',
    ],
  ]),
  ...['multipartyPromotionChannelPartner', 'multipartyPromotionOriginator'].flatMap(
    (privateOfferType): typeof cases => [
      [
        `R25 several documents of a ${privateOfferType}`,
        privateOffer({ privateOfferType, termsAndConditionsDocs: [{ fileName: 't' }] }),
      ],
      [
        `R25 one document of a ${privateOfferType}`,
        privateOffer({ privateOfferType, termsAndConditionsDocSasUrl: 'https://example.com/t' }),
        '/info/mkBPrivateOffer/termsAndConditionsDocSasUrl',
      ],
    ],
  ),
  ['R25 no documents', privateOffer({ termsAndConditionsDocSasUrl: '', termsAndConditionsDocs: [] })],
  [
    'R25 contacts',
    privateOffer({
      notificationContacts: ['ann.lee+x@mail.example.com', 'ann', 'a@b', 'a b@c.de', 'a@c..de'],
    }),
    ...[1, 2, 3, 4].map((index) => `/info/mkBPrivateOffer/notificationContacts/${index}`),
  ],

  ['R26 usage discounts paid in arrears', { info: { mkCSkuDiscounts: [{}], mkCPaymentSchedule: 'POSTPAY' } }],
  [
    'R26 usage discounts with the general payment schedule',
    { info: { mkCSkuDiscounts: [{}], paymentSchedule: 'POSTPAY' } },
  ],
  [
    'R26 usage discounts paid in advance',
    { info: { mkCSkuDiscounts: [{}], mkCPaymentSchedule: 'PREPAY', paymentSchedule: 'POSTPAY' } },
    '/info/mkCSkuDiscounts',
  ],
  ['R26 usage discounts without a schedule', { info: { mkCSkuDiscounts: [{}] } }, '/info/mkCSkuDiscounts'],
  [
    'R26 an empty list of usage discounts paid in advance',
    { info: { mkCSkuDiscounts: [], mkCPaymentSchedule: 'PREPAY' } },
  ],
  [
    'R26 a replacement',
    replacing({
      isReplacementOffer: true,
      replacedOfferResourceName: 'projects/1/services/s.x/privateOffers/p-1',
    }),
  ],
  [
    'R26 a replacement of a plan for resellers',
    replacing({
      isReplacementOffer: true,
      replacedResellerPrivateOfferPlan: 'resellerPrivateOfferPlans/p-1',
    }),
  ],
  [
    'R26 a replacement without a replaced offer',
    replacing({ isReplacementOffer: true }),
    '/metaInfo/replacedOfferResourceName',
  ],
  [
    'R26 fields of a replacement without isReplacementOffer',
    meta({
      isReplacementOffer: false,
      replacedOfferEndTime: '2030',
      replacedOfferPaymentRecurrence: 'MONTHLY_PERIOD',
      replacedOfferResourceName: 'projects/1/services/s/privateOffers/p',
      replacedResellerPrivateOfferPlan: 'resellerPrivateOfferPlans/p',
    }),
    '/metaInfo/replacedOfferEndTime',
    '/metaInfo/replacedOfferPaymentRecurrence',
    '/metaInfo/replacedOfferResourceName',
    '/metaInfo/replacedResellerPrivateOfferPlan',
  ],
  [
    'R26 a replacedOfferEndTime that is not a time',
    replacing({ ...replacement, replacedOfferEndTime: '2030' }),
    '/metaInfo/replacedOfferEndTime',
  ],
  ['R26 a replacedOfferEndTime', replacing({ ...replacement, replacedOfferEndTime: '2030-12-31' })],
  [
    'R26 empty fields of a replacement without isReplacementOffer',
    meta({ replacedOfferEndTime: '', replacedOfferResourceName: '' }),
  ],
  ...['projects/1/services/s/privateOffers/', 'x/projects/1/services/s/privateOffers/p', 'p'].map(
    (replacedOfferResourceName): (typeof cases)[number] => [
      `R26 the resource name ${replacedOfferResourceName}`,
      replacing({ isReplacementOffer: true, replacedOfferResourceName }),
      '/metaInfo/replacedOfferResourceName',
    ],
  ),
  [
    'R26 the name of a plan for resellers',
    replacing({
      isReplacementOffer: true,
      replacedResellerPrivateOfferPlan: 'resellerPrivateOfferPlans/a/b',
    }),
    '/metaInfo/replacedResellerPrivateOfferPlan',
  ],

  ['R27 a length of a hundred years', mkA({ mkAAgreementDuration: 'P100Y' })],
  [
    'R27 a length above a hundred years',
    mkA({ mkAAgreementDuration: 'P999999999Y' }),
    '/info/mkAAgreementDuration',
  ],
  ['R27 countries', mkA({ buyerCountryCodes: ['DE', 'gb'] })],
  [
    'R27 an empty list of countries',
    mkA({ buyerCountryCodes: ['DE', 'UK', 'USA', '840', ''] }),
    ...[1, 2, 3, 4].map((index) => `/info/buyerCountryCodes/${index}`),
  ],
  [
    'R27 countries of a CPPO_OUT offer',
    { ...mkA({ buyerCountryCodes: ['DE'] }), offerType: 'CPPO_OUT' },
    '/info/buyerCountryCodes',
  ],
  ['R27 an empty list on a CPPO_OUT offer', { ...mkA({ buyerCountryCodes: [] }), offerType: 'CPPO_OUT' }],
  ...['P12M', 'P1Y6M', 'P365D', 'PT1H', ''].map((mkAAgreementDuration): (typeof cases)[number] => [
    `R27 the duration '${mkAAgreementDuration}'`,
    mkA({ mkAAgreementDuration }),
  ]),
  ...['12', 'P', 'PT', 'P0D', '-P1Y', 'P-1Y', '1 year'].map(
    (mkAAgreementDuration): (typeof cases)[number] => [
      `R27 the duration '${mkAAgreementDuration}'`,
      mkA({ mkAAgreementDuration }),
      '/info/mkAAgreementDuration',
    ],
  ),
  ...[0, -1, 1201].map((mkAMachineLearningContractDuration): (typeof cases)[number] => [
    `R27 a machine learning contract of ${mkAMachineLearningContractDuration} months`,
    mkA({ mkAMachineLearningContractDuration }),
    '/info/mkAMachineLearningContractDuration',
  ]),
  ['R27 a machine learning contract of one month', mkA({ mkAMachineLearningContractDuration: 1 })],
  ['R27 a margin', resale('CPPO_OUT', { info: { mkAMarkupPercentage: 10.5 } })],
  ...[-0.1, 1000.1].map((mkAMarkupPercentage): (typeof cases)[number] => [
    `R27 a margin of ${mkAMarkupPercentage}`,
    resale('CPPO_OUT', { info: { mkAMarkupPercentage } }),
    '/info/mkAMarkupPercentage',
  ]),
  ['R27 resellers of a CPPO_OUT offer', resale('CPPO_OUT', { metaInfo: { resellerIds: ['r'] } })],
  [
    'R27 resellers of a CPPO offer',
    resale('CPPO', { metaInfo: { resellerIds: ['r'], cppoInOfferId: 'ofr_1' } }),
  ],
  [
    'R27 resellers of a private offer',
    resale('PRIVATE', { metaInfo: { resellerIds: ['r'] } }),
    '/metaInfo/resellerIds',
  ],
  ['R27 an empty list of resellers', resale('PRIVATE', { metaInfo: { resellerIds: [] } })],
  ['R27 a CPPO offer with an authorization', resale('CPPO', { info: { mkAResaleAuthorizationId: 'a' } })],
  ['R27 a CPPO offer without an authorization', resale('CPPO', {}), '/metaInfo/cppoInOfferId'],
  [
    'R27 an authorization on a CPPO_OUT offer',
    resale('CPPO_OUT', { metaInfo: { cppoInOfferId: 'o' }, info: { mkAResaleAuthorizationId: 'a' } }),
    '/metaInfo/cppoInOfferId',
    '/info/mkAResaleAuthorizationId',
  ],
  ['R27 a CPPO_IN offer', resale('CPPO_IN', {}), '/offerType'],
  ['R27 resale on marketplace B', { partner: 'MKB', offerType: 'CPPO_OUT' }, '/offerType'],
  [
    'R27 an agreement-based offer',
    resale('PRIVATE', { metaInfo: { isAgreementBasedOffer: true, baseAgreementId: 'a' } }),
  ],
  [
    'R27 an agreement-based offer without its agreement',
    resale('PRIVATE', { metaInfo: { isAgreementBasedOffer: true, isRenewalOffer: true } }),
    '/metaInfo/baseAgreementId',
  ],
  [
    'R27 a base agreement without isAgreementBasedOffer',
    resale('PRIVATE', { metaInfo: { isAgreementBasedOffer: false, baseAgreementId: 'a' } }),
    '/metaInfo/baseAgreementId',
  ],
  ['R27 a renewal without a base agreement', resale('PRIVATE', { metaInfo: { isRenewalOffer: true } })],
  [
    'R27 a renewal on marketplace B',
    { partner: 'MKB', metaInfo: { isRenewalOffer: true, isAgreementBasedOffer: true, baseAgreementId: 'a' } },
    '/metaInfo/isAgreementBasedOffer',
    '/metaInfo/isRenewalOffer',
  ],
  [
    'R25 an upgrade',
    {
      ...privateOffer({ upgradedFrom: { id: 'private-offer/1' } }),
      metaInfo: { isMkBUpgradeOffer: true, mkBOriginalOfferIDForUpgrade: 'ofr_1' },
    },
  ],
  [
    'R25 an upgrade without an original offer',
    { partner: 'MKB', metaInfo: { isMkBUpgradeOffer: true } },
    '/metaInfo/mkBOriginalOfferIDForUpgrade',
  ],
  [
    'R25 an original offer without isMkBUpgradeOffer',
    {
      ...privateOffer({ upgradedFrom: { id: 'private-offer/1' } }),
      metaInfo: { mkBOriginalOfferIDForUpgrade: 'ofr_1' },
    },
    '/metaInfo/mkBOriginalOfferIDForUpgrade',
    '/info/mkBPrivateOffer/upgradedFrom',
  ],
  [
    'R25 an upgrade on marketplace A',
    resale('PRIVATE', { metaInfo: { isMkBUpgradeOffer: true, mkBOriginalOfferIDForUpgrade: 'o' } }),
    '/metaInfo/isMkBUpgradeOffer',
  ],

  ['R32 a note of 1000 characters', meta({ internalNote: longText.slice(1) })],
  ['R32 a note of 1000 characters outside the basic plane', meta({ internalNote: '😀'.repeat(1000) })],
  ['R32 a note of 1001 characters', meta({ internalNote: longText }), '/metaInfo/internalNote'],
  [
    'R34 test usage without an end',
    meta({ enableTestUsageMetering: true }),
    '/metaInfo/testUsageMeteringEndTime',
  ],
  [
    'R34 test usage with an end',
    meta({ enableTestUsageMetering: true, testUsageMeteringEndTime: '2030-02-01' }),
  ],
  ['R34 test usage disabled', meta({ enableTestUsageMetering: false })],

  ['R42 seats within bounds', seats({ quantity: 5, minimumUsers: 5, maximumUsers: 5 })],
  ['R42 too few seats', seats({ quantity: 4, minimumUsers: 5 }), '/info/commits/1/quantity'],
  ['R42 too many seats', seats({ quantity: 6, maximumUsers: 5 }), '/info/commits/1/quantity'],
  ['R42 seats without bounds', seats({ quantity: 6 })],
  ['R42 bounds without seats', seats({ minimumUsers: 1, maximumUsers: 2 })],
  [
    'R42 a quantity of 0 that the buyer sets',
    seats({ key: 'seats', quantity: 0, minimumUsers: 2, buyerQuantityConfigurable: true }),
  ],
  ['R42 a quantity of 0 seats', seats({ quantity: 0, minimumUsers: 2 }), '/info/commits/1/quantity'],
  [
    'R42 a minimum above the maximum',
    seats({ minimumUsers: 3, maximumUsers: 2 }),
    '/info/commits/1/minimumUsers',
  ],
  ['R42 bounds on a flat fee', seats({ type: 'FLAT_RATE', quantity: 6, maximumUsers: 5 })],
  ...(['rate', 'quantity', 'length'] as const).map((name): (typeof cases)[number] => [
    `R42 a negative ${name} of a commit`,
    seats({ [name]: -1 }),
    `/info/commits/1/${name}`,
  ]),
  ...(['amount', 'credit', 'originalAmount'] as const).map((name): (typeof cases)[number] => [
    `R42 a negative ${name} of an instalment`,
    { info: { paymentInstallments: [{}, { [name]: -0.01 }] } },
    `/info/paymentInstallments/1/${name}`,
  ]),
  ['R35 a negative amount for display', { info: { commitAmount: -1 } }, '/info/commitAmount'],
  ['R36 a direct sale by a payment partner', { partner: 'PAYA', info: { commits: [{ rate: 10 }] } }],
  ['R36 a private offer on marketplace D, which the marketplace rejects', { partner: 'MKD' }],
];
