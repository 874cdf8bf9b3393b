import { z } from 'zod';
import { type Answer, RawJson, type Route, route } from '../../platform/http/route.ts';
import type { OfferRow } from '../columns.ts';
import { encodeOffer } from '../columns.ts';
import { type Decision, reviewOffer, submitForApproval } from '../commands/index.ts';
import { offerErrors } from '../errors.ts';
import { WorkloadOffer } from '../records.ts';

const text = z.string().trim().max(1000);
const optionalMessage = z
  .object({
    message: text.optional().meta({ description: 'A note for who reads it; at most 1000 characters.' }),
  })
  .meta({ id: 'ApprovalNote', description: 'What is said with a request or an approval.' });
const requiredMessage = z
  .object({
    message: text
      .min(1)
      .meta({ description: 'Why, or what is to be done; at most 1000 characters, and not empty.' }),
  })
  .meta({ id: 'ReviewNote', description: 'What is said with a refusal.' });

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
  body: typeof optionalMessage | typeof requiredMessage,
  message: string,
): Route =>
  route({
    ...common,
    path: `/org/{orgId}/offer/{offerId}/${verb}`,
    operationId,
    summary,
    description:
      'Of an offer whose approval is Submitted, and which was not changed since. Who asked for the approval cannot ' +
      'decide, unless nobody else may.',
    access: 'offers:approve',
    body,
    ...(body === requiredMessage ? { bodyRequired: true } : {}),
    example: { message },
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body: given }) =>
        show(await reviewOffer(scope, params.offerId, decision, given?.message)),
    },
  });

/** Approval inside the organization, before an offer is published. */
export const approvalRoutes = () => [
  route({
    ...common,
    path: '/org/{orgId}/offer/{offerId}/submitForApproval',
    operationId: 'submitOfferForApproval',
    summary: 'Ask for the approval of an offer',
    description:
      'Of a private offer that is a draft, or whose creation failed. It is checked as if it were published. Every ' +
      'offer can be submitted; where `requireApproval` is set in privateOfferConfigInfo, an offer is published only ' +
      'when it is Approved. A later change of its terms takes the request, or the approval, back.',
    access: 'offers:write',
    errors: [...common.errors, offerErrors.offer_state.definition],
    body: optionalMessage,
    example: { message: 'Discount as agreed on with the buyer.' },
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) =>
        show(await submitForApproval(scope, params.offerId, body?.message)),
    },
  }),
  review('approve', 'approveOffer', 'Approve an offer', 'Approved', optionalMessage, 'Go ahead.'),
  review(
    'decline',
    'declineOffer',
    'Decline an offer',
    'Declined',
    requiredMessage,
    'Below the lowest price.',
  ),
  review(
    'requestAction',
    'requestOfferAction',
    'Ask for something to be done before an offer is approved',
    'Action Required',
    requiredMessage,
    'Please add the name of the buyer.',
  ),
];
