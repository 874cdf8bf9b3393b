import type { OrgTransaction } from '../../platform/access/scope.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { entitlementErrors } from '../errors.ts';
import { requireEntitlement } from '../preconditions.ts';
import { answerJob } from './answer-job.ts';
import { AnswerRequestParams, EntitlementRequest, requestExample } from './records.ts';
import { type Answer, answered } from './states.ts';
import { changeRequest, encodeRequest, lockRequest, type RequestRow } from './store.ts';

const { entitlement_not_found, entitlement_request_not_found, entitlement_request_state } = entitlementErrors;

const common = {
  method: 'POST',
  group: 'Entitlement',
  access: 'entitlements:write',
  body: AnswerRequestParams.optional(),
  response: EntitlementRequest,
  responseDescription: 'The request with its current status',
  errors: [entitlement_not_found, entitlement_request_not_found, entitlement_request_state].map(
    ({ definition }) => definition,
  ),
} as const;

const handle =
  (answer: Answer) =>
  async (
    scope: OrgTransaction,
    {
      params,
      body,
    }: {
      params: { entitlementId: string; entitlementRequestId: string };
      body: AnswerRequestParams | undefined;
    },
  ) => ({ body: new RawJson(encodeRequest(await answerRequest(scope, params, answer, body))) });

/** The routes of the seller’s answers to a request of a buyer. */
export const answerRoutes = [
  route({
    ...common,
    path: '/org/{orgId}/entitlement/{entitlementId}/request/{entitlementRequestId}/accept',
    operationId: 'acceptEntitlementRequest',
    summary: 'Accept a change that the buyer requested',
    description:
      'The request is ACCEPTED once the marketplace has taken the answer; the entitlement changes once the marketplace has ' +
      'reported the change. If the marketplace refuses the answer, the request is PENDING again, with the reason in ' +
      '`prettifiedErrorMessages`. A request that is already accepted is returned unchanged.',
    responseExample: { ...requestExample, status: 'ACCEPTING', answeredThrough: 'SELLER' },
    run: { kind: 'transaction', handle: handle('accept') },
  }),
  route({
    ...common,
    path: '/org/{orgId}/entitlement/{entitlementId}/request/{entitlementRequestId}/reject',
    operationId: 'rejectEntitlementRequest',
    summary: 'Reject a change that the buyer requested',
    description:
      'The entitlement keeps its plan and quantity. The request is REJECTED once the marketplace has taken the answer. If the ' +
      'marketplace refuses the answer, the request is PENDING again, with the reason in `prettifiedErrorMessages`. A request ' +
      'that is already rejected is returned unchanged.',
    example: { reason: 'The plan is not sold in your country.' },
    responseExample: { ...requestExample, status: 'REJECTING', answeredThrough: 'SELLER' },
    run: { kind: 'transaction', handle: handle('reject') },
  }),
];

/**
 * Answers a request of a buyer; a job sends the answer to the marketplace.
 * @throws 404 for an unknown request, 400 for a request with another answer
 */
async function answerRequest(
  scope: OrgTransaction,
  { entitlementId, entitlementRequestId: requestId }: { entitlementId: string; entitlementRequestId: string },
  answer: Answer,
  { reason }: AnswerRequestParams = {},
): Promise<RequestRow> {
  await requireEntitlement(scope, entitlementId);
  const request = await lockRequest(scope, entitlementId, requestId);
  if (!request) throw entitlement_request_not_found();
  const [inFlight, done] = answered[answer];
  if (request.status === inFlight || request.status === done) return request;
  if (request.status !== 'PENDING')
    throw entitlement_request_state(`Request status: ${request.status}; allowed: PENDING.`);
  await scope.query(enqueue(scope, answerJob, { entitlementId, requestId }));
  return changeRequest(scope, request, answer === 'accept' ? 'ACCEPT' : 'REJECT', {
    status: inFlight,
    answered_through: 'SELLER',
    answered_by: scope.actor.id ?? null,
    answer_time: scope.now.toISOString(),
    reason: answer === 'reject' && reason ? reason : null,
    error_messages: null,
    readable_messages: null,
  });
}
