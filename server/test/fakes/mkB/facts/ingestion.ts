import type { Facts, Members, OperationFacts } from '../../facts/contract.ts';

/** Parameters of every call: the version is the newest form in which the caller reads the response. */
const everyCall = { query: { $version: 'version!' }, headers: {} } satisfies Partial<OperationFacts>;
const paged: Members = { ...everyCall.query, $maxpagesize: 'text', continuationToken: 'text' };
const job = '/configure/{jobId:uuid}';
const refusals = { 400: 'Refusal', 401: 'Refusal', 404: 'Refusal' };

const operations = {
  listProducts: {
    method: 'GET',
    path: '/product',
    ...everyCall,
    query: { ...paged, externalID: 'text', type: 'text' },
    answers: { 200: 'ProductList', ...refusals },
  },
  listPlans: {
    method: 'GET',
    path: '/plan',
    ...everyCall,
    query: { ...paged, product: 'text!', externalID: 'text' },
    answers: { 200: 'PlanList', ...refusals },
  },
  queryPrivateOffers: {
    method: 'GET',
    path: '/private-offer/query',
    ...everyCall,
    query: { ...everyCall.query, continuationToken: 'text' },
    answers: { 200: 'OfferList', ...refusals },
  },
  getPrivateOffer: {
    method: 'GET',
    path: '/private-offer/{id:uuid}',
    ...everyCall,
    answers: { 200: 'AnyOffer', ...refusals },
  },
  getPrice: {
    method: 'GET',
    path: '/price-and-availability-private-offer-plan/{productId:uuid}',
    ...everyCall,
    query: { ...everyCall.query, plan: 'text!' },
    answers: { 200: 'PriceResource', ...refusals },
  },
  configure: {
    method: 'POST',
    path: '/configure',
    ...everyCall,
    body: 'Configure',
    answers: { 202: 'JobStatus', 400: 'Refusal', 401: 'Refusal' },
  },
  getJobStatus: {
    method: 'GET',
    path: `${job}/status`,
    ...everyCall,
    answers: { 200: 'JobStatus', ...refusals },
  },
  getJob: { method: 'GET', path: job, ...everyCall, answers: { 200: 'JobDetail', ...refusals } },
  cancelJob: {
    method: 'POST',
    path: `${job}/cancel`,
    ...everyCall,
    answers: { 200: 'JobStatus', ...refusals },
  },
} satisfies Record<string, OperationFacts>;

const choices = {
  JobState: ['notStarted', 'running', 'completed'],
  JobResult: ['pending', 'succeeded', 'failed', 'cancelled'],
  CustomerType: ['customerPromotion'],
  ResellerType: ['cspPromotion'],
  OriginatorType: ['multipartyPromotionOriginator'],
  SellerType: ['multipartyPromotionChannelPartner'],
  OfferPricingType: [
    'editExistingOfferPricingOnly',
    'saasNewCustomizedPlans',
    'vmSoftwareReservations',
    'newCustomizedPlans',
  ],
  // The schema of customer offers lacks `withdrawn`, although older pages show it.
  CustomerState: ['draft', 'live', 'deleted'],
  ResellerState: ['draft', 'live', 'withdrawn', 'deleted'],
  SellerState: ['draft', 'live', 'withdrawn'],
  SubState: ['pendingAcceptance', 'accepted', 'pendingPartnerAction'],
  DiscountType: ['percentage', 'absolute'],
  RecipientType: ['cspCustomer', 'billingGroup'],
  PriceMode: ['flatRate', 'perUser'],
  PriceInput: ['usd'],
  TermType: ['month', 'year'],
};

/** Members of every resource and of every private offer. */
const resource: Members = { $schema: 'uri!', resourceName: 'text(1..50)', id: 'durable' };
const offer: Members = {
  ...resource,
  name: 'name(1..128)!',
  offerPricingType: 'OfferPricingType',
  variableStartDate: 'boolean',
  start: 'date',
  end: 'date',
  preparedBy: 'mail',
  notificationContacts: 'mail[0..5]',
  lastModified: 'date',
  eTag: 'text',
  _etag: 'text',
};
const acceptable: Members = {
  acceptBy: 'date',
  subState: 'SubState',
  acceptanceLinks: 'AcceptanceLink[]',
  customerContractRenewal: 'boolean',
  beneficiaries: 'Beneficiary[0..1]',
};
const upgradable: Members = { upgradedFrom: 'OfferReference', pricing: 'Pricing[0..10]' };

const records = {
  // Each resource is checked with the record of its schema.
  Configure: { $schema: 'uri!', resources: 'object[]!' },
  JobStatus: {
    $schema: 'uri!',
    jobId: 'uuid!',
    jobStatus: 'JobState!',
    jobResult: 'JobResult!',
    jobStart: 'time!',
    jobEnd: 'time!',
    resourceUri: 'uri',
    errors: 'JobError[]!',
  },
  JobError: { code: 'text!', message: 'text!' },
  JobDetail: { $schema: 'uri!', resources: 'AnyOffer[]!' },
  OfferList: { value: 'AnyOffer[]!', '@nextLink': 'uri' },
  ProductList: { value: 'Product[]!', '@nextLink': 'uri' },
  PlanList: { value: 'Plan[]!', '@nextLink': 'uri' },
  Product: { $schema: 'uri!', id: 'durable!', identity: 'Identity!', type: 'text!', alias: 'text!' },
  Plan: { $schema: 'uri!', product: 'durable!', id: 'durable!', identity: 'Identity!', alias: 'text!' },
  Identity: { externalId: 'text!' },
  Refusal: { error: 'RefusalDetail!' },
  RefusalDetail: { code: 'text!', message: 'text!', details: 'JobError[]' },
  /** A private offer as it is answered: its letter case depends on the version, and prices are identifiers. */
  AnyOffer: {
    ...offer,
    ...acceptable,
    $schema: 'uri!',
    id: 'durable!',
    privateOfferType: 'text!',
    state: 'text!',
    subState: 'text',
    beneficiaries: 'Beneficiary[]',
    upgradedFrom: 'OfferReference',
    pricing: 'AnyPricing[]',
    originatorPricing: 'AnyPricing[]',
    partners: 'Partner[]',
    termsAndConditionsDocSasUrl: 'uri',
    originatorTermsAndConditionsDocs: 'Document[]',
    termsAndConditionsDocs: 'Document[]',
    markupPercentage: 'positive',
    notes: 'text',
  },
  AnyPricing: {
    product: 'durable!',
    productName: 'text',
    plan: 'durable',
    planName: 'text',
    basePlan: 'durable',
    newPlanDetails: 'NewPlan',
    discountType: 'text!',
    discountPercentage: 'positive',
    priceDetails: 'durable',
  },
  CustomerOffer: {
    ...offer,
    ...acceptable,
    ...upgradable,
    privateOfferType: 'CustomerType!',
    state: 'CustomerState!',
    termsAndConditionsDocSasUrl: 'uri',
  },
  ResellerOffer: {
    ...offer,
    ...upgradable,
    privateOfferType: 'ResellerType!',
    state: 'ResellerState!',
    beneficiaries: 'Beneficiary[0..150]',
  },
  OriginatorOffer: {
    ...offer,
    ...acceptable,
    pricing: 'Pricing[0..10]',
    privateOfferType: 'OriginatorType!',
    state: 'ResellerState!',
    partners: 'Partner[0..1]',
    termsAndConditionsDocs: 'Document[0..5]',
    notes: 'text(0..60)',
  },
  SellerOffer: {
    ...offer,
    ...acceptable,
    privateOfferType: 'SellerType!',
    state: 'SellerState!',
    partners: 'Partner[0..1]',
    originatorPricing: 'Pricing[0..10]',
    originatorTermsAndConditionsDocs: 'Document[0..5]',
    termsAndConditionsDocs: 'Document[0..5]',
    markupPercentage: 'positive',
    notes: 'text(0..60)',
  },
  Pricing: {
    product: 'durable!',
    productName: 'text',
    plan: 'durable',
    planName: 'text',
    basePlan: 'durable',
    newPlanDetails: 'NewPlan',
    discountType: 'DiscountType!',
    discountPercentage: 'positive',
    priceDetails: 'PriceReference',
  },
  NewPlan: { name: 'text!', description: 'text!' },
  PriceReference: { resourceName: 'text(1..50)!' },
  OfferReference: { name: 'text', id: 'durable' },
  Beneficiary: { id: 'text!', description: 'text', beneficiaryRecipients: 'Recipient[]' },
  Recipient: { id: 'text', recipientType: 'RecipientType' },
  Partner: { id: 'text!', partnerName: 'text', location: 'text' },
  Document: { sasUrl: 'uri!', fileName: 'text', customerFacingDocumentName: 'text' },
  AcceptanceLink: { beneficiaryId: 'text', link: 'uri' },
  PriceResource: {
    ...resource,
    product: 'durable!',
    plan: 'durable!',
    offerPricingType: 'OfferPricingType!',
    pricing: 'Prices',
    softwareReservation: 'Reservation',
  },
  Prices: { recurrentPrice: 'RecurrentPrice', customMeters: 'CustomMeters' },
  RecurrentPrice: {
    recurrentPriceMode: 'PriceMode',
    priceInputOption: 'PriceInput!',
    userLimits: 'UserLimits',
    prices: 'TermPrice[]!',
  },
  UserLimits: { min: 'int32', max: 'int32' },
  TermPrice: {
    billingTerm: 'Duration!',
    paymentOption: 'Duration',
    pricePerPaymentInUsd: 'positive!',
    flexibleSchedule: 'FlexibleSchedule',
  },
  FlexibleSchedule: { price: 'positive', initialCharge: 'Charge', billingSchedule: 'DatedCharge[0..70]' },
  Charge: { pricePerPaymentInUsd: 'positive', note: 'text' },
  DatedCharge: { chargeDate: 'date!', pricePerPaymentInUsd: 'positive', note: 'text' },
  Duration: { type: 'TermType!', value: 'int32!' },
  CustomMeters: { priceInputOption: 'PriceInput!', meters: 'Meter{}!' },
  Meter: { pricePerPaymentInUsd: 'positive', includedQuantities: 'IncludedQuantity[]' },
  IncludedQuantity: { billingTerm: 'Duration!', quantity: 'positive', isInfinite: 'boolean' },
  Reservation: {
    reservationDuration: 'Duration!',
    paymentSchedule: 'Duration!',
    vmPrices: 'ReservationPrice{}!',
  },
  ReservationPrice: { quantity: 'positive!', unitPricePerPaymentPeriodInUsd: 'positive!' },
} satisfies Facts['records'];

/** The ingestion interface of private offers, from the vendor’s pages and its schema of 2023-07-15. */
export const ingestion = { operations, choices, records } satisfies Facts;
export type IngestionOperation = keyof typeof operations;

/** Published versions of each resource’s schema, oldest first. */
export const schemaVersions = {
  configure: ['2022-07-01'],
  'configure-status': ['2022-07-01'],
  product: ['2022-07-01'],
  plan: ['2022-07-01'],
  'private-offer': ['2022-07-01', '2023-07-15', '2024-09-30', '2026-02-01'],
  'price-and-availability-private-offer-plan': ['2023-07-15', '2025-06-01'],
} as const;
export type SchemaName = keyof typeof schemaVersions;
