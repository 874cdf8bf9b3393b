import { z } from 'zod';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { backoff, enqueue, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { Subject } from '../notifications.ts';
import type { MarketplacePartner } from '../partners.ts';
import type { BuyerRequest } from '../snapshots.ts';
import {
  type AgreementTerms,
  findAgreement,
  lockAgreement,
  type RequestedChange,
  type SandboxAgreement,
  setAgreementTerms,
} from './agreement-store.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { RunInOrganization } from './faults.ts';
import { notifyJob } from './jobs.ts';

const termsOf = ({ terms }: SandboxAgreement) => JSON.parse(terms) as AgreementTerms;

/** The id of a request contains the id of its agreement. */
const agreementIn = (requestId: string): string =>
  requestId.slice(0, Math.max(0, requestId.lastIndexOf('-')));

type Payload = { requestId: string };

/** Accepts a request that the seller did not answer, where silence is an acceptance. */
const silenceJob: JobDefinition<Payload> = {
  kind: 'sandbox.silence',
  payload: z.object({ requestId: z.string() }),
  lane: ({ requestId }) => `sandbox:silence:${requestId}`,
  retry: backoff({ tries: 10 }),
};

export const silenceJobHandler: JobHandler<Payload> = {
  definition: silenceJob,
  run: (job) =>
    job.finish('accepted the request, unless the seller had answered', async (scope) => {
      await answer(scope, job.payload.requestId, true);
    }),
};

/**
 * Requests a change on behalf of the buyer, which the seller answers. Returns why the buyer cannot request the change
 * now, if so.
 */
export async function requestChange(
  scope: OrgTransaction,
  { id, partner }: SandboxAgreement & { partner: MarketplacePartner },
  change: Pick<RequestedChange, 'planId' | 'planTerms' | 'quantity'>,
): Promise<'NOT_ACTIVE' | 'UNANSWERED' | undefined> {
  const agreement = await lockAgreement(scope, id);
  if (agreement?.state !== 'ACTIVE') return 'NOT_ACTIVE';
  const terms = termsOf(agreement);
  const requests = terms.requests ?? [];
  if (requests.some(({ status }) => status === 'PENDING')) return 'UNANSWERED';
  const requestId = `${id}-${requests.length + 1}`;
  const request = {
    ...change,
    id: requestId,
    status: 'PENDING',
    creationTime: scope.now.toISOString(),
  } as const;
  await setAgreementTerms(scope, id, { ...terms, requests: [...requests, request] });
  const seconds = capabilitiesOf(partner).buyerRequests?.silenceAcceptsAfterSeconds;
  if (seconds !== undefined) {
    const at = new Date(scope.now.getTime() + seconds * 1000);
    await scope.query(enqueue(scope, silenceJob, { requestId }, { at }));
  }
  await notify(scope, partner, { kind: 'REQUEST', externalId: requestId });
  return undefined;
}

async function notify(scope: OrgTransaction, partner: string, subject: Subject): Promise<void> {
  await scope.query(enqueue(scope, notifyJob, { ...subject, partner, noticeId: scope.newId('msg') }));
}

/** Answers a request that waits. Returns the request as it was before; undefined if it does not exist. */
async function answer(
  scope: OrgTransaction,
  requestId: string,
  accepts: boolean,
): Promise<BuyerRequest | undefined> {
  const agreement = await lockAgreement(scope, agreementIn(requestId));
  const before = agreement && requestsOf(agreement).find(({ externalId }) => externalId === requestId);
  if (!agreement || before?.status !== 'PENDING') return before;
  const terms = termsOf(agreement);
  const status: RequestedChange['status'] = accepts ? 'ACCEPTED' : 'REJECTED';
  const requests = (terms.requests ?? []).map((one) => (one.id === requestId ? { ...one, status } : one));
  const asked = requests.find(({ id }) => id === requestId);
  await setAgreementTerms(scope, agreement.id, {
    ...terms,
    requests,
    ...(accepts && asked ? changedTerms(terms, asked) : {}),
  });
  await notify(scope, agreement.partner, { kind: 'REQUEST', externalId: requestId });
  await notify(scope, agreement.partner, { kind: 'AGREEMENT', externalId: agreement.id });
  return before;
}

const changedTerms = (
  terms: AgreementTerms,
  { planId, planTerms, quantity }: RequestedChange,
): Partial<AgreementTerms> => ({
  ...(planId === undefined ? {} : { planId, planTerms: { ...terms.planTerms, ...planTerms } }),
  ...(quantity === undefined ? {} : { quantity }),
});

/** The requests of an agreement as the marketplace shows them. The end of an agreement ends its requests. */
function requestsOf(agreement: SandboxAgreement): BuyerRequest[] {
  const isOver = agreement.state === 'CANCELLED';
  return (termsOf(agreement).requests ?? []).map(({ id, planId, quantity, status, creationTime }) => ({
    externalId: id,
    externalAgreementId: agreement.id,
    planId,
    quantity,
    status: isOver && status === 'PENDING' ? 'LAPSED' : status,
    creationTime,
  }));
}

/** Returns the ids of the requests that wait for the seller; undefined if the marketplace has no requests. */
export const openRequests = (agreement: SandboxAgreement): readonly string[] | undefined =>
  capabilitiesOf(agreement.partner as MarketplacePartner).buyerRequests &&
  requestsOf(agreement)
    .filter(({ status }) => status === 'PENDING')
    .map(({ externalId }) => externalId);

/** Creates the adapter operations that read and answer requests, if the marketplace has requests. */
export function createRequestPort(
  partner: MarketplacePartner,
  inside: RunInOrganization,
  wake: () => void,
): Pick<MarketplaceAdapter, 'readRequest' | 'answerRequest'> {
  if (!capabilitiesOf(partner).buyerRequests) return {};
  const refuse = (code: string, readable: string) =>
    new MarketplaceError(code, { kind: 'refused', readable });
  return {
    readRequest: (id) =>
      inside(async (scope) => {
        const agreement = await findAgreement(scope, agreementIn(id));
        if (agreement?.partner !== partner) return undefined;
        return requestsOf(agreement).find(({ externalId }) => externalId === id);
      }),
    answerRequest: async (id, { accepts }) => {
      await inside(async (scope) => {
        const agreement = await findAgreement(scope, agreementIn(id));
        const before = agreement?.partner === partner ? await answer(scope, id, accepts) : undefined;
        if (!before) throw refuse('NOT_FOUND', `The marketplace has no request ${id} to this seller.`);
        if (['PENDING', accepts ? 'ACCEPTED' : 'REJECTED'].includes(before.status)) return;
        throw refuse(before.status, `The request is ${before.status} already.`);
      });
      wake();
    },
  };
}
