import { z } from 'zod';
import {
  type AdapterRegistry,
  type Asked,
  type Failure,
  type JsonObject,
  marketplaceJobHandler,
  marketplaceRetry,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import {
  type EndedAs,
  JobCancelled,
  type JobDefinition,
  type JobHandler,
  type JobRun,
  type JobSubject,
} from '../../platform/jobs/queue.ts';
import { normalizeCrmId } from '../../products/index.ts';
import { changeOffer, scheduleReconciliation } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import type { DocumentDeps } from '../documents/index.ts';
import { explainDocumentError, mergeBeforeCreation } from '../documents/index.ts';
import { bodyOf } from '../prepare/index.ts';
import { withMaps } from '../row-conversion.ts';
import { findOffer, lockOffer } from '../store.ts';
import {
  adoptReplaced,
  type Missing,
  missingReplaced,
  readReplaced,
  replacedNotReached,
  unknownReplaced,
} from './replaced.ts';
import { refusalsOf, type Specified, specify } from './specification.ts';

/** `again`: an earlier job may have made it. */
type Payload = { offerId: string; again?: boolean | undefined };

/** Creates an offer at its marketplace. */
export const createJob: JobDefinition<Payload> = {
  kind: 'offers.create',
  payload: z.object({ offerId: z.string(), again: z.boolean().optional() }),
  lane: ({ offerId }) => `offer:${offerId}`,
  retry: marketplaceRetry,
  operation: {
    name: 'Create an offer at its marketplace',
    subject: ({ offerId }) => ({ offer_id: offerId }),
    cancellable: true,
  },
};

/** The ids by which the job that creates an offer is found, beside the offer's own. */
export function subjectOf({ crmAOpportunityId, crmBDealId, crmCOpportunityId }: JsonObject): JobSubject {
  const linked = (id: unknown) => (id ? String(id) : undefined);
  const ofC = linked(crmCOpportunityId);
  return {
    crm_a_opportunity_id: linked(crmAOpportunityId),
    crm_b_deal_id: linked(crmBDealId),
    crm_opportunity_id: ofC && normalizeCrmId(ofC),
  };
}

/** The facts that the job found when it looked at the offer. */
type Prepared = Specified & {
  offer: OfferRow;
  partner: string;
  environment: string;
  warnings: string[];
  /** The offer that this one replaces, where only the marketplace has it (R26). */
  missing: Missing | undefined;
  /** The offer that it names for this is neither ours nor the marketplace's. */
  replacesNothing?: boolean;
};

const notWaiting = 'nothing to do: the offer does not wait to be created';

export const createJobHandler = (registry: AdapterRegistry, documents: DocumentDeps): JobHandler<Payload> => {
  const handler = marketplaceJobHandler(registry, {
    definition: createJob,
    load: (scope, { offerId }) => prepare(scope, registry, offerId),
    notConnected: (job, prepared) => {
      const [refusal] = refusalsOf(prepared.offer.partner, prepared.unknownFeatures, undefined);
      return fail(job, refusal as Failure);
    },
    complete: (prepared, job) => withReplaced(job, registry, prepared),
    refuse: refusalOf,
    /** A first answer may have been lost: from the second try on the marketplace is asked before anything is made. */
    call: async ({ adapter, spec }, job) => {
      const found = job.attempts > 0 || job.payload.again ? await adapter.findOffer(spec.key) : undefined;
      if (found) return found;
      const agreed = await mergeBeforeCreation(documents, job, adapter, spec);
      return adapter.createOffer({ ...spec, info: { ...spec.info, ...agreed } });
    },
    finish: (job, made, prepared) => finish(job, warningsOf(prepared, made.warnings)),
    fail: (job, failure) => fail(job, failure),
    explain: explainDocumentError,
    noteRetry,
  });
  return {
    ...handler,
    giveUp: async (job, error) =>
      error instanceof JobCancelled ? cancel(job, registry, error) : handler.giveUp?.(job, error),
  };
};

/**
 * Gives up a creation that was cancelled. What a try that failed may have made at the marketplace goes on; otherwise
 * the offer ends here.
 */
async function cancel(
  job: JobRun<Payload>,
  registry: AdapterRegistry,
  { message }: JobCancelled,
): Promise<void> {
  const prepared = await job.transaction((scope) => prepare(scope, registry, job.payload.offerId));
  if (typeof prepared === 'string') return job.finish(prepared);
  if (job.attempts > 0 || job.payload.again) {
    const { partner, spec, environment } = prepared;
    const adapter = registry.find({ organizationId: job.organizationId, environment }, partner);
    const made = await adapter?.findOffer(spec.key);
    if (made) return finish(job, warningsOf(prepared, made.warnings));
  }
  const readable = `The creation of the offer was ${message} before the marketplace had it.`;
  return fail(job, { raw: message, readable }, 'CANCELED');
}

const warningsOf = ({ unresolved, warnings }: Prepared, ofMarketplace: readonly string[]): string[] => [
  ...unresolved.map((what) => `${what} The marketplace used a stand-in.`),
  ...warnings,
  ...ofMarketplace,
];

/** Keeps the offer that this one replaces, where only the marketplace has it (R26). */
async function withReplaced(
  job: JobRun<Payload>,
  registry: AdapterRegistry,
  prepared: Prepared,
): Promise<Prepared | string> {
  const { missing } = prepared;
  if (!missing) return prepared;
  const asked = await readReplaced(missing.adapter, missing.name);
  if (asked === 'no such offer') return { ...prepared, replacesNothing: true };
  if (asked === 'not reached') return { ...prepared, warnings: [replacedNotReached] };
  await job.note((scope) => adoptReplaced(scope, missing.name, asked));
  return job.transaction((scope) => prepare(scope, registry, job.payload.offerId));
}

const finish = (job: JobRun<Payload>, warnings: readonly string[]): Promise<void> =>
  job.finish('created at the marketplace', async (scope) => {
    const current = await lockOffer(scope, job.payload.offerId);
    if (!current) return;
    await scheduleReconciliation(scope, current);
    if (warnings.length === 0) return;
    const known = (JSON.parse(current.meta_info) as { warningMessages?: string[] }).warningMessages ?? [];
    await changeOffer(scope, current, 'UPDATE', { metaInfo: { warningMessages: [...known, ...warnings] } });
  });

/** The first reason why the marketplace is not even asked. */
function refusalOf({ adapter, ...prepared }: Asked<Prepared>): Failure | undefined {
  if (prepared.replacesNothing)
    return {
      raw: 'unknown replaced offer',
      readable: `metaInfo.replacedOfferResourceName ${unknownReplaced.message}.`,
    };
  const unresolved = prepared.unresolved.join(' ');
  const [refusal] = refusalsOf(prepared.offer.partner, prepared.unknownFeatures, adapter);
  if (refusal) return refusal;
  return prepared.environment === 'PROD' && unresolved
    ? { raw: unresolved, readable: unresolved }
    : undefined;
}

async function prepare(
  scope: OrgTransaction,
  registry: AdapterRegistry,
  offerId: string,
): Promise<Prepared | string> {
  const offer = await findOffer(scope, offerId);
  if (offer?.status !== 'PENDING_CREATE') return notWaiting;
  return {
    ...(await specify(scope, withMaps(offer))),
    offer,
    partner: offer.partner ?? '',
    environment: scope.environment,
    warnings: [],
    missing: await missingReplaced(scope, registry, bodyOf(offer)),
  };
}

/** Fields that only live while a creation is being retried (R26). */
const retryFields = ['nextCreateRetryAt'];

const fail = (job: JobRun<Payload>, { raw, readable }: Failure, endedAs: EndedAs = 'FAILED'): Promise<void> =>
  job.finish(
    endedAs === 'CANCELED' ? readable : `create failed: ${readable}`,
    async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (offer?.status !== 'PENDING_CREATE') return;
      await changeOffer(scope, offer, 'UPDATE', {
        status: 'CREATE_FAILED',
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
        removeMetaInfo: retryFields,
      });
    },
    endedAs,
  );

/**
 * Records on the offer how often its creation was tried and when it will be again, where the marketplace wants that
 * (R26).
 */
async function noteRetry(job: JobRun<Payload>, error: Error, { adapter }: Asked<Prepared>): Promise<void> {
  const waitMs = createJob.retry(job.attempts + 1);
  if (adapter.describe().recordedCreateRetries === 0 || waitMs === undefined) return;
  await job.note(async (scope) => {
    const offer = await lockOffer(scope, job.payload.offerId);
    if (offer?.status !== 'PENDING_CREATE') return;
    await changeOffer(scope, offer, 'UPDATE', {
      metaInfo: {
        createRetryAttempts: job.attempts + 1,
        nextCreateRetryAt: new Date(scope.now.getTime() + waitMs).toISOString(),
        errorMessages: [error.message],
      },
    });
  });
}
