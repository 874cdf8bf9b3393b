/** The text in samples that is replaced in each row. */
export const placeholder = '{row}';

const commit = (index: number) => ({
  key: `seats_tier_${index}`,
  name: `Platform seats, tier ${index}`,
  description: `Named users of the analytics platform with support level ${index}, ${placeholder}`,
  category: 'Subscription',
  length: 1,
  timeUnit: 'YEAR',
  quantity: 10 * index,
  rate: 1200.5 * index,
  term: '1 year',
  type: 'FLAT_RATE',
  types: ['Entitled'],
});

const dimension = (index: number) => ({
  key: `usage_units_${index}`,
  name: `Usage units, kind ${index}`,
  description: `Each unit of kind ${index} above the included quantity, counted by the hour`,
  category: 'Usage',
  rate: index / 100,
  types: ['ExternallyMetered'],
});

/** Realistic terms of an offer, about 4.6 KB. */
const info = {
  currency: 'USD',
  commits: [1, 2, 3, 4, 5, 6].map(commit),
  dimensions: [1, 2, 3, 4, 5, 6].map(dimension),
  commitAmount: 25_210.5,
  billingIntervalInMonths: 12,
  buyerMkAAccountIds: ['123456789012', '210987654321'],
  buyerCountryCodes: ['US', 'DE', 'FR', 'JP'],
  eulaType: 'SCMP',
  mkAAgreementDuration: 'P12M',
  netTermsInDays: 30,
  refundCancellationPolicy: 'The buyer may cancel within 14 days of acceptance and is paid back in full.',
  paymentInstallments: [1, 2, 3, 4].map((quarter) => ({
    amount: 6302.63,
    originalAmount: 7000,
    chargeOn: `2099-0${quarter * 2}-01T00:00:00.000Z`,
    discountPercentage: 10,
  })),
  sellerNotes: 'Renewal of the agreement of last year, with two tiers added. '.repeat(10).trim(),
};

/** Links and notes of the offer, about 0.9 KB. */
const metaInfo = {
  crmCOpportunityId: placeholder,
  crmAOpportunityId: `0065g00000${placeholder}`,
  crmAAccountId: '0015g00000XyzAbcAAB',
  buyerIds: ['byr_00000000000000000000000001'],
  contacts: [1, 2, 3].map((index) => ({
    firstName: 'Ada',
    lastName: `Contact ${index}`,
    email: `contact${index}@buyer.example`,
    companyName: 'Buyer Corporation',
  })),
  customMetaInfo: { region: 'EMEA', salesTeam: 'Enterprise', forecast: 'COMMIT', quote: placeholder },
  internalNote: 'Approved by the deal desk; the discount needs no further approval. '.repeat(3).trim(),
};

/** The body that creates an offer. */
export const sampleOffer = {
  name: `Analytics platform ${placeholder}`,
  partner: 'MKA',
  offerType: 'PRIVATE',
  pricingType: 'CONTRACT',
  productType: 'SAAS',
  productID: 'prd_00000000000000000000000001',
  expireTime: '2099-01-31T00:00:00.000Z',
  info,
  metaInfo,
};
