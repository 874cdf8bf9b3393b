import type { WorkloadMetaInfo } from './records/index.ts';

/** The side that sets a field. Fields of the server are ignored on input and never rejected (R9). */
export type Owner = 'caller' | 'server';

/** The owner of every field of the meta info that products and offers share (R9). */
export const metaInfoOwners: Readonly<Record<keyof WorkloadMetaInfo, Owner>> = {
  // A caller that may write an offer must not be able to approve it.
  approvalInfo: 'server',
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

/** The fields of a meta info that a caller may set. */
export function callersMetaInfo(given: WorkloadMetaInfo): WorkloadMetaInfo {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(given) as (keyof WorkloadMetaInfo)[])
    if (given[name] !== undefined && metaInfoOwners[name] === 'caller') kept[name] = given[name];
  return kept;
}

/** Names of the fields that are ignored on input. */
export const serverOwnedMetaInfo: readonly string[] = Object.keys(metaInfoOwners).filter(
  (name) => metaInfoOwners[name as keyof WorkloadMetaInfo] === 'server',
);

/** Normalizes the id of a CRM C opportunity, for storage and search: lower case, without braces (R31). */
export const normalizeCrmId = (id: string): string => id.replace(/[{}]/g, '').trim().toLowerCase();
