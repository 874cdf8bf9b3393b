import { type BuyerRequest, type MarketplaceError, observeJob } from '../src/marketplaces/index.ts';
import { enqueue } from '../src/platform/jobs/queue.ts';
import { type Entitlements, entitlementsOf } from './entitlements.fixture.ts';
import { startTestApp, type TestApp } from './harness.ts';

/** The requests of buyers at the marketplaces, as a test defines them. */
export type RequestDesk = {
  requests: Map<string, BuyerRequest>;
  answers: { externalId: string; accepts: boolean; reason?: string | undefined }[];
  /** The error that the marketplace returns to answers. */
  refusal: MarketplaceError | undefined;
  /** Whether the response to an answer is lost after it took effect. */
  losesResponse: boolean;
};

const openOf = ({ requests }: RequestDesk, agreementId: string) =>
  [...requests.values()]
    .filter((request) => request.externalAgreementId === agreementId && request.status === 'PENDING')
    .map(({ externalId }) => externalId);

const acceptedPlan = ({ requests }: RequestDesk, agreementId: string) =>
  [...requests.values()].findLast(
    (request) => request.externalAgreementId === agreementId && request.status === 'ACCEPTED',
  )?.planId;

function answer(
  desk: RequestDesk,
  externalId: string,
  { accepts, reason }: { accepts: boolean; reason?: string | undefined },
) {
  if (desk.refusal) throw desk.refusal;
  desk.answers.push({ externalId, accepts, ...(reason ? { reason } : {}) });
  const request = desk.requests.get(externalId) as BuyerRequest;
  desk.requests.set(externalId, { ...request, status: accepts ? 'ACCEPTED' : 'REJECTED' });
  if (!desk.losesResponse) return;
  desk.losesResponse = false;
  throw new Error('the connection was lost');
}

/** Starts the service with marketplaces whose buyers request changes of plans. */
export async function startWithRequests(): Promise<{ app: TestApp; desk: RequestDesk }> {
  const desk: RequestDesk = { requests: new Map(), answers: [], refusal: undefined, losesResponse: false };
  const app = await startTestApp({
    registry: (own) => ({
      ...own,
      find: (organization, partner) => {
        const adapter = own.find(organization, partner);
        return (
          adapter && {
            ...adapter,
            describe: () => ({
              ...adapter.describe(),
              buyerRequests: partner === 'MKB' ? { silenceAcceptsAfterSeconds: 10 } : {},
            }),
            readAgreement: async (id) => {
              const agreement = await adapter.readAgreement(id);
              const planId = acceptedPlan(desk, id);
              return (
                agreement && { ...agreement, buyerRequests: openOf(desk, id), ...(planId ? { planId } : {}) }
              );
            },
            readRequest: async (id) => desk.requests.get(id),
            answerRequest: async (id, given) => answer(desk, id, given),
          }
        );
      },
    }),
  });
  return { app, desk };
}

/** Helpers for requests of the buyers of one organization. */
export async function requestsBy(app: TestApp, desk: RequestDesk) {
  const org = await app.organization();
  const by = entitlementsOf(app, org);
  let count = 0;
  const make = (externalAgreementId: string, request: Partial<BuyerRequest> = {}): string => {
    const externalId = `request-${org.id}-${++count}`;
    desk.requests.set(externalId, {
      externalId,
      externalAgreementId,
      planId: 'gold',
      status: 'PENDING',
      ...request,
    });
    return externalId;
  };
  const notify = async (partner: string, externalId: string) => {
    await app.app.inOrganization(org.id, 'test', (scope) =>
      scope.query(enqueue(scope, observeJob, { partner, kind: 'REQUEST', externalId })),
    );
    await app.drainJobs();
  };
  /** Retries the failed jobs now. */
  const retry = async () => {
    await app.database.query(
      `UPDATE job SET ready_at = clock_timestamp(), due_at = clock_timestamp(), stands = 'LINE'
       WHERE organization_id = $1 AND finished_at IS NULL AND attempts > 0`,
      [org.id],
    );
    await app.drainJobs();
  };
  return { org, by, make, notify, retry, listed: (id: string) => by.get(`entitlement/${id}/request`) };
}

export type Requests = Awaited<ReturnType<typeof requestsBy>> & { by: Entitlements };
