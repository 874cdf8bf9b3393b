import { expect, it, test } from 'vitest';
import { fillMissing } from '../../rules/missing.ts';
import { judgeOffer } from '../../rules/offers.ts';
import { specOf } from '../../rules/spec.fixture.ts';
import type { JsonObject, OfferSpec } from '../../specifications.ts';
import { published } from './published.ts';

const now = new Date('2031-05-12T10:20:00.000Z');

const entry = {
  product: 'product/p1',
  plan: 'plan/p1/basic',
  discountType: 'percentage',
  discountPercentage: 20,
};
const complete = {
  acceptBy: '2031-06-15',
  end: '2032-06-30',
  beneficiaries: [{ id: 'account', beneficiaryRecipients: [{ id: 'g', recipientType: 'billingGroup' }] }],
  notificationContacts: Array.from({ length: 5 }, (_, n) => `c${n}@seller.example`),
  pricing: [entry],
};

/** Creates a complete offer with changes to the offer, its info, and the marketplace's record. */
const offerOf = (record: JsonObject = {}, info: JsonObject = {}, more: Partial<OfferSpec> = {}): OfferSpec =>
  specOf({
    key: 'ofr_1',
    name: 'A year of Premium (2031) - offer no. 7',
    externalProductId: 'p1',
    ...more,
    info: { mkBPrivateOffer: { ...complete, ...record }, ...info },
  });

const judged = (spec: OfferSpec): [pointer: string, kind: string][] =>
  judgeOffer('MKB', spec, now).map(({ pointer, isMissing }) => [pointer, isMissing ? 'missing' : 'wrong']);

const own = '/info/mkBPrivateOffer';
const first = `${own}/pricing/0`;
const named = (name: string, record: JsonObject = {}) => offerOf(record, {}, { name });
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const days = (count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.UTC(2032, 0, 1 + n)).toISOString().slice(0, 10));
const instalments = (count: number) => ({
  paymentInstallments: days(count).map((chargeOn) => ({ amount: 1, chargeOn })),
});

const newPlans = { offerPricingType: 'saasNewCustomizedPlans' };
const newPlan = { basePlan: 'basic', newPlanDetails: { name: 'New', description: 'A new plan' } };
const priced = (more: JsonObject, ofPlan: JsonObject = {}, ofOffer: JsonObject = newPlans) =>
  offerOf({
    ...ofOffer,
    pricing: [
      {
        ...entry,
        ...newPlan,
        privateOfferPlan: {
          pricing: {
            recurrentPrice: {
              recurrentPriceMode: 'flatRate',
              ...ofPlan,
              prices: [{ contractDuration: { type: 'year', value: 5 }, ...more }],
            },
          },
        },
      },
    ],
  });
const schedule = (dates: readonly string[], amount = 0) => ({
  flexibleSchedule: {
    initialCharge: { pricePerPaymentInUsd: 0 },
    billingSchedule: dates.map((chargeDate) => ({ chargeDate, pricePerPaymentInUsd: amount })),
  },
});
const ofTerm = (name: string) => `${first}/privateOfferPlan/pricing/recurrentPrice/prices/0/${name}`;

const multiparty = { privateOfferType: 'multipartyPromotionOriginator', partners: [{ id: 'r' }] };
const channelPartner = { privateOfferType: 'multipartyPromotionChannelPartner' };

const endsOn = (endTime: string) => offerOf({ end: undefined }, {}, { endTime });

const missing: [name: string, pointer: string, spec: OfferSpec][] = [
  ['a name', '/name', offerOf({}, {}, { name: ' ' })],
  [
    'a product',
    '/productID',
    offerOf({ pricing: [{ ...entry, product: '' }] }, {}, { externalProductId: undefined }),
  ],
  ['a deadline', '/expireTime', offerOf({ acceptBy: undefined })],
  ['an end', `${own}/end`, offerOf({ end: undefined })],
  ['a start', `${own}/start`, offerOf({ variableStartDate: false })],
  ['a beneficiary', `${own}/beneficiaries`, offerOf({ beneficiaries: [{ description: 'Unknown' }] })],
  ['a channel partner', `${own}/partners`, offerOf({ ...multiparty, partners: [] })],
  ['a price', `${own}/pricing`, offerOf({ pricing: [] })],
  ['a plan for its fees', `${own}/pricing`, offerOf({ pricing: [] }, { commits: [{ rate: 5 }] })],
  [
    'a plan for its usage',
    `${own}/pricing`,
    offerOf({ pricing: [] }, { dimensions: [{ key: 'm', rate: 5 }] }),
  ],
  ['a plan in an entry', `${first}/plan`, offerOf({ pricing: [{ ...entry, plan: undefined }] })],
  [
    'the price of an entry',
    `${first}/discountPercentage`,
    offerOf({ pricing: [{ ...entry, discountPercentage: undefined }] }),
  ],
  [
    'the amounts of an entry',
    `${first}/discountPercentage`,
    offerOf({ pricing: [{ ...entry, discountType: 'absolute' }] }),
  ],
  ['a base plan', `${first}/basePlan`, offerOf({ ...newPlans, pricing: [{ ...newPlan, basePlan: '' }] })],
  [
    'the base plan of a reservation',
    `${first}/basePlan`,
    offerOf({ offerPricingType: 'vmSoftwareReservations' }),
  ],
  [
    'a description of a new plan',
    `${first}/newPlanDetails`,
    offerOf({ ...newPlans, pricing: [{ ...newPlan, newPlanDetails: { name: 'New' } }] }),
  ],
];

it.each(missing)('R36 MKB needs %s, which the sandbox fills', (_, pointer, spec) => {
  expect(judged(spec)).toEqual([[pointer, 'missing']]);
  const filled = fillMissing('MKB', spec, judgeOffer('MKB', spec, now), now);
  // The sandbox fills neither products nor ends.
  const isKept = ['/productID', `${own}/end`].includes(pointer);
  expect(judged(filled)).toEqual(isKept ? [[pointer, 'missing']] : []);
});

const contacts = times(6, 'a@seller.example');
const wrong: [name: string, pointer: string, spec: OfferSpec][] = [
  ['a name of 129 characters', '/name', named('x'.repeat(129))],
  ...[...'!<>^[]@#%/,~\u0007\u007f\u00e9\u00ff'].map((character): [string, string, OfferSpec] => [
    `the character ${JSON.stringify(character)} in a name`,
    '/name',
    named(`A ${character} b`),
  ]),
  ['a quotation mark in a channel partner’s name', '/name', named('The seller’s', channelPartner)],
  ['an upgrade with the same name', '/name', named('Same', { upgradedFrom: { id: 'o', name: 'Same' } })],
  ['an unknown type', `${own}/privateOfferType`, offerOf({ privateOfferType: 'giftPromotion' })],
  ['an unknown type of pricing', `${own}/offerPricingType`, offerOf({ offerPricingType: 'free' })],
  ['an end within a month', '/endTime', endsOn('2032-06-15T00:00:00.000Z')],
  ['a start that varies', `${own}/start`, offerOf({ start: '2031-07-01', variableStartDate: true })],
  ['eleven prices', `${own}/pricing`, offerOf({ pricing: times(11, entry) })],
  ['two customers', `${own}/beneficiaries`, offerOf({ beneficiaries: times(2, { id: 'a' }) })],
  [
    '151 resellers',
    `${own}/beneficiaries`,
    offerOf({ privateOfferType: 'cspPromotion', beneficiaries: times(151, { id: 'a' }) }),
  ],
  ['customers of a reseller', `${own}/beneficiaries`, offerOf({ privateOfferType: 'cspPromotion' })],
  ['two channel partners', `${own}/partners`, offerOf({ ...multiparty, partners: times(2, { id: 'r' }) })],
  ['six contacts', `${own}/notificationContacts`, offerOf({ notificationContacts: contacts })],
  [
    'six documents',
    `${own}/termsAndConditionsDocs`,
    offerOf({ ...multiparty, termsAndConditionsDocs: times(6, {}) }),
  ],
  ['71 instalments', '/info/paymentInstallments', offerOf({}, instalments(71))],
  [
    'two instalments on a day',
    '/info/paymentInstallments',
    offerOf({}, { paymentInstallments: times(2, { amount: 1, chargeOn: '2032-01-01' }) }),
  ],
  [
    'instalments for prices of existing plans',
    '/info/paymentInstallments',
    offerOf({ offerPricingType: 'editExistingOfferPricingOnly' }, instalments(2)),
  ],
  [
    'a new plan for a reservation',
    `${first}/newPlanDetails`,
    offerOf({ offerPricingType: 'vmSoftwareReservations', pricing: [newPlan] }),
  ],
  [
    'an unknown type of discount',
    `${first}/discountType`,
    offerOf({ pricing: [{ ...entry, discountType: 'half' }] }),
  ],
  [
    'a markup by the vendor',
    `${first}/markupPercentage`,
    offerOf({ pricing: [{ ...entry, markupPercentage: 1 }] }),
  ],
  ['a schedule of 71 instalments', ofTerm('flexibleSchedule'), priced(schedule(days(70)))],
  [
    'a schedule with two charges on a day',
    ofTerm('flexibleSchedule'),
    priced(schedule(times(2, '2032-01-01'))),
  ],
  ['a negative charge', ofTerm('flexibleSchedule'), priced(schedule(['2032-01-01'], -1))],
  [
    'a schedule for seats',
    ofTerm('flexibleSchedule'),
    priced(schedule(days(2)), { recurrentPriceMode: 'perUser' }),
  ],
  [
    'a schedule for existing plans',
    ofTerm('flexibleSchedule'),
    priced(schedule(days(2)), {}, { offerPricingType: 'editExistingOfferPricingOnly' }),
  ],
  [
    'a schedule for a month',
    ofTerm('flexibleSchedule'),
    priced({ ...schedule(days(2)), contractDuration: { type: 'month', value: 1 } }),
  ],
  [
    'a contract of six years',
    ofTerm('contractDuration'),
    priced({ contractDuration: { type: 'year', value: 6 } }),
  ],
  [
    'a commit of 61 months',
    '/info/commits/0/length',
    offerOf({}, { commits: [{ key: 'basic', rate: 1, length: 61, timeUnit: 'MONTH' }] }),
  ],
];

it.each(wrong)('R36 MKB rejects %s', (_, pointer, spec) => {
  expect(judged(spec)).toEqual([[pointer, 'wrong']]);
  expect(judgeOffer('MKE', spec, now)).toEqual([]);
});

test('R36 each published rule of MKB is violated by an offer of these tests', () => {
  const specs = [...missing, ...wrong].map(([, , spec]) => spec);
  const unused = published.filter(({ isViolated }) => !specs.some((spec) => isViolated(spec, now)));
  expect(unused.map(({ readable }) => readable)).toEqual([]);
});

test.each<[string, OfferSpec]>([
  ['with every value at its limit', named('x'.repeat(128), { pricing: times(10, entry) })],
  ['for a known buyer', offerOf({ beneficiaries: [] }, {}, { externalBuyerId: 'buyer' })],
  [
    'with a time in place of each day',
    offerOf({ acceptBy: '', end: '' }, {}, { expireTime: 'x', endTime: '2032-07-01T00:00:00.000Z' }),
  ],
  ['with commits that name a plan', offerOf({ pricing: [] }, { commits: [{ key: 'basic', rate: 1 }] })],
  [
    'with dimensions that name a plan',
    offerOf({ pricing: [] }, { dimensions: [{ planId: 'basic', rate: 1 }] }),
  ],
  ['that ends with a month', endsOn('2032-07-01T00:00:00.000Z')],
  ['that starts on a day', offerOf({ start: '2031-07-01', variableStartDate: false })],
  ['with 70 instalments', offerOf({}, instalments(70))],
  ['with a schedule of 70 instalments', priced(schedule(days(69)))],
  ['of an originator', offerOf(multiparty)],
  ['of a channel partner', specOf({ name: 'Ours', info: { mkBPrivateOffer: channelPartner } })],
  [
    'that keeps the prices of the offer that it upgrades',
    offerOf({ pricing: [] }, {}, { basedOn: { offerId: 'o' } }),
  ],
  [
    'for resellers without a deadline',
    offerOf({
      privateOfferType: 'CSPPromotion',
      acceptBy: undefined,
      beneficiaries: times(150, { id: 'a', beneficiaryRecipients: [{ recipientType: 'cspCustomer' }] }),
    }),
  ],
])('R36 MKB accepts an offer %s', (_, spec) => {
  expect(judged(spec)).toEqual([]);
});

const plan = (name: string, meters: readonly string[]) => ({
  plan: { id: `plan/p1/guid-${name}`, identity: { externalId: name } },
  priceAndAvailabilityPlan: {
    pricing: { customMeters: { meters: Object.fromEntries(meters.map((id) => [id, {}])) } },
  },
});
const listing = {
  mkBProductResource: { plans: [plan('basic', ['rows']), plan('premium', ['rows', 'exports'])] },
};
const variants = {
  mkBProduct: {
    variants: ['basic', 'premium'].map((name) => ({
      id: `guid-${name}`,
      externalID: name,
      featureAvailabilities: [{ customMeters: [{ id: 'rows' }, { id: 'exports' }] }],
    })),
  },
};

const meters = (name: string) => ({
  privateOfferPlan: { pricing: { customMeters: { meters: { [name]: {} } } } },
});
const entryPointers = ['plan', 'planId'].map((field) => `${first}/${field}`);

const unknown: [pointer: string, record: JsonObject, info: JsonObject][] = [
  [entryPointers[0] as string, { pricing: [{ ...entry, plan: 'plan/p1/gold' }] }, {}],
  [entryPointers[1] as string, { pricing: [{ ...entry, planId: 'gold' }] }, {}],
  [`${first}/basePlan`, { ...newPlans, pricing: [{ ...newPlan, basePlan: 'gold' }] }, {}],
  ['/info/commits/0/key', {}, { commits: [{ key: 'gold', rate: 1 }] }],
  ['/info/dimensions/0/planId', {}, { dimensions: [{ key: 'rows', planId: 'gold', rate: 1 }] }],
  ['/info/dimensions/0/key', {}, { dimensions: [{ key: 'columns', rate: 1 }] }],
  [
    `${first}/privateOfferPlan/pricing/customMeters/meters/a~1b`,
    { pricing: [{ ...entry, ...meters('a/b') }] },
    {},
  ],
];

test.each(unknown)('R36 MKB rejects at %s what the product does not have', (pointer, record, info) => {
  for (const productInfo of [listing, variants]) {
    const found = judgeOffer('MKB', offerOf(record, info, { productInfo }), now);
    expect(found).toMatchObject([{ code: 'resourceNotFound', pointer }]);
    expect(found[0]?.readable).toMatch(/Its (plans: basic, premium|meters: rows, exports)\.$/);
  }
  expect(judged(offerOf(record, info))).toEqual([]);
  expect(judged(offerOf(record, info, { productInfo: { mkBProduct: {}, mkBProductResource: [7] } }))).toEqual(
    [],
  );
});

test('R36 MKB accepts plans by short name and by id, new plans, and plans of other products', () => {
  const pricing = [
    entry,
    { ...entry, plan: 'plan/p1/guid-premium', planId: 'premium', ...meters('exports') },
    { ...entry, product: 'product/p2', plan: 'plan/p2/gold', ...meters('columns') },
  ];
  const info = {
    commits: [{ key: 'basic', rate: 1 }],
    dimensions: [{ key: 'rows', planId: 'premium', rate: 1 }],
  };
  for (const productInfo of [listing, variants]) {
    expect(judged(offerOf({ pricing }, info, { productInfo }))).toEqual([]);
    const made = { ...newPlans, pricing: [{ ...newPlan, plan: 'plan/p1/new', planId: 'new' }] };
    expect(judged(offerOf(made, {}, { productInfo }))).toEqual([]);
    const spec = offerOf({ pricing: [] }, {}, { productInfo });
    const filled = fillMissing('MKB', spec, judgeOffer('MKB', spec, now), now);
    expect(filled.info.mkBPrivateOffer).toMatchObject({ pricing: [{ planId: 'basic' }] });
  }
});

test('R36 MKB lists at most 20 plans in a message', () => {
  const plans = Array.from({ length: 21 }, (_, n) => plan(`plan-${n}`, []));
  const spec = offerOf(
    { pricing: [{ ...entry, plan: 'gold' }] },
    {},
    { productInfo: { mkBProductResource: { plans } } },
  );
  expect(judgeOffer('MKB', spec, now)[0]?.readable).toMatch(/plan-19\.$/);
});
