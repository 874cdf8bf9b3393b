import type { AdapterRegistry, Asked, Change, Failure } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler, JobRun } from '../../platform/jobs/queue.ts';
import type { OfferRow } from '../columns.ts';
import { type DocumentDeps, needsAgreements } from '../documents/index.ts';
import { bodyOf } from '../prepare/index.ts';
import { findOffer, selectOffer } from '../store.ts';
import { noteRetry } from './create-retries.ts';
import {
  creationJobHandler,
  findSpecified,
  requireNotCancelled,
  settleCreation,
  standIns,
  type Waiting,
} from './creation.ts';
import {
  type BeforeCreation,
  type CreationPayload,
  createJob,
  creationJob,
  enqueueCreationJob,
} from './creation-jobs.ts';
import { createAgain, findMade, loseCreation, mayBeMade, noteLoss } from './lost-answer.ts';
import { isReplacedMissing, replacedNotReached } from './replaced.ts';
import { refusalsOf, type Specified } from './specification.ts';
import { selectUnknownFor, type UnknownFor } from './under-way.ts';

type Loaded = Waiting &
  Specified & { environment: string; before: BeforeCreation; unknownForMs: number | undefined };

/** Something has to be done before: the marketplace was not asked. */
const notReady = 'not ready';

export const createJobHandler = (
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<CreationPayload> =>
  creationJobHandler(registry, {
    definition: createJob,
    first: (job) => {
      const { organizationId, payload } = job;
      const unknown = mayBeMade(job) ? [selectUnknownFor(organizationId, payload.offerId)] : [];
      return [selectOffer({ organizationId }, payload.offerId), ...unknown];
    },
    load: async (scope, payload, [offers, unknown]) => {
      const loaded = await load(scope, documents, payload, offers as OfferRow[]);
      const unknownForMs = (unknown as UnknownFor[] | undefined)?.[0]?.unknown_for_ms ?? undefined;
      return typeof loaded === 'string' ? loaded : { ...loaded, unknownForMs };
    },
    refuse: refusalOf,
    /** An earlier answer may have been lost: then it is found out what was made before anything is. */
    call: async (asked, job) => {
      const { before } = asked;
      if (before.adoption) return notReady;
      const found = await findMade(asked, job);
      if (found) return found;
      return before.agreements ? notReady : createAgain(asked, job);
    },
    finish: (job, made, loaded) => {
      if (made === notReady) return handOver(job, loaded);
      const warnings = job.payload.replaced === 'not reached' ? [replacedNotReached] : [];
      return settleCreation(job, withoutNeedlessId(job, made, loaded), [...standIns(loaded), ...warnings]);
    },
    noteRetry: async (job, error, asked, afterMs) => {
      await noteLoss(job, error, asked);
      await noteRetry(job, error, asked, afterMs);
    },
    lose: loseCreation,
    mayBeMade,
  });

/** An offer that is read by our key needs not be written for its id: its publication brings that, and writes it anyway. */
const withoutNeedlessId = (
  job: JobRun<CreationPayload>,
  change: Change,
  { adapter }: Asked<Loaded>,
): Change =>
  change.state === 'DONE' && adapter.describe().showsKeys && !mayBeMade(job)
    ? { ...change, externalId: undefined }
    : change;

async function load(
  scope: OrgTransaction,
  documents: DocumentDeps,
  { offerId, replaced }: CreationPayload,
  offers: readonly OfferRow[],
): Promise<Omit<Loaded, 'unknownForMs'> | string> {
  const found = await findSpecified(scope, offerId, offers);
  if (typeof found === 'string') return found;
  const adoption = replaced === undefined && (await isReplacedMissing(scope, bodyOf(found.offer)));
  const agreements = needsAgreements(documents, found.offer);
  return { ...found, environment: scope.environment, before: { adoption, agreements } };
}

/**
 * Leaves the creation to the job that comes before this one: who enqueued this one has done nothing before, as the
 * program of the version before does, or what was done does not hold any more.
 */
const handOver = (job: JobRun<CreationPayload>, { before, offer }: Loaded): Promise<void> => {
  const next = creationJob(before);
  return job.finish(`left to another job: ${next.operation?.name}`, async (scope) => {
    await requireNotCancelled(job, scope);
    const current = await findOffer(scope, offer.id);
    if (current?.status !== 'PENDING_CREATE') return;
    const again = mayBeMade(job);
    await enqueueCreationJob(scope, next, current, { ...job.payload, again });
  });
};

/** The first reason why the marketplace is not even asked. */
function refusalOf({ adapter, ...loaded }: Asked<Loaded>): Failure | undefined {
  const unresolved = loaded.unresolved.join(' ');
  const [refusal] = refusalsOf(loaded.offer.partner, loaded.unknownFeatures, adapter);
  if (refusal) return refusal;
  return loaded.environment === 'PROD' && unresolved ? { raw: unresolved, readable: unresolved } : undefined;
}
