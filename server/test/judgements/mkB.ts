import { has, type Judged, lacks, type OfferBody, withFields, withInfo } from './defects.ts';

const own = '/info/mkBPrivateOffer';
const commit = { key: 'premium', rate: 100, length: 12, timeUnit: 'MONTH' };
const record = { acceptBy: '2031-06-15', end: '2032-06-30', beneficiaries: [{ id: 'account' }] };
/** Changes the marketplace's record. */
const recorded = (values: object) => (offer: OfferBody) =>
  withInfo({ mkBPrivateOffer: { ...(offer.info.mkBPrivateOffer as object), ...values } })(offer);
const entry = { planId: 'premium', discountType: 'percentage', discountPercentage: 20 };
const priced = (values: object, offer: object = {}) =>
  recorded({ ...offer, pricing: [{ ...entry, ...values }] });
const newPlans = { offerPricingType: 'saasNewCustomizedPlans' };
const termOf = (item: object, recurrent: object = {}) =>
  priced(
    {
      planId: undefined,
      discountType: undefined,
      discountPercentage: undefined,
      basePlan: 'premium',
      newPlanDetails: { name: 'New', description: 'A new plan' },
      privateOfferPlan: {
        pricing: { recurrentPrice: { recurrentPriceMode: 'flatRate', prices: [item], ...recurrent } },
      },
    },
    newPlans,
  );
const payments = (count: number) => ({
  paymentInstallments: Array.from({ length: count }, (_, at) => ({
    amount: 1,
    chargeOn: new Date(Date.UTC(2031, 6, 1 + at)).toISOString().slice(0, 10),
  })),
});
const first = `${own}/pricing/0`;
const firstTerm = `${first}/privateOfferPlan/pricing/recurrentPrice/prices/0`;

/** Offers on marketplace B in May 2031. */
export const judgedOnB: Judged = {
  partner: 'MKB',
  product: {
    name: 'Insight',
    info: { commits: [commit], dimensions: [{ key: 'rows', name: 'Rows', planId: 'premium', rate: 1 }] },
  },
  complete: { name: 'Complete', info: { commits: [commit], mkBPrivateOffer: record } },
  defects: [
    lacks('no name', '/name', withFields({ name: undefined })),
    lacks('no product', '/productID', withFields({ productID: undefined })),
    lacks('no deadline', '/expireTime', recorded({ acceptBy: undefined })),
    lacks('no end', `${own}/end`, recorded({ end: undefined })),
    lacks('no start', `${own}/start`, recorded({ variableStartDate: false })),
    lacks('no beneficiary', `${own}/beneficiaries`, recorded({ beneficiaries: undefined })),
    lacks(
      'no partner',
      `${own}/partners`,
      recorded({ privateOfferType: 'multipartyPromotionOriginator', partners: [] }),
    ),
    lacks('no plan of an entry', `${first}/plan`, priced({ planId: undefined })),
    lacks(
      'no discount of an entry',
      `${first}/discountPercentage`,
      priced({ discountPercentage: undefined }),
    ),
    lacks(
      'no base plan',
      `${first}/basePlan`,
      priced({ basePlan: undefined, newPlanDetails: { name: 'New', description: 'New' } }, newPlans),
    ),
    lacks(
      'no description of a new plan',
      `${first}/newPlanDetails`,
      priced({ basePlan: 'premium', newPlanDetails: { name: 'New' } }, newPlans),
    ),
    has('a long name', '/name', withFields({ name: 'x'.repeat(129) })),
    has('a reserved character', '/name', withFields({ name: 'Premium [2031]' })),
    has('an unknown type', `${own}/privateOfferType`, recorded({ privateOfferType: 'gift' })),
    has('an unknown type of pricing', `${own}/offerPricingType`, recorded({ offerPricingType: 'gift' })),
    has(
      'a start although it varies',
      `${own}/start`,
      recorded({ variableStartDate: true, start: '2031-07-01' }),
    ),
    has('two beneficiaries', `${own}/beneficiaries`, recorded({ beneficiaries: [{ id: 'a' }, { id: 'b' }] })),
    has(
      'other recipients',
      `${own}/beneficiaries`,
      recorded({
        beneficiaries: [{ id: 'a', beneficiaryRecipients: [{ id: 'b', recipientType: 'cspCustomer' }] }],
      }),
    ),
    has(
      'six contacts',
      `${own}/notificationContacts`,
      recorded({ notificationContacts: Array.from({ length: 6 }, (_, at) => `c${at}@seller.example`) }),
    ),
    has('71 instalments', '/info/paymentInstallments', withInfo(payments(71))),
    has('instalments with edited prices', '/info/paymentInstallments', (offer) =>
      recorded({ offerPricingType: 'editExistingOfferPricingOnly' })(withInfo(payments(2))(offer)),
    ),
    has('an unknown type of discount', `${first}/discountType`, priced({ discountType: 'gift' })),
    has('a markup', `${first}/markupPercentage`, priced({ markupPercentage: 5 })),
    has(
      'a negative instalment',
      `${firstTerm}/flexibleSchedule`,
      termOf({
        contractDuration: { type: 'year', value: 1 },
        flexibleSchedule: { billingSchedule: [{ chargeDate: '2031-08-01', pricePerPaymentInUsd: -1 }] },
      }),
    ),
    has(
      'a schedule of a month',
      `${firstTerm}/flexibleSchedule`,
      termOf({
        contractDuration: { type: 'month', value: 1 },
        flexibleSchedule: { billingSchedule: [{ chargeDate: '2031-08-01', pricePerPaymentInUsd: 1 }] },
      }),
    ),
    has(
      'a contract of six years',
      `${firstTerm}/contractDuration`,
      termOf({ contractDuration: { type: 'year', value: 6 } }),
    ),
    has(
      'a commit of six years',
      '/info/commits/0/length',
      withInfo({ commits: [{ ...commit, length: 72 }], mkBPrivateOffer: { ...record, end: '2038-06-30' } }),
    ),
    has('an unknown plan', '/info/commits/0/key', withInfo({ commits: [{ ...commit, key: 'gold' }] })),
    has(
      'an unknown meter',
      '/info/dimensions/0/key',
      withInfo({ dimensions: [{ key: 'columns', rate: 1 }] }),
    ),
  ],
};
