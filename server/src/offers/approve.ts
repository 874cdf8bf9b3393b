import { z } from 'zod';
import { othersMay } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { errors } from '../platform/errors.ts';
import { type Answer, RawJson, type Route, route } from '../platform/http/route.ts';
import { modifiedBy } from '../products/index.ts';
import type { ApprovalInfo } from '../products/records/index.ts';
import { approvalOf } from './approval.ts';
import { changeOffer } from './change.ts';
import { contextOf } from './checks.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import { offerErrors } from './errors.ts';
import { isPrivate } from './kind.ts';
import { prepareOffer } from './prepare/prepare.ts';
import { bodyOf } from './prepare/stored.ts';
import { WorkloadOffer } from './records.ts';
import { requireFeatures } from './specification.ts';
import { requireStateFor, unpublished } from './states.ts';
import { requireOffer } from './store.ts';

const text = z.string().trim().max(1000);

const approvalNote = z
  .object({
    message: text
      .optional()
      .meta({ description: 'Note for reviewers and the author; at most 1000 characters.' }),
  })
  .meta({ id: 'ApprovalNote', description: 'A note with a request or an approval.' });

const reviewNote = z
  .object({
    message: text.min(1).meta({ description: 'Reason, or the required action; 1 to 1000 characters.' }),
  })
  .meta({ id: 'ReviewNote', description: 'A note with a rejection or a required action.' });

const common = {
  method: 'POST',
  group: 'Offer',
  response: WorkloadOffer,
  responseDescription: 'The offer, with `metaInfo.approvalInfo`',
  errors: [offerErrors.offer_not_found.definition, offerErrors.offer_approval_state.definition],
} as const;

const show = (row: OfferRow): Answer => ({ body: new RawJson(encodeOffer(row)) });

const review = (
  verb: string,
  operationId: string,
  summary: string,
  decision: Decision,
  body: z.ZodOptional<typeof approvalNote> | typeof reviewNote,
  message: string,
): Route =>
  route({
    ...common,
    path: `/org/{orgId}/offer/{offerId}/${verb}`,
    operationId,
    summary,
    description:
      'The approval status must be Submitted; a change of the terms removes the request. The requester cannot decide, unless no other ' +
      'member has the permission.',
    access: 'offers:approve',
    body,
    example: { message },
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body: given }) =>
        show(await reviewOffer(scope, params.offerId, decision, given?.message)),
    },
  });

/** Routes of the approval of offers by members before publication. */
export const approvalRoutes = () => [
  route({
    ...common,
    path: '/org/{orgId}/offer/{offerId}/submitForApproval',
    operationId: 'submitOfferForApproval',
    summary: 'Submit an offer for approval',
    description:
      'The offer must be private, and a draft or CREATE_FAILED. It is checked as for publication. Offers can be submitted ' +
      'in every organization; with `requireApproval` in privateOfferConfigInfo, only Approved offers can be published. ' +
      'A later change of the terms removes the request or the approval.',
    access: 'offers:write',
    errors: [...common.errors, offerErrors.offer_state.definition],
    body: approvalNote.optional(),
    example: { message: 'Discount as agreed with the buyer.' },
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) =>
        show(await submitForApproval(scope, params.offerId, body?.message)),
    },
  }),
  review('approve', 'approveOffer', 'Approve an offer', 'Approved', approvalNote.optional(), 'Approved.'),
  review('decline', 'declineOffer', 'Decline an offer', 'Declined', reviewNote, 'Below the lowest price.'),
  review(
    'requestAction',
    'requestOfferAction',
    'Return an offer for changes before approval',
    'Action Required',
    reviewNote,
    'Please add the name of the buyer.',
  ),
];

/** Submits an offer for approval. The offer must be ready to publish. */
async function submitForApproval(
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

/**
 * Requires an offer that can be submitted for approval.
 * @throws 400 with the findings that prevent its publication, 409 if its state does not allow a request
 */
export async function requireSubmittable(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  requireStateFor('submitForApproval', offer);
  if (!isPrivate(offer.offer_type)) throw offerErrors.offer_approval_state('Public offers are not approved.');
  const { approvalStatus } = approvalOf(offer);
  if (approvalStatus === 'Submitted' || approvalStatus === 'Approved')
    throw offerErrors.offer_approval_state(`The approval of the offer is "${approvalStatus}" already.`);
  const body = bodyOf(offer);
  prepareOffer(body, await contextOf(scope, body));
  await requireFeatures(scope, body);
}

type Decision = 'Approved' | 'Declined' | 'Action Required';

/**
 * Approves, declines or returns an offer that waits for approval. The lock of the offer allows only one of two
 * reviewers to decide, and an earlier edit removes the request. The requester cannot decide, unless no other member has
 * the permission.
 */
async function reviewOffer(
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

/**
 * Requires an offer that the caller can review.
 * @throws 403 when the caller submitted the request and another member can approve, 409 when no request is pending
 */
export async function requireReviewable(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  const { approvalStatus } = approvalOf(offer);
  if (!unpublished.includes(offer.status))
    throw offerErrors.offer_approval_state(`The offer is already published. Status: ${offer.status}.`);
  if (approvalStatus !== 'Submitted')
    throw offerErrors.offer_approval_state(
      approvalStatus
        ? `The approval of the offer is "${approvalStatus}", not "Submitted".`
        : 'The offer was not submitted for approval, or its terms have changed since.',
    );
  const [row] = await scope.query<RowOf<'offer', 'approval_requested_by'>>({
    name: 'read_approval_requester',
    text: 'SELECT approval_requested_by FROM offer WHERE organization_id = $1 AND id = $2',
    values: [scope.organizationId, offer.id],
  });
  if (row?.approval_requested_by === scope.actor.id && (await othersMay(scope, 'offers:approve')))
    throw errors.forbidden('You submitted this offer for approval. Another member must decide.');
}
