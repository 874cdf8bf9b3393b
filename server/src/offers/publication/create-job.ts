import type { AdapterRegistry, Asked, Failure } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler, JobRun } from '../../platform/jobs/queue.ts';
import type { OfferRow } from '../columns.ts';
import { type DocumentDeps, needsAgreements } from '../documents/index.ts';
import { bodyOf } from '../prepare/index.ts';
import { findOffer, selectOffer } from '../store.ts';
import {
  creationJobHandler,
  findSpecified,
  finishCreation,
  noteRetry,
  requireNotCancelled,
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
import { isReplacedMissing, replacedNotReached } from './replaced.ts';
import { refusalsOf, type Specified } from './specification.ts';

type Loaded = Waiting & Specified & { environment: string; before: BeforeCreation };

/** Something has to be done before: the marketplace was not asked. */
const notReady = 'not ready';

export const createJobHandler = (
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<CreationPayload> =>
  creationJobHandler(registry, {
    definition: createJob,
    first: ({ organizationId, payload }) => [selectOffer({ organizationId }, payload.offerId)],
    load: (scope, payload, [offers]) => load(scope, documents, payload, offers as OfferRow[]),
    refuse: refusalOf,
    /** A first answer may have been lost: from the second try on the marketplace is asked before anything is made. */
    call: async ({ adapter, spec, before }, job) => {
      if (before.adoption) return notReady;
      const found = mayBeMade(job) ? await adapter.findOffer(spec.key) : undefined;
      if (found) return found;
      return before.agreements ? notReady : adapter.createOffer(spec);
    },
    finish: (job, made, loaded) => {
      if (made === notReady) return handOver(job, loaded);
      const warnings = job.payload.replaced === 'not reached' ? [replacedNotReached] : [];
      return finishCreation(job, [...standIns(loaded), ...warnings, ...made.warnings]);
    },
    noteRetry,
    mayBeMade,
  });

const mayBeMade = ({ attempts, payload }: JobRun<CreationPayload>): boolean =>
  attempts > 0 || payload.again === true;

async function load(
  scope: OrgTransaction,
  documents: DocumentDeps,
  { offerId, replaced }: CreationPayload,
  offers: readonly OfferRow[],
): Promise<Loaded | string> {
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
