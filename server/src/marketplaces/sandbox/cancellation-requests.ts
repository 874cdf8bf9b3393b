import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import {
  type AgreementTerms,
  findAgreement,
  lockAgreement,
  moveAgreement,
  setAgreementTerms,
} from './agreement-store.ts';
import { notifyJob } from './jobs.ts';
import { begun } from './states.ts';

/** The time in which a buyer may answer; then the seller's wish is done. */
const answerMs = 7 * 86_400_000;

type Payload = { agreementId: string; askedAt: string };

/** The marketplace cancels an agreement whose buyer did not answer. Each request is a lane of its own. */
export const unansweredJob: JobDefinition<Payload> = {
  kind: 'sandbox.unanswered',
  payload: z.object({ agreementId: z.string(), askedAt: z.string() }),
  lane: ({ agreementId, askedAt }) => `sandbox:${agreementId}:asked:${askedAt}`,
  retry: backoff({ tries: 10 }),
};

/** The seller asks the buyer to agree to the end of an agreement. False when it does not run. */
export async function requestCancellation(scope: OrgTransaction, agreementId: string): Promise<boolean> {
  const agreement = await lockAgreement(scope, agreementId);
  if (!agreement || !(await moveAgreement(scope, agreementId, begun, 'PENDING_CANCEL'))) return false;
  const askedAt = scope.now.toISOString();
  const terms = JSON.parse(agreement.terms) as AgreementTerms;
  await setAgreementTerms(scope, agreementId, { ...terms, cancelAskedAt: askedAt });
  const at = new Date(scope.now.getTime() + answerMs);
  await scope.query(enqueue(scope, unansweredJob, { agreementId, askedAt }, { at }));
  return true;
}

/** The buyer keeps what the seller wants to end: the agreement goes on. False when nobody asked. */
export async function refuseToCancel(scope: OrgTransaction, agreementId: string): Promise<boolean> {
  if (!(await moveAgreement(scope, agreementId, ['PENDING_CANCEL'], 'ACTIVE'))) return false;
  await enqueueNotification(scope, agreementId);
  return true;
}

export const unansweredJobHandler: JobHandler<Payload> = {
  definition: unansweredJob,
  run: (job) =>
    job.finish('cancelled, unless the buyer has answered', async (scope) => {
      const { agreementId, askedAt } = job.payload;
      const agreement = await lockAgreement(scope, agreementId);
      const asked = agreement && (JSON.parse(agreement.terms) as AgreementTerms).cancelAskedAt;
      if (asked !== askedAt) return;
      if (await moveAgreement(scope, agreementId, ['PENDING_CANCEL'], 'CANCELLED'))
        await enqueueNotification(scope, agreementId);
    }),
};

async function enqueueNotification(scope: OrgTransaction, agreementId: string): Promise<void> {
  const agreement = await findAgreement(scope, agreementId);
  const notice = { partner: agreement?.partner ?? '', kind: 'AGREEMENT', externalId: agreementId } as const;
  await scope.query(enqueue(scope, notifyJob, { ...notice, noticeId: scope.newId('msg') }));
}
