import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/queue.ts';
import type { Renewal } from '../snapshots.ts';
import type { JsonObject } from '../specifications.ts';
import {
  type AgreementTerms,
  endAgreementJob,
  lockAgreement,
  moveAgreement,
  type SandboxAgreement,
  setAgreementQuantity,
  setAgreementTerms,
  soldFirst,
  soldSince,
} from './agreement-store.ts';
import { nextTerm } from './calendar.ts';
import { notifyJob } from './jobs.ts';

const termsOf = ({ terms }: SandboxAgreement) => JSON.parse(terms) as AgreementTerms;

/**
 * Suspends an agreement on behalf of the marketplace, because the buyer did not pay. Returns false if the
 * agreement is not active.
 */
export const suspend = (scope: OrgTransaction, id: string): Promise<boolean> =>
  notifyOfChange(scope, id, () => moveAgreement(scope, id, ['ACTIVE'], 'SUSPENDED'));

export const reinstate = (scope: OrgTransaction, id: string): Promise<boolean> =>
  notifyOfChange(scope, id, () => moveAgreement(scope, id, ['SUSPENDED'], 'ACTIVE'));

export const changeQuantity = (scope: OrgTransaction, id: string, quantity: number): Promise<boolean> =>
  notifyOfChange(scope, id, () => setAgreementQuantity(scope, id, quantity));

/** Changes the plan on behalf of the buyer, optionally with given prices. */
export const changePlan = (
  scope: OrgTransaction,
  id: string,
  plan: { planId: string; terms: JsonObject },
): Promise<boolean> =>
  notifyOfChange(scope, id, async (agreement) => {
    if (agreement.state !== 'ACTIVE') return false;
    const terms = termsOf(agreement);
    const planTerms = { ...terms.planTerms, ...plan.terms };
    await setAgreementTerms(scope, id, { ...terms, planId: plan.planId, planTerms });
    return true;
  });

/** Renews an agreement on behalf of the buyer before its end. The new term follows the current term. */
export const renew = (scope: OrgTransaction, id: string, renewal: Renewal): Promise<boolean> =>
  notifyOfChange(scope, id, async (agreement) => {
    if (agreement.state !== 'ACTIVE') return false;
    await addRenewal(scope, agreement, renewal);
    return true;
  });

function addRenewal(scope: OrgTransaction, agreement: SandboxAgreement, renewal: Renewal): Promise<void> {
  const terms = termsOf(agreement);
  const renewals = [...(terms.renewals ?? []), renewal];
  return setAgreementTerms(scope, agreement.id, { ...terms, renewals, endTime: renewal.endTime });
}

/** Locks and changes an agreement, and enqueues the notification. */
async function notifyOfChange(
  scope: OrgTransaction,
  id: string,
  work: (agreement: SandboxAgreement) => Promise<boolean>,
): Promise<boolean> {
  const agreement = await lockAgreement(scope, id);
  if (!agreement || !(await work(agreement))) return false;
  const notice = { partner: agreement.partner, kind: 'AGREEMENT', externalId: id } as const;
  await scope.query(enqueue(scope, notifyJob, { ...notice, noticeId: scope.newId('msg') }));
  return true;
}

/** Computes the term of an automatic renewal, which has the duration of the last term. */
function ownRenewal(terms: AgreementTerms, end: string): Renewal | undefined {
  const next = nextTerm(soldFirst(terms), { start: soldSince(terms), end }, terms.agreedDuration);
  return next && { type: 'AutoRenew', startTime: next.start, endTime: next.end };
}

/**
 * Ends or renews an agreement at its end time by the organization's clock. No effect if the end time has
 * changed.
 */
export const endAgreementJobHandler: JobHandler<{ agreementId: string; endTime: string }> = {
  definition: endAgreementJob,
  run: (job) =>
    job.finish('ended or renewed the agreement, unless already done', async (scope) => {
      const { agreementId, endTime } = job.payload;
      await notifyOfChange(scope, agreementId, async (agreement) => {
        const terms = termsOf(agreement);
        if (agreement.state === 'CANCELLED' || terms.endTime !== endTime) return false;
        const renews = agreement.state === 'ACTIVE' && terms.autoRenew === true;
        const renewal = renews ? ownRenewal(terms, endTime) : undefined;
        if (renewal) await addRenewal(scope, agreement, renewal);
        else await moveAgreement(scope, agreementId, [agreement.state], 'CANCELLED');
        return true;
      });
    }),
};
