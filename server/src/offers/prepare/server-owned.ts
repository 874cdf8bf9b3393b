import type { MkBPrivateOffer, MkCPrivateOffer, MkFOffer } from '../../marketplaces/records/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import type { OfferInfo, WorkloadOffer } from '../records.ts';

/** Who decides a field when an offer is created. What is the server's is ignored on input, never refused (R9). */
export type Owner = 'caller' | 'server';

type Owners<T> = Record<keyof T, Owner>;

const offer: Owners<WorkloadOffer> = {
  buyerID: 'caller',
  channelType: 'caller',
  contactIds: 'caller',
  createdBy: 'server',
  creationTime: 'server',
  endTime: 'caller',
  expireTime: 'caller',
  externalID: 'server',
  id: 'server',
  info: 'caller',
  lastUpdateTime: 'server',
  lastUpdatedBy: 'server',
  metaInfo: 'caller',
  name: 'caller',
  offerType: 'caller',
  organizationID: 'server',
  partner: 'caller',
  partnerID: 'caller',
  pricingType: 'caller',
  productID: 'caller',
  productType: 'caller',
  service: 'caller',
  status: 'server',
  subStatus: 'server',
};

const info: Owners<OfferInfo> = {
  additionalEulaUrls: 'caller',
  additionalResellerEulaUrls: 'caller',
  attachEulaType: 'caller',
  autoRenew: 'caller',
  // Usage that the service bills by itself: its prices can come from nobody but the seller.
  billableDimensions: 'caller',
  billingCycle: 'caller',
  billingIntervalInMonths: 'caller',
  buyerCountryCodes: 'caller',
  buyerMkAAccountIds: 'caller',
  buyerMkBTenants: 'caller',
  commitAmount: 'caller',
  commitBillingIntervalInMonths: 'caller',
  commits: 'caller',
  currency: 'caller',
  deliveryMethod: 'caller',
  dimensions: 'caller',
  discountGroupApplications: 'caller',
  discountPercentage: 'caller',
  docusignEnvelopeIds: 'caller',
  eulaMergeOrder: 'caller',
  eulaType: 'caller',
  eulaUrl: 'caller',
  gracePeriodInDays: 'caller',
  isMeteringOverageCommit: 'caller',
  mkAAgreementDuration: 'caller',
  mkAChannelPartner: 'caller',
  mkACppoEventDetail: 'server',
  mkACppoOpportunity: 'server',
  mkAMachineLearningContractDuration: 'caller',
  mkAMarkupPercentage: 'caller',
  mkAOfferSetId: 'caller',
  mkAResaleAuthorizationId: 'caller',
  mkBOriginalPlan: 'caller',
  mkBPlanSoftwareReservations: 'caller',
  mkBPrivateOffer: 'caller',
  mkBProductVariant: 'caller',
  mkBVmImageSkuIds: 'caller',
  mkCCotermAlignment: 'caller',
  mkCCustomerInfo: 'caller',
  mkCDuration: 'caller',
  mkCFeatures: 'caller',
  mkCMetrics: 'caller',
  mkCOfferDataSource: 'caller',
  mkCOfferDealType: 'caller',
  mkCPaymentRecurrence: 'caller',
  mkCPaymentSchedule: 'caller',
  mkCPlans: 'caller',
  mkCPrivateOffer: 'caller',
  mkCProviderInfo: 'caller',
  mkCProviderInternalNote: 'caller',
  mkCProviderPublicNote: 'caller',
  mkCResellerPrivateOfferPlan: 'caller',
  mkCSkuDiscounts: 'caller',
  mkCSowAgreementDocument: 'caller',
  mkCUsagePlanPriceModel: 'caller',
  mkEOffer: 'caller',
  mkFOffer: 'caller',
  netTermsInDays: 'caller',
  paymentInstallments: 'caller',
  paymentSchedule: 'caller',
  pdfURL: 'server',
  privateOfferUrl: 'server',
  proratedBilling: 'caller',
  refundCancellationPolicy: 'caller',
  resellerAttachEulaType: 'caller',
  resellerEulaType: 'caller',
  resellerEulaUrl: 'caller',
  sellerNotes: 'caller',
  startTime: 'caller',
  taxIds: 'caller',
  trialConfig: 'caller',
  usageBillingIntervalInMonths: 'caller',
  visibility: 'server',
};

const metaInfo: Owners<WorkloadMetaInfo> = {
  approvalInfo: 'caller',
  baseAgreementId: 'caller',
  billASubscriptionID: 'caller',
  billBAppliedCreditLedgerEntries: 'caller',
  buyerCommitQuantities: 'caller',
  buyerIds: 'caller',
  contacts: 'caller',
  cppoInOfferId: 'caller',
  cppoOfferId: 'caller',
  cppoOutOfferId: 'caller',
  createRetryAttempts: 'server',
  createdByEmail: 'server',
  createdBySource: 'server',
  crmAAccountId: 'caller',
  crmAEntitlementURL: 'caller',
  crmAOpportunityId: 'caller',
  crmAQuoteId: 'caller',
  crmBDealId: 'caller',
  crmCOpportunityId: 'caller',
  customMetaInfo: 'caller',
  discount: 'caller',
  enableTestUsageMetering: 'caller',
  entitlementCancellationSchedule: 'caller',
  errorMessages: 'server',
  internalNote: 'caller',
  isAgreementBasedOffer: 'caller',
  isGrossRevenueFullSync: 'caller',
  isMkBUpgradeOffer: 'caller',
  isRenewalOffer: 'caller',
  isReplacementOffer: 'caller',
  lastModifiedBy: 'server',
  mkACrmUniqueIdentifier: 'caller',
  mkASaasProductDimensions: 'caller',
  mkBBillingAccountID: 'server',
  mkBOriginalOfferIDForUpgrade: 'caller',
  mkCBillingAccountID: 'server',
  nextCreateRetryAt: 'server',
  notifications: 'server',
  offerAcceptDate: 'server',
  offerCreationSuccessDate: 'server',
  originalEulaInfo: 'caller',
  prettifiedErrorMessages: 'server',
  privatePlans: 'caller',
  renewalOfferType: 'caller',
  replacedOfferEndTime: 'caller',
  replacedOfferPaymentRecurrence: 'caller',
  replacedOfferResourceName: 'caller',
  replacedResellerPrivateOfferPlan: 'caller',
  resellerIds: 'caller',
  sourceOfferCancelAfterPublishAt: 'server',
  sourceOfferCancelAfterPublishError: 'server',
  sourceOfferCancelAfterPublishStatus: 'server',
  sourceOfferIdToCancelAfterPublish: 'caller',
  testUsageMeteringEndTime: 'caller',
  updateMessage: 'caller',
  warningMessages: 'server',
};

/** Every field of an offer and who decides it on creation (R9). */
export const owners = { offer, info, metaInfo };

/** Members that a marketplace assigns inside records of `info` which the caller fills otherwise (R9, R25). */
export const marketplaceMembers = {
  mkBPrivateOffer: ['acceptanceLinks', 'eTag', 'id', 'lastModified', 'state', 'subState', 'validations'],
  mkCPrivateOffer: [
    'activeEntitlement',
    'agreement',
    'cancelTime',
    'existingOfferData',
    'lifecycleState',
    'metricInformation',
    'name',
    'offerId',
    'offerSource',
    'offerState',
    'offerTitleAutoGenerated',
    'privateOfferRevenueShare',
    'purchaseTime',
    'updateTime',
  ],
  mkFOffer: ['is_default', 'name', 'state', 'state_updated_on', 'updated_on'],
} as const satisfies {
  mkBPrivateOffer: readonly (keyof MkBPrivateOffer)[];
  mkCPrivateOffer: readonly (keyof MkCPrivateOffer)[];
  mkFOffer: readonly (keyof MkFOffer)[];
};

/** The caller's part of an offer to be created: without what the service and the marketplaces decide (R9). */
export function callersPart(body: WorkloadOffer): WorkloadOffer {
  const kept = pick(body, owners.offer);
  if (body.info) kept.info = callersInfo(body.info);
  if (body.metaInfo) kept.metaInfo = pick(body.metaInfo, owners.metaInfo);
  return kept;
}

function callersInfo(given: OfferInfo): OfferInfo {
  const kept = pick(given, owners.info);
  const { mkBPrivateOffer, mkCPrivateOffer, mkFOffer } = marketplaceMembers;
  if (kept.mkBPrivateOffer) kept.mkBPrivateOffer = without(kept.mkBPrivateOffer, mkBPrivateOffer);
  if (kept.mkCPrivateOffer) kept.mkCPrivateOffer = without(kept.mkCPrivateOffer, mkCPrivateOffer);
  if (kept.mkFOffer) kept.mkFOffer = without(kept.mkFOffer, mkFOffer);
  return kept;
}

function pick<T extends object>(value: T, table: Record<keyof T, Owner>): T {
  const kept = Object.entries(value).filter(
    ([key, item]) => item !== undefined && table[key as keyof T] === 'caller',
  );
  return Object.fromEntries(kept) as T;
}

const without = <T extends object>(value: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key))) as T;

const ofServer = (prefix: string, table: Readonly<Record<string, Owner>>): string[] =>
  Object.keys(table)
    .filter((name) => table[name] === 'server')
    .map((name) => `${prefix}${name}`);

/** Dotted names of all that is ignored when an offer is created, whatever is sent in it. */
export const serverOwnedFields: readonly string[] = [
  ...ofServer('', owners.offer),
  ...ofServer('info.', owners.info),
  ...ofServer('metaInfo.', owners.metaInfo),
];
