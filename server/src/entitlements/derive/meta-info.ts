import { type JsonObject, traitsOf } from '../../marketplaces/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { type DeriveInput, ownFields, partnerOf } from './input.ts';

/**
 * The metaInfo fields, and whether the entitlement copies each field from its offer. The type requires every
 * field.
 */
export const fieldsFromOffer: Readonly<Record<keyof WorkloadMetaInfo, boolean>> = {
  // Recipients of the offer and its notifications.
  buyerIds: true,
  contacts: true,

  // Links to the same deal in other systems, by which offer and entitlement are found.
  billASubscriptionID: true,
  crmAAccountId: true,
  crmAEntitlementURL: true,
  crmAOpportunityId: true,
  crmAQuoteId: true,
  crmBDealId: true,
  crmCOpportunityId: true,
  mkACrmUniqueIdentifier: true,

  // The buyer’s account at the marketplace; the agreement’s value takes precedence.
  mkBBillingAccountID: true,
  mkCBillingAccountID: true,

  // The seller’s own texts and data about the deal.
  customMetaInfo: true,
  internalNote: true,

  // Origin of the deal.
  createdByEmail: true,
  createdBySource: true,

  // Settings that apply to entitlements only.
  enableTestUsageMetering: true,
  testUsageMeteringEndTime: true,
  isGrossRevenueFullSync: true,

  // Entries must be kept, because a lost entry would be applied a second time (R64).
  billBAppliedCreditLedgerEntries: true,

  // Stays on the offer (R30); the entitlement’s commits have the quantities.
  buyerCommitQuantities: false,

  // Included in the agreed price; kept on the offer for later changes of list prices (R23).
  discount: false,

  // Creation of the offer: tasks, retries, errors, notices.
  approvalInfo: false,
  createRetryAttempts: false,
  errorMessages: false,
  lastModifiedBy: false,
  nextCreateRetryAt: false,
  notifications: false,
  offerAcceptDate: false,
  offerCreationSuccessDate: false,
  prettifiedErrorMessages: false,
  updateMessage: false,
  warningMessages: false,

  // Relations of the offer to other offers and agreements.
  baseAgreementId: false,
  cppoInOfferId: false,
  cppoOfferId: false,
  cppoOutOfferId: false,
  isAgreementBasedOffer: false,
  isMkBUpgradeOffer: false,
  isRenewalOffer: false,
  isReplacementOffer: false,
  mkBOriginalOfferIDForUpgrade: false,
  renewalOfferType: false,
  replacedOfferEndTime: false,
  replacedOfferPaymentRecurrence: false,
  replacedOfferResourceName: false,
  replacedResellerPrivateOfferPlan: false,
  resellerIds: false,
  sourceOfferCancelAfterPublishAt: false,
  sourceOfferCancelAfterPublishError: false,
  sourceOfferCancelAfterPublishStatus: false,
  sourceOfferIdToCancelAfterPublish: false,

  // A document of the offer; the entitlement refers to the merged document.
  originalEulaInfo: false,

  // Field of products.
  mkASaasProductDimensions: false,
  privatePlans: false,

  // A decision about an entitlement.
  entitlementCancellationSchedule: false,
};

/**
 * Derives the entitlement's metaInfo: the fields of the table above from the offer, the billing account from
 * the agreement (R43), and `discount` as null, because an entitlement has no discount (R7).
 */
export function deriveMetaInfo(input: DeriveInput): JsonObject {
  const partner = partnerOf(input);
  const fields = Object.entries(input.offer?.metaInfo ?? {}).filter(
    ([field]) => fieldsFromOffer[field as keyof WorkloadMetaInfo] === true,
  );
  const own = ownFields(partner, Object.fromEntries(fields));
  const { billingAccountId } = input.agreement;
  return { ...own, ...billingAccount(partner, billingAccountId), discount: null };
}

/** The buyer’s account under the marketplace’s field name, on marketplaces with accounts. */
export function billingAccount(partner: string | undefined, id: string | undefined): JsonObject {
  const field = traitsOf(partner).billingAccountField;
  return field && id !== undefined ? { [field]: id } : {};
}
