import { z } from 'zod';
import {
  type AdapterRegistry,
  type Failure,
  MarketplaceError,
  marketplaceJobHandler,
  marketplaceRetry,
  observeJob,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobDefinition, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { changeEntitlement } from '../change.ts';
import { lockEntitlement } from '../store.ts';
import { answered } from './states.ts';
import { changeRequest, lockRequest, type RequestRow, selectRequest } from './store.ts';

const Payload = z.object({ entitlementId: z.string(), requestId: z.string() });
type Payload = z.infer<typeof Payload>;

/** Job that sends the seller’s answer to a request of a buyer to the marketplace. */
export const answerJob: JobDefinition<Payload> = {
  kind: 'entitlements.answerRequest',
  payload: Payload,
  lane: ({ requestId }) => `answer:${requestId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Answer a request of a buyer at the marketplace',
    subject: ({ entitlementId }) => ({ entitlement_id: entitlementId }),
  },
};

type LoadedAnswer = { partner: string; externalId: string; accepts: boolean; reason: string | undefined };

export const answerJobHandler = (registry: AdapterRegistry): JobHandler<Payload> =>
  marketplaceJobHandler(registry, {
    definition: answerJob,
    load: loadAnswer,
    onNotConnected: (job, { partner }) =>
      recordRefusal(job, {
        raw: `no integration with ${partner}`,
        readable: `Connect ${partner}, then answer the request again.`,
      }),
    call: async ({ adapter, externalId, accepts, reason }): Promise<void> => {
      if (!adapter.answerRequest) throw new MarketplaceError('NOT_SUPPORTED', { kind: 'refused' });
      await adapter.answerRequest(externalId, { accepts, ...(reason === undefined ? {} : { reason }) });
    },
    finish: (job) => job.finish('answered', (scope) => completeAnswer(scope, job.payload)),
    onFailure: recordRefusal,
  });

async function loadAnswer(
  scope: OrgTransaction,
  { entitlementId, requestId }: Payload,
): Promise<LoadedAnswer | string> {
  const [request] = await scope.query<RequestRow>(selectRequest(scope, entitlementId, requestId));
  if (!request || !isInFlight(request)) return 'nothing to do: the request has no answer in flight';
  const { partner, external_id: externalId, status, reason } = request;
  return { partner, externalId, accepts: status === 'ACCEPTING', reason: reason ?? undefined };
}

const isInFlight = ({ status }: RequestRow) => status === 'ACCEPTING' || status === 'REJECTING';

/** Completes the answer, unless an observation did so, and reads the agreement again. */
async function completeAnswer(scope: OrgTransaction, { entitlementId, requestId }: Payload): Promise<void> {
  const entitlement = await lockEntitlement(scope, entitlementId);
  const request = await lockRequest(scope, entitlementId, requestId);
  if (!entitlement || !request) return;
  const done = Object.values(answered).find(([sent]) => sent === request.status)?.[1];
  if (done) await changeRequest(scope, request, 'UPDATE', { status: done });
  const { partner, external_id: externalId } = entitlement;
  if (partner && externalId)
    await scope.query(enqueue(scope, observeJob, { partner, kind: 'AGREEMENT' as const, externalId }));
}

/**
 * Records why the marketplace refused an answer. The request waits again, and is read again, because the buyer may have
 * withdrawn it or another answer may have been given.
 */
const recordRefusal = (job: JobRun<Payload>, { raw, readable }: Failure): Promise<void> =>
  job.finish(
    `refused: ${raw}`,
    async (scope) => {
      const { entitlementId, requestId } = job.payload;
      const entitlement = await lockEntitlement(scope, entitlementId);
      const request = await lockRequest(scope, entitlementId, requestId);
      if (!entitlement || !request || !isInFlight(request)) return;
      const { partner, external_id: externalId } = await changeRequest(scope, request, 'UPDATE', {
        status: 'PENDING',
        answered_through: null,
        answered_by: null,
        answer_time: null,
        reason: null,
        error_messages: [raw],
        readable_messages: [readable],
      });
      await changeEntitlement(scope, entitlement, 'UPDATE', { eventChange: 'ANSWER_REFUSED' });
      await scope.query(enqueue(scope, observeJob, { partner, kind: 'REQUEST' as const, externalId }));
    },
    'FAILED',
  );
