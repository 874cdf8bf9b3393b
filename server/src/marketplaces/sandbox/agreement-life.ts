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

/** The marketplace suspends an agreement, because the buyer did not pay. False when it does not run. */
export const suspend = (scope: OrgTransaction, id: string): Promise<boolean> =>
  notifyOfChange(scope, id, () => moveAgreement(scope, id, ['ACTIVE'], 'SUSPENDED'));

export const reinstate = (scope: OrgTransaction, id: string): Promise<boolean> =>
  notifyOfChange(scope, id, () => moveAgreement(scope, id, ['SUSPENDED'], 'ACTIVE'));

export const changeQuantity = (scope: OrgTransaction, id: string, quantity: number): Promise<boolean> =>
  notifyOfChange(scope, id, () => setAgreementQuantity(scope, id, quantity));

/** The buyer takes another plan, with prices of its own where some are given. */
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

/** The buyer renews before the end. The new term follows the one that runs. */
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

/** Changes an agreement, locked, and enqueues the notification of it. */
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

/** The term that an agreement renews itself for at its end, as long as the last one. */
function ownRenewal(terms: AgreementTerms, end: string): Renewal | undefined {
  const next = nextTerm(soldFirst(terms), { start: soldSince(terms), end }, terms.agreedDuration);
  return next && { type: 'AutoRenew', startTime: next.start, endTime: next.end };
}

/** Ends an agreement at its time or renews it, by the organization's clock. Its end may have been moved since. */
export const endAgreementJobHandler: JobHandler<{ agreementId: string; endTime: string }> = {
  definition: endAgreementJob,
  run: (job) =>
    job.finish('ended or renewed, unless it was before', async (scope) => {
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
