import {
  advancedFields,
  type FormFields,
  type FormStepName,
  group,
  items,
} from '../../marketplaces/index.ts';

const byName = 'Search by name or id. Optional.';

type Step = { label: string; help: string; fields: FormFields };

const commit: FormFields = [
  'name',
  { at: 'key', label: 'Dimension key', help: 'Key in the API, such as seats.' },
  { at: 'description', kind: 'longText', label: 'Description', help: 'Description.' },
  {
    at: 'rate',
    kind: 'money',
    label: 'Unit price',
    help: 'Price per unit for each billing period, after discounts.',
  },
  {
    at: 'length',
    label: 'Billing period',
    help: 'Without a period, the price is charged once, or for the whole term if no commit has a period.',
  },
  { at: 'timeUnit', label: 'Unit of the period', help: 'Unit of the period.' },
  { at: 'quantity', label: 'Quantity' },
  { at: 'type', label: 'Price type', help: 'Price type.' },
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

/** Usage prices by metrics that the service counts. Each price uses one model, which is edited as JSON. */
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
  { at: 'chargeOn', label: 'Charge date', help: 'Date of the charge.' },
  { at: 'credit', kind: 'money', advanced: true },
  { at: 'originalAmount', kind: 'money', advanced: true },
  { at: 'discountPercentage', kind: 'percent', advanced: true },
  { at: 'skuDiscounts', kind: 'json', advanced: true },
];

/** Steps of the form, with the fields that every marketplace has. */
export const generalSteps: Readonly<Record<FormStepName, Step>> = {
  offer: {
    label: 'Offer',
    help: 'Product, marketplace and buyer.',
    fields: [
      { at: '/partner', kind: 'choice', label: 'Marketplace' },
      { at: '/offerType', help: 'Private by default.' },
      { at: '/productID', kind: 'product', label: 'Product', help: byName },
      { at: '/name', label: 'Name', help: 'Shown to the buyer.' },
      { at: '/buyerID', kind: 'buyer', label: 'Buyer', help: byName },
      {
        at: '/contactIds',
        kind: 'contacts',
        label: 'Contacts',
        help: 'Recipients of the offer. Search by name or id.',
      },
      ...items('/metaInfo/contacts', ['name', { at: 'email', kind: 'mail' }, 'company'], { advanced: true }),
      { at: '/metaInfo/buyerIds', kind: 'buyers', advanced: true },
      ...advancedFields(['/productType', '/service', '/partnerID', '/pricingType', '/channelType']),
      ...advancedFields(['/info/deliveryMethod']),
    ],
  },
  time: {
    label: 'Time',
    help: 'Acceptance deadline, and the term of the purchase.',
    fields: [
      {
        at: '/expireTime',
        label: 'Can be accepted until',
        help: 'No later than the end. Empty means no deadline.',
      },
      {
        at: '/info/startTime',
        label: 'Start',
        help: 'Start of the term, if later than the acceptance; contracts on marketplaces A and C.',
      },
      { at: '/endTime', label: 'End', help: 'End of the term, and the last moment of acceptance.' },
      '/info/autoRenew',
    ],
  },
  price: {
    label: 'Price',
    help: 'Flat fees and usage prices.',
    fields: [
      { at: '/info/currency', kind: 'choice', label: 'Currency', help: 'Currency of all amounts.' },
      ...items(
        '/info/commits',
        commit,
        {},
        { label: 'Commits', help: 'Flat fees, charged once or periodically.' },
      ),
      ...items('/info/dimensions', dimension, {}, { label: 'Prices of usage', help: 'By dimension.' }),
      ...items('/info/billableDimensions', billableDimension, { advanced: true }),
      { at: '/info/discountPercentage', kind: 'percent', advanced: true },
      { at: '/info/commitAmount', kind: 'money', advanced: true },
      { at: '/info/discountGroupApplications', kind: 'json', advanced: true },
      ...advancedFields(['/info/isMeteringOverageCommit']),
    ],
  },
  payment: {
    label: 'Payment',
    help: 'Invoicing and payment.',
    fields: [
      { at: '/info/paymentSchedule', label: 'Payment timing', help: 'In advance or in arrears.' },
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
    help: 'License agreement that the buyer accepts.',
    fields: [
      '/info/eulaType',
      {
        at: '/info/eulaUrl',
        kind: 'document',
        label: 'Address of the license agreement',
        help: 'Secrets in the address are masked. Saving the masked address keeps them.',
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
    help: 'Not visible to the buyer.',
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
      ...advancedFields(['/metaInfo/enableTestUsageMetering', '/metaInfo/testUsageMeteringEndTime']),
    ],
  },
};
