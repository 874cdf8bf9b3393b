import { othersMay, selectOffersNeedApproval } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { errors } from '../../platform/errors.ts';
import { modifiedBy } from '../../products/index.ts';
import type { ApprovalInfo } from '../../products/records/index.ts';
import { changeOffer } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { offerErrors } from '../errors.ts';
import { bodyOf, prepareOffer } from '../prepare/index.ts';
import { requireFeatures } from '../publication/index.ts';
import { isPrivate } from '../row-conversion.ts';
import { unpublished } from '../states.ts';
import { contextOf } from './context.ts';
import { requireOffer, requireStateFor } from './preconditions.ts';

export const approvalOf = ({ meta_info }: Pick<OfferRow, 'meta_info'>): ApprovalInfo =>
  (JSON.parse(meta_info) as { approvalInfo?: ApprovalInfo }).approvalInfo ?? {};

export const isApproved = (offer: Pick<OfferRow, 'meta_info'>): boolean =>
  approvalOf(offer).approvalStatus === 'Approved';

/** Reads whether the organization publishes private offers only after they were approved. */
export async function offersNeedApproval(scope: OrgTransaction): Promise<boolean> {
  const [row] = await scope.query<{ needed: boolean }>(selectOffersNeedApproval(scope));
  return row?.needed ?? false;
}

/** Finds what keeps an offer from being published; a change of its terms takes its approval away before. */
const unapproved = ({ meta_info }: OfferRow): string => {
  const { approvalStatus } = approvalOf({ meta_info });
  if (approvalStatus === 'Submitted') return 'It waits for its approval.';
  if (!approvalStatus) return 'Submit it for approval first; a change of its terms takes an approval away.';
  return `Its approval is "${approvalStatus}": change it and submit it for approval again.`;
};

/** @throws 409 when the organization wants offers approved and this one, which is to be published, is not */
export async function requireApproval(scope: OrgTransaction, offers: readonly OfferRow[]): Promise<void> {
  const missing = offers.find((offer) => isPrivate(offer.offer_type) && !isApproved(offer));
  if (missing && (await offersNeedApproval(scope)))
    throw offerErrors.offer_not_approved(
      `${offers.length > 1 ? `Of the offer ${missing.id}: ` : ''}${unapproved(missing)}`,
    );
}

/**
 * Requires a principal who may approve, where the terms of an offer change that was approved and submitted. @throws 409
 */
export async function requireMayChangeTerms(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  if (unpublished.includes(offer.status) || !isPrivate(offer.offer_type)) return;
  if (await maySell(scope)) return;
  throw offerErrors.offer_not_approved(
    'Its terms were approved as they are: ask a member with offers:approve.',
  );
}

const maySell = async (scope: OrgTransaction): Promise<boolean> =>
  scope.permissions.has('offers:approve') || !(await offersNeedApproval(scope));

/**
 * A sale that the seller writes down by hand. An approval is of the offer as it stands; a public offer is never
 * approved, and has whatever price its writer gave it.
 * @param departure what of the sale is not as the offer has it, if something is
 * @throws 409
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
      ? `The offer was approved as it is, and ${departure}: ask a member with offers:approve.`
      : 'Nobody approved the offer: sell by a private offer that was approved, or ask a member with offers:approve.',
  );
}

/** Requires a principal who may approve, where the terms of a sale change that needed approval. @throws 409 */
export async function requireMayChangeSale(scope: OrgTransaction, what: string): Promise<void> {
  if (!(await maySell(scope)))
    throw offerErrors.offer_not_approved(`${what} nobody approved: ask a member with offers:approve.`);
}

/** Asks for the approval of an offer that could be published as it stands. */
export async function submitForApproval(
  scope: OrgTransaction,
  id: string,
  message: string | undefined,
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  await requireSubmittable(scope, offer);
  await scope.query({
    name: 'keep_approval_requester',
    text: 'UPDATE offer SET approval_requested_by = $3 WHERE organization_id = $1 AND id = $2',
    values: [scope.organizationId, id, scope.actor.id],
  });
  const approvalInfo: ApprovalInfo = {
    approvalStatus: 'Submitted',
    requestDate: scope.now.toISOString(),
    decisionDate: null,
    ...(message ? { message } : {}),
  };
  return changeOffer(scope, offer, 'SUBMIT_APPROVAL_REQUEST', {
    metaInfo: { approvalInfo, lastModifiedBy: modifiedBy(scope) },
  });
}

/** @throws 400 that names what keeps it from being published, 409 */
export async function requireSubmittable(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  requireStateFor('submitForApproval', offer);
  if (!isPrivate(offer.offer_type))
    throw offerErrors.offer_approval_state('A public offer needs no approval.');
  const { approvalStatus } = approvalOf(offer);
  if (approvalStatus === 'Submitted' || approvalStatus === 'Approved')
    throw offerErrors.offer_approval_state(`The approval of the offer is "${approvalStatus}" already.`);
  const body = bodyOf(offer);
  prepareOffer(body, await contextOf(scope, body));
  await requireFeatures(scope, body);
}

export type Decision = 'Approved' | 'Declined' | 'Action Required';

/**
 * Decides on an offer that waits for its approval: the lock of the offer lets one of two reviewers decide, and an edit
 * that came before leaves nothing to decide on. Who asked does not decide, unless nobody else may.
 */
export async function reviewOffer(
  scope: OrgTransaction,
  id: string,
  decision: Decision,
  message: string | undefined,
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  await requireReviewable(scope, offer);
  const { requestDate } = approvalOf(offer);
  const approvalInfo: ApprovalInfo = {
    approvalStatus: decision,
    ...(requestDate ? { requestDate } : {}),
    decisionDate: scope.now.toISOString(),
    ...(message ? { message } : {}),
  };
  return changeOffer(scope, offer, 'REVIEW_APPROVAL_REQUEST', {
    metaInfo: { approvalInfo, lastModifiedBy: modifiedBy(scope) },
  });
}

/** @throws 403 for who asked for the approval, unless nobody else may give it, 409 */
export async function requireReviewable(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  const { approvalStatus } = approvalOf(offer);
  if (!unpublished.includes(offer.status))
    throw offerErrors.offer_approval_state(`The offer is ${offer.status}: it was published already.`);
  if (approvalStatus !== 'Submitted')
    throw offerErrors.offer_approval_state(
      approvalStatus
        ? `The approval of the offer is "${approvalStatus}", not "Submitted".`
        : 'The offer was not submitted for approval, or was changed since.',
    );
  const [row] = await scope.query<RowOf<'offer', 'approval_requested_by'>>({
    name: 'read_approval_requester',
    text: 'SELECT approval_requested_by FROM offer WHERE organization_id = $1 AND id = $2',
    values: [scope.organizationId, offer.id],
  });
  if (row?.approval_requested_by === scope.actor.id && (await othersMay(scope, 'offers:approve')))
    throw errors.forbidden('You asked for this approval yourself: somebody else decides.');
}
