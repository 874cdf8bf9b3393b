import { type JsonObject, traitsOf } from '../../marketplaces/index.ts';
import type { WorkloadMetaInfo } from '../../products/records/index.ts';
import { type DeriveInput, ownFields, partnerOf } from './input.ts';

/**
 * The fields of metaInfo, each with whether the entitlement has it from its offer. The type holds the table complete.
 */
export const fieldsFromOffer: Readonly<Record<keyof WorkloadMetaInfo, boolean>> = {
  // Who it is for and who is notified of it.
  buyerIds: true,
  contacts: true,

  // Links to the same deal in other systems; both records are found by them.
  billASubscriptionID: true,
  crmAAccountId: true,
  crmAEntitlementURL: true,
  crmAOpportunityId: true,
  crmAQuoteId: true,
  crmBDealId: true,
  crmCOpportunityId: true,
  mkACrmUniqueIdentifier: true,

  // The buyer's account at the marketplace; what the agreement says of it comes first.
  mkBBillingAccountID: true,
  mkCBillingAccountID: true,

  // The seller's own words and data about the deal.
  customMetaInfo: true,
  internalNote: true,

  // Where the deal came from.
  createdByEmail: true,
  createdBySource: true,

  // Switches that only an entitlement can obey.
  enableTestUsageMetering: true,
  testUsageMeteringEndTime: true,
  isGrossRevenueFullSync: true,

  // Losing an entry would apply it a second time (R64).
  billBAppliedCreditLedgerEntries: true,

  // Stays on the offer (R30); the commits of the entitlement show the quantities.
  buyerCommitQuantities: false,

  // Priced into the agreement; kept on the offer for later changes of list prices (R23).
  discount: false,

  // How the offer was made: tasks, retries, errors, notices.
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

  // How the offer relates to other offers and agreements.
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

  // A document of the offer; the entitlement names the merged one.
  originalEulaInfo: false,

  // Belongs to products.
  mkASaasProductDimensions: false,
  privatePlans: false,

  // A decision about an entitlement, never about an offer.
  entitlementCancellationSchedule: false,
};

/**
 * Derives the entitlement's metaInfo: the fields of the table above from the offer, the billing account from the
 * agreement (R43), and `discount` as null, which it never has (R7).
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

/** The buyer's account at a marketplace that has such, under its name for it. */
export function billingAccount(partner: string | undefined, id: string | undefined): JsonObject {
  const field = traitsOf(partner).billingAccountField;
  return field && id !== undefined ? { [field]: id } : {};
}
