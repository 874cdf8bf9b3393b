import { advanced, type FormFields, type FormStepName, group, items } from '../../marketplaces/index.ts';

const byName = 'Part of its name, or its id. May be left empty.';

type Step = { label: string; help: string; fields: FormFields };

const commit: FormFields = [
  { at: 'key', label: 'What is sold', help: 'Name by which the API knows it, such as seats.' },
  'name',
  { at: 'description', kind: 'longText', label: 'Description' },
  {
    at: 'rate',
    kind: 'money',
    label: 'Price of one',
    help: 'For the length, or without one the whole term; after discounts.',
  },
  { at: 'quantity', label: 'How many' },
  { at: 'length', label: 'For how long', help: 'At most the term: a shorter one recurs. 0 counts once.' },
  { at: 'timeUnit', label: 'Unit of time' },
  { at: 'type', label: 'Kind of price', help: 'Whether it is flat or by seat.' },
  { at: 'termEndTime', advanced: true },
  { at: 'minimumUsers', advanced: true },
  { at: 'maximumUsers', advanced: true },
  { at: 'buyerQuantityConfigurable', advanced: true },
  { at: 'category', advanced: true },
  { at: 'types', advanced: true },
];

const dimension: FormFields = [
  'key',
  'name',
  { at: 'description', kind: 'longText' },
  { at: 'rate', kind: 'money' },
  ...['category', 'planId', 'planName', 'skuId', 'types', 'valueType'].map((at) => ({
    at,
    advanced: true as const,
  })),
  { at: 'includedBaseQuantities', kind: 'json', advanced: true },
  { at: 'priceTiers', kind: 'json', advanced: true },
];

const models = ['Basic', 'Bulk', 'Matrix', 'Percentage', 'Tiered', 'TieredPercentage', 'Volume'];

/** Usage by metrics that the service counts; each price is of one model, and a whole of its own. */
const billableDimension: FormFields = [
  'billableMetricId',
  'name',
  { at: 'description', kind: 'longText' },
  'category',
  ...models.map((model) => ({ at: `priceModel${model}`, kind: 'json' as const })),
  'discount/discountType',
  'discount/value',
  { at: 'minimumCommit', kind: 'money' },
  'minimumCommitScope',
  'minimumCommitProrata',
  'length',
  'timeUnit',
];

const installment: FormFields = [
  { at: 'amount', kind: 'money' },
  { at: 'chargeOn', label: 'Charged on', help: 'When it is charged.' },
  { at: 'credit', kind: 'money', advanced: true },
  { at: 'originalAmount', kind: 'money', advanced: true },
  { at: 'discountPercentage', kind: 'percent', advanced: true },
  { at: 'skuDiscounts', kind: 'json', advanced: true },
];

/** The steps of the form of an offer, with the fields that it has wherever it is sold. */
export const generalSteps: Readonly<Record<FormStepName, Step>> = {
  offer: {
    label: 'Offer',
    help: 'What is offered, where and to whom.',
    fields: [
      { at: '/partner', kind: 'choice', label: 'Marketplace' },
      { at: '/offerType', help: 'PRIVATE when left empty.' },
      { at: '/productID', kind: 'product', label: 'Product', help: byName },
      { at: '/name', label: 'Name', help: 'As the buyer reads it.' },
      { at: '/buyerID', kind: 'buyer', label: 'Buyer', help: byName },
      {
        at: '/contactIds',
        kind: 'contacts',
        label: 'Contacts',
        help: 'Whom it is sent to. Part of a name, or an id.',
      },
      ...items('/metaInfo/contacts', ['name', { at: 'email', kind: 'mail' }, 'company'], { advanced: true }),
      { at: '/metaInfo/buyerIds', kind: 'buyers', advanced: true },
      ...advanced(['/productType', '/service', '/partnerID', '/pricingType', '/channelType']),
      ...advanced(['/info/deliveryMethod']),
    ],
  },
  time: {
    label: 'Time',
    help: 'How long it can be accepted, and how long what is bought is provided.',
    fields: [
      {
        at: '/expireTime',
        label: 'Can be accepted until',
        help: 'At the latest until the end. Without a limit when empty.',
      },
      {
        at: '/info/startTime',
        label: 'Start',
        help: 'When it does not start as it is accepted; contracts on marketplaces A and C.',
      },
      { at: '/endTime', label: 'End', help: 'End of what is bought, and the last moment of acceptance.' },
      '/info/autoRenew',
    ],
  },
  price: {
    label: 'Price',
    help: 'What is paid for what: flat fees, and prices of usage.',
    fields: [
      { at: '/info/currency', kind: 'choice', label: 'Currency' },
      ...items(
        '/info/commits',
        commit,
        {},
        { label: 'Commits', help: 'Flat fees, once or again and again.' },
      ),
      ...items('/info/dimensions', dimension, {}, { label: 'Prices of usage', help: 'By dimension.' }),
      ...items('/info/billableDimensions', billableDimension, { advanced: true }),
      { at: '/info/discountPercentage', kind: 'percent', advanced: true },
      { at: '/info/commitAmount', kind: 'money', advanced: true },
      { at: '/info/discountGroupApplications', kind: 'json', advanced: true },
      ...advanced(['/info/isMeteringOverageCommit']),
    ],
  },
  payment: {
    label: 'Payment',
    help: 'When it is invoiced and paid.',
    fields: [
      { at: '/info/paymentSchedule', label: 'When the buyer pays', help: 'Ahead, or afterwards.' },
      ...items('/info/paymentInstallments', installment),
      '/info/billingCycle',
      { at: '/info/billingIntervalInMonths', unit: 'months' },
      { at: '/info/netTermsInDays', unit: 'days' },
      { at: '/info/gracePeriodInDays', unit: 'days', advanced: true },
      { at: '/info/proratedBilling', advanced: true },
      ...group('/info/trialConfig', ['trialPeriod', 'trialPeriodUnit'], { advanced: true }),
      { at: '/info/taxIds', advanced: true },
    ],
  },
  agreement: {
    label: 'License agreement',
    help: 'What the buyer agrees to.',
    fields: [
      '/info/eulaType',
      {
        at: '/info/eulaUrl',
        kind: 'document',
        label: 'Address of the license agreement',
        help: 'What of it could be a secret is shown with stars, and stays as it is.',
      },
      { at: '/info/additionalEulaUrls', kind: 'documents', advanced: true },
      { at: '/info/attachEulaType', advanced: true },
      { at: '/info/eulaMergeOrder', advanced: true },
      { at: '/info/resellerEulaType', advanced: true },
      { at: '/info/resellerEulaUrl', kind: 'document', advanced: true },
      { at: '/info/additionalResellerEulaUrls', kind: 'documents', advanced: true },
      { at: '/info/resellerAttachEulaType', advanced: true },
      { at: '/info/refundCancellationPolicy', kind: 'longText' },
    ],
  },
  notes: {
    label: 'Notes and links',
    help: 'What stays with the seller.',
    fields: [
      { at: '/info/sellerNotes', kind: 'longText' },
      { at: '/metaInfo/internalNote', kind: 'longText' },
      ...['crmAOpportunityId', 'crmAQuoteId', 'crmAAccountId', 'crmBDealId', 'crmCOpportunityId'].map(
        (name) => ({
          at: `/metaInfo/${name}`,
          advanced: true as const,
        }),
      ),
      { at: '/metaInfo/customMetaInfo', kind: 'json', advanced: true },
      ...advanced(['/metaInfo/enableTestUsageMetering', '/metaInfo/testUsageMeteringEndTime']),
    ],
  },
};
