import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import type { CancellationReason } from '../adapter.ts';
import type { CancellationRequest } from '../snapshots.ts';
import {
  type AgreementTerms,
  findAgreement,
  lockAgreement,
  moveAgreement,
  type SandboxAgreement,
  setAgreementTerms,
} from './agreement-store.ts';
import { notifyJob } from './jobs.ts';
import { begun } from './states.ts';

/** Time for the buyer to respond; without a response, the agreement is then cancelled. */
const answerMs = 7 * 86_400_000;

type Payload = { agreementId: string; askedAt: string };

/** Cancels an agreement whose buyer did not respond. Each request has its own queue key. */
export const unansweredJob: JobDefinition<Payload> = {
  kind: 'sandbox.unanswered',
  payload: z.object({ agreementId: z.string(), askedAt: z.string() }),
  lane: ({ agreementId, askedAt }) => `sandbox:${agreementId}:asked:${askedAt}`,
  retry: backoff({ tries: 10 }),
};

/** Creates the seller's cancellation request. Returns false if the agreement is not active. */
export async function requestCancellation(
  scope: OrgTransaction,
  agreementId: string,
  reason: CancellationReason | undefined,
): Promise<boolean> {
  const agreement = await lockAgreement(scope, agreementId);
  if (!agreement || !(await moveAgreement(scope, agreementId, begun, 'PENDING_CANCEL'))) return false;
  const askedAt = scope.now.toISOString();
  const terms = JSON.parse(agreement.terms) as AgreementTerms;
  await setAgreementTerms(scope, agreementId, {
    ...terms,
    cancelAskedAt: askedAt,
    cancelReason: reason,
    cancelRefusedAt: undefined,
    cancelWithdrawnAt: undefined,
    cancelWithdrawnFor: undefined,
  });
  const at = new Date(scope.now.getTime() + answerMs);
  await scope.query(enqueue(scope, unansweredJob, { agreementId, askedAt }, { at }));
  return true;
}

/**
 * Rejects the seller's request on behalf of the buyer; the agreement continues. Returns false without a
 * pending request.
 */
export async function refuseToCancel(scope: OrgTransaction, agreementId: string): Promise<boolean> {
  const agreement = await lockAgreement(scope, agreementId);
  if (!agreement || !(await moveAgreement(scope, agreementId, ['PENDING_CANCEL'], 'ACTIVE'))) return false;
  const terms = JSON.parse(agreement.terms) as AgreementTerms;
  await setAgreementTerms(scope, agreementId, { ...terms, cancelRefusedAt: scope.now.toISOString() });
  await enqueueNotification(scope, agreementId);
  return true;
}

/** Withdraws the seller's request; the agreement continues. Returns false without a pending request. */
export async function withdrawRequest(
  scope: OrgTransaction,
  agreementId: string,
  description: string | undefined,
): Promise<boolean> {
  const agreement = await lockAgreement(scope, agreementId);
  if (!agreement || !(await moveAgreement(scope, agreementId, ['PENDING_CANCEL'], 'ACTIVE'))) return false;
  const terms = JSON.parse(agreement.terms) as AgreementTerms;
  await setAgreementTerms(scope, agreementId, {
    ...terms,
    cancelWithdrawnAt: scope.now.toISOString(),
    cancelWithdrawnFor: description,
  });
  return true;
}

export const unansweredJobHandler: JobHandler<Payload> = {
  definition: unansweredJob,
  run: (job) =>
    job.finish('cancelled the agreement, unless the buyer had answered', async (scope) => {
      const { agreementId, askedAt } = job.payload;
      const agreement = await lockAgreement(scope, agreementId);
      const asked = agreement && (JSON.parse(agreement.terms) as AgreementTerms).cancelAskedAt;
      if (asked !== askedAt) return;
      if (await moveAgreement(scope, agreementId, ['PENDING_CANCEL'], 'CANCELLED'))
        await enqueueNotification(scope, agreementId);
    }),
};

/** Returns the last request in the marketplace's format; undefined without a request. */
export function showRequest({
  id,
  state,
  terms,
}: Pick<SandboxAgreement, 'id' | 'state'> & { terms: AgreementTerms }): CancellationRequest | undefined {
  const { cancelAskedAt, cancelReason, cancelRefusedAt, cancelWithdrawnAt, cancelWithdrawnFor } = terms;
  if (cancelAskedAt === undefined) return undefined;
  const base = {
    externalId: `${id}-${Date.parse(cancelAskedAt).toString(36)}`,
    reasonCode: cancelReason?.code ?? 'OTHER',
    creationTime: cancelAskedAt,
  };
  if (cancelRefusedAt !== undefined) return { ...base, status: 'REJECTED', lastUpdateTime: cancelRefusedAt };
  if (cancelWithdrawnAt !== undefined)
    return { ...base, status: 'CANCELLED', lastUpdateTime: cancelWithdrawnAt, message: cancelWithdrawnFor };
  if (state === 'CANCELLED') return { ...base, status: 'APPROVED' };
  const answerTime = new Date(Date.parse(cancelAskedAt) + answerMs).toISOString();
  return { ...base, status: 'PENDING_APPROVAL', lastUpdateTime: cancelAskedAt, answerTime };
}

async function enqueueNotification(scope: OrgTransaction, agreementId: string): Promise<void> {
  const agreement = await findAgreement(scope, agreementId);
  const notice = { partner: agreement?.partner ?? '', kind: 'AGREEMENT', externalId: agreementId } as const;
  await scope.query(enqueue(scope, notifyJob, { ...notice, noticeId: scope.newId('msg') }));
}
