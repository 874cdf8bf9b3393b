import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, noteFields, offerSetField } from '../marketplaces/index.ts';
import { selectOffersNeedApproval } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { metaInfoOwners } from '../products/index.ts';
import type { ApprovalInfo, WorkloadMetaInfo } from '../products/records/index.ts';
import type { OfferColumns, OfferRow } from './columns.ts';
import { offerErrors } from './errors.ts';
import { isPrivate } from './kind.ts';
import type { OfferInfo } from './records.ts';
import { unpublished } from './states.ts';

export const approvalOf = ({ meta_info }: Pick<OfferRow, 'meta_info'>): ApprovalInfo =>
  (JSON.parse(meta_info) as { approvalInfo?: ApprovalInfo }).approvalInfo ?? {};

export const isApproved = (offer: Pick<OfferRow, 'meta_info'>): boolean =>
  approvalOf(offer).approvalStatus === 'Approved';

/** Reads whether the organization requires approval before private offers are published. */
export async function offersNeedApproval(scope: OrgTransaction): Promise<boolean> {
  const [row] = await scope.query<{ needed: boolean }>(selectOffersNeedApproval(scope));
  return row?.needed ?? false;
}

/** Describes why an offer is not approved. */
const unapproved = ({ meta_info }: OfferRow): string => {
  const { approvalStatus } = approvalOf({ meta_info });
  if (approvalStatus === 'Submitted') return 'The offer is waiting for approval.';
  if (!approvalStatus)
    return 'Submit the offer for approval first. A change of its terms removes an approval.';
  return `The approval status is "${approvalStatus}". Change the offer and submit it for approval again.`;
};

/**
 * Requires approved offers, if the organization requires approval.
 * @throws 409 for an offer without approval
 */
export async function requireApproval(scope: OrgTransaction, offers: readonly OfferRow[]): Promise<void> {
  const missing = offers.find((offer) => isPrivate(offer.offer_type) && !isApproved(offer));
  if (missing && (await offersNeedApproval(scope)))
    throw offerErrors.offer_not_approved(
      `${offers.length > 1 ? `Offer ${missing.id}: ` : ''}${unapproved(missing)}`,
    );
}

/**
 * Requires the permission to approve when the terms of a published private offer change, if the organization requires
 * approval.
 * @throws 409 without the permission
 */
export async function requireMayChangeTerms(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  if (unpublished.includes(offer.status) || !isPrivate(offer.offer_type)) return;
  if (await maySell(scope)) return;
  throw offerErrors.offer_not_approved(
    'The offer was published with approved terms. Only a member with offers:approve can change them.',
  );
}

const maySell = async (scope: OrgTransaction): Promise<boolean> =>
  scope.permissions.has('offers:approve') || !(await offersNeedApproval(scope));

/**
 * Requires approval for a sale that the seller records by hand. An approval covers the offer as stored; a public
 * offer cannot be approved, because its author sets any price.
 * @param departure difference of the sale from the offer, if any
 * @throws 409 without approval
 */
export async function requireApprovedSale(
  scope: OrgTransaction,
  offer: OfferRow,
  departure?: string,
): Promise<void> {
  const approved = isPrivate(offer.offer_type) && isApproved(offer);
  if ((approved && !departure) || (await maySell(scope))) return;
  throw offerErrors.offer_not_approved(
    approved
      ? `The approval covers the stored terms of the offer, but this is a sale ${departure}. Only a member with offers:approve can record it.`
      : 'The offer is not approved. Sell with an approved private offer, or ask a member with offers:approve.',
  );
}

/**
 * Requires the permission to approve when the terms of a sale change, if the organization requires approval.
 * @throws 409 without the permission
 */
export async function requireMayChangeSale(scope: OrgTransaction, what: string): Promise<void> {
  if (!(await maySell(scope)))
    throw offerErrors.offer_not_approved(
      `Approval required: ${what}. Only a member with offers:approve can make this change.`,
    );
}

const termColumns = [
  'name',
  'partner',
  'partner_id',
  'service',
  'product_id',
  'product_type',
  'buyer_id',
  'offer_type',
  'pricing_type',
  'channel_type',
  'end_time',
  'expire_time',
] as (keyof OfferRow & keyof OfferColumns)[];

/**
 * Fields of `info` that do not affect what is sold, to whom or for how much. Offer sets write their field, and the
 * publication writes `pdfURL`.
 */
const notesInInfo: readonly string[] = [
  ...(['discountGroupApplications', 'docusignEnvelopeIds'] as const satisfies (keyof OfferInfo)[]),
  ...noteFields.info,
  offerSetField,
  'pdfURL',
  'sellerNotes',
];

/**
 * Fields of `metaInfo` with the seller's own links and notes. An approval covers every other field that callers
 * write.
 */
const notesInMetaInfo: readonly string[] = [
  ...noteFields.metaInfo,
  ...(['billASubscriptionID', 'billBAppliedCreditLedgerEntries', 'contacts', 'crmAAccountId'] as const),
  ...(['crmAEntitlementURL', 'crmAOpportunityId', 'crmAQuoteId', 'crmBDealId', 'crmCOpportunityId'] as const),
  ...(['customMetaInfo', 'internalNote', 'isGrossRevenueFullSync'] as const),
  ...(['privatePlans', 'updateMessage'] as const),
];

type OfferContent = Pick<OfferRow, (typeof termColumns)[number]> & { info: JsonObject; metaInfo: JsonObject };

/** Returns whether a change affects the terms that an approval covers. */
function changesTerms(before: OfferContent, after: OfferContent): boolean {
  const differing = (one: JsonObject, other: JsonObject): string[] =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
      (name) => !isDeepStrictEqual(one[name], other[name]),
    );
  return (
    termColumns.some((name) => !isDeepStrictEqual(before[name], after[name])) ||
    differing(before.info, after.info).some((name) => !notesInInfo.includes(name as keyof OfferInfo)) ||
    differing(before.metaInfo, after.metaInfo).some(
      (name) =>
        metaInfoOwners[name as keyof WorkloadMetaInfo] === 'caller' &&
        !notesInMetaInfo.includes(name as keyof WorkloadMetaInfo),
    )
  );
}

/** Returns whether a change of the meta info affects the terms. */
export const changesTermsInMetaInfo = (offer: OfferRow, metaInfo: JsonObject): boolean => {
  const info = JSON.parse(offer.info) as JsonObject;
  return changesTerms(
    { ...offer, info, metaInfo: JSON.parse(offer.meta_info) },
    { ...offer, info, metaInfo },
  );
};

/**
 * Removes the approval, or the pending approval request, when a change of an unpublished offer affects the
 * terms. The statuses Declined and Action Required stay until the offer is submitted again.
 */
export function withoutLostApproval(
  offer: OfferRow,
  after: Omit<OfferContent, 'metaInfo'> & { metaInfo: JsonObject },
): JsonObject {
  const { approvalInfo, ...rest } = after.metaInfo;
  const { approvalStatus } = (approvalInfo ?? {}) as ApprovalInfo;
  const holds = approvalStatus === 'Submitted' || approvalStatus === 'Approved';
  if (!holds || !unpublished.includes(offer.status)) return after.metaInfo;
  const before = { ...offer, info: JSON.parse(offer.info), metaInfo: JSON.parse(offer.meta_info) };
  return changesTerms(before, after) ? rest : after.metaInfo;
}
