import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../marketplaces/index.ts';
import { metaInfoOwners } from '../../products/index.ts';
import type { ApprovalInfo, WorkloadMetaInfo } from '../../products/records/index.ts';
import type { OfferColumns, OfferRow } from '../columns.ts';
import type { OfferInfo } from '../records.ts';
import { unpublished } from '../states.ts';

const columns = [
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
 * The fields of the terms that say nothing of what is sold, to whom and for how much. Offer sets put their id in, and
 * the address of the PDF is written at publication.
 */
const notesInInfo: readonly (keyof OfferInfo)[] = [
  'discountGroupApplications',
  'docusignEnvelopeIds',
  'mkAOfferSetId',
  'mkCProviderInternalNote',
  'pdfURL',
  'sellerNotes',
];

/** Links and notes of the seller's own. What is not named here is part of what was approved. */
const notesInMetaInfo: readonly (keyof WorkloadMetaInfo)[] = [
  ...(['billASubscriptionID', 'billBAppliedCreditLedgerEntries', 'contacts', 'crmAAccountId'] as const),
  ...(['crmAEntitlementURL', 'crmAOpportunityId', 'crmAQuoteId', 'crmBDealId', 'crmCOpportunityId'] as const),
  ...(['customMetaInfo', 'internalNote', 'isGrossRevenueFullSync', 'mkACrmUniqueIdentifier'] as const),
  ...(['privatePlans', 'updateMessage'] as const),
];

type Whole = Pick<OfferRow, (typeof columns)[number]> & { info: JsonObject; metaInfo: JsonObject };

/** Says whether a change makes another offer of it than the one that was, or is to be, approved. */
export function changesTerms(before: Whole, after: Whole): boolean {
  const differing = (one: JsonObject, other: JsonObject): string[] =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
      (name) => !isDeepStrictEqual(one[name], other[name]),
    );
  return (
    columns.some((name) => !isDeepStrictEqual(before[name], after[name])) ||
    differing(before.info, after.info).some((name) => !notesInInfo.includes(name as keyof OfferInfo)) ||
    differing(before.metaInfo, after.metaInfo).some(
      (name) =>
        metaInfoOwners[name as keyof WorkloadMetaInfo] === 'caller' &&
        !notesInMetaInfo.includes(name as keyof WorkloadMetaInfo),
    )
  );
}

/** Says whether a change of the meta info changes the terms. */
export const changesTermsInMetaInfo = (offer: OfferRow, metaInfo: JsonObject): boolean => {
  const info = JSON.parse(offer.info) as JsonObject;
  return changesTerms(
    { ...offer, info, metaInfo: JSON.parse(offer.meta_info) },
    { ...offer, info, metaInfo },
  );
};

/**
 * The meta info of a changed offer: an approval, or the request of one, was of the offer as it stood. What a reviewer
 * asked for or declined stays to be read until the offer is submitted again.
 */
export function withoutLostApproval(
  offer: OfferRow,
  after: Omit<Whole, 'metaInfo'> & { metaInfo: JsonObject },
): JsonObject {
  const { approvalInfo, ...rest } = after.metaInfo;
  const { approvalStatus } = (approvalInfo ?? {}) as ApprovalInfo;
  const holds = approvalStatus === 'Submitted' || approvalStatus === 'Approved';
  if (!holds || !unpublished.includes(offer.status)) return after.metaInfo;
  const before = { ...offer, info: JSON.parse(offer.info), metaInfo: JSON.parse(offer.meta_info) };
  return changesTerms(before, after) ? rest : after.metaInfo;
}
