import {
  type AdapterRegistry,
  type Change,
  type Failure,
  followJobHandler,
  MarketplaceError,
  observeJob,
  type WithAdapter,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { enqueue, type JobHandler, type JobRun } from '../platform/jobs/queue.ts';
import { changeOffer } from './change.ts';
import { type OfferRow, withMaps } from './columns.ts';
import {
  adoptReplacedJob,
  type CreationPayload,
  type CreationPreparation,
  createJob,
  creationJob,
  creationJobHandler,
  enqueueCreation,
  enqueueCreationJob,
  type FollowCreation,
  failCreation,
  findSpecified,
  findWaiting,
  finishCreation,
  followCreationJob,
  mergeAgreementsJob,
  noteRetry,
  type PendingOffer,
  placeholderWarnings,
  requireNotCancelled,
  settleCreation,
} from './creation.ts';
import type { DocumentDeps } from './documents/obtain.ts';
import { keepAgreements, makeAgreements, needsAgreements } from './documents/settle.ts';
import { keepChange, selectUnknownFor, type UnknownDuration } from './pending-changes.ts';
import { replacedName } from './prepare/relations.ts';
import { bodyOf } from './prepare/stored.ts';
import {
  adoptReplaced,
  askForReplaced,
  findReplaced,
  isReplacedMissing,
  type LookUpResult,
  replacedNotReached,
  unknownReplaced,
} from './replaced.ts';
import {
  createAgain,
  findMade,
  leaveToPerson,
  loseCreation,
  mayBeMade,
  noteLoss,
} from './resolve-creation.ts';
import { type OfferSpecification, refusalsOf } from './specification.ts';
import { findOffer, lockOffer, selectOffer } from './store.ts';

/**
 * `name` is the marketplace's name of the replaced offer; undefined if the offer has a record in the
 * organization.
 */
type LoadedReplacement = PendingOffer & { name: string | undefined };

/**
 * Adopts the offer to be replaced, if the organization has no record of it (R26). If the marketplace cannot be
 * reached after several attempts, the offer is created with a warning.
 */
export function adoptReplacedJobHandler(
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<CreationPayload> {
  const goOn = (job: JobRun<CreationPayload>, asked: LookUpResult | 'ours', name?: string): Promise<void> =>
    job.finish(
      asked === 'not reached' ? 'marketplace not reached: created without the replaced offer' : 'looked up',
      async (scope) => {
        await requireNotCancelled(job, scope);
        if (name !== undefined && asked !== 'ours') await adoptReplaced(scope, name, asked);
        const offer = await findOffer(scope, job.payload.offerId);
        if (offer?.status !== 'PENDING_CREATE') return;
        const replaced = asked === 'not reached' ? asked : 'asked';
        await enqueueCreation(scope, documents, offer, { again: job.payload.again, replaced });
      },
    );
  const handler = creationJobHandler(registry, {
    definition: adoptReplacedJob,
    load: loadReplaced,
    call: async ({ adapter, name }): Promise<LookUpResult | 'ours'> => {
      if (name === undefined) return 'ours';
      try {
        return await askForReplaced(adapter, name);
      } catch (error) {
        // The creation job reports a failed connection.
        if (error instanceof MarketplaceError && error.permanent) return 'not reached';
        throw error;
      }
    },
    finish: (job, asked, { name }) =>
      asked === 'no such offer' ? failCreation(job, nothingReplaced) : goOn(job, asked, name),
    mayBeMade: ({ payload }) => payload.again === true,
  });
  return {
    ...handler,
    giveUp: async (job, error) =>
      error instanceof MarketplaceError ? goOn(job, 'not reached') : handler.giveUp?.(job, error),
  };
}

const nothingReplaced = {
  raw: 'unknown replaced offer',
  readable: `metaInfo.replacedOfferResourceName ${unknownReplaced.message}.`,
};

async function loadReplaced(
  scope: OrgTransaction,
  { offerId }: CreationPayload,
): Promise<LoadedReplacement | string> {
  const waiting = await findWaiting(scope, offerId);
  if (typeof waiting === 'string') return waiting;
  const name = replacedName(bodyOf(waiting.offer));
  const isOurs = name === undefined || (await findReplaced(scope, name)) !== undefined;
  return { ...waiting, name: isOurs ? undefined : name };
}

/**
 * Merges license agreements of several documents and stores their addresses on the offer, in the transaction
 * that enqueues the creation. Retries of the creation read the stored addresses.
 */
export const mergeAgreementsJobHandler = (
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<CreationPayload> =>
  creationJobHandler(registry, {
    definition: mergeAgreementsJob,
    load: (scope, { offerId }) => findWaiting(scope, offerId),
    call: async ({ adapter, offer }, job) => {
      // The offer exists at the marketplace already, so its documents stay unchanged.
      const made = job.payload.again ? await adapter.findOffer?.(offer.id) : undefined;
      if (made && made.state !== 'FAILED') return [];
      const { organizationId, transaction } = job;
      const context = { organizationId, offerId: offer.id, transaction, adapter };
      return makeAgreements(documents, context, withMaps(offer));
    },
    finish: (job, made, { offer: { id } }) =>
      job.finish(made.length > 0 ? 'license agreements merged' : 'nothing to merge', async (scope) => {
        await requireNotCancelled(job, scope);
        const offer = await lockOffer(scope, id);
        if (offer?.status !== 'PENDING_CREATE') return;
        if (made.length > 0) {
          const kept = await keepAgreements(documents, scope, withMaps(offer), made);
          const merged = await changeOffer(scope, offer, 'UPDATE', kept);
          // Without this check, this job and the creation job would enqueue each other indefinitely.
          if (needsAgreements(documents, merged)) throw new Error(`agreements of offer ${id} are not merged`);
        }
        await enqueueCreationJob(scope, createJob, offer, job.payload);
      }),
    onRetry: noteRetry,
    mayBeMade: ({ payload }) => payload.again === true,
  });

type LoadedOffer = PendingOffer &
  OfferSpecification & { environment: string; before: CreationPreparation; unknownForMs: number | undefined };

/** Result of a creation that must wait for another job; the marketplace was not called. */
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
      const unknownForMs = (unknown as UnknownDuration[] | undefined)?.[0]?.unknown_for_ms ?? undefined;
      return typeof loaded === 'string' ? loaded : { ...loaded, unknownForMs };
    },
    findRefusal: refusalOf,
    /** The response to an earlier attempt may have been lost, so the offer is looked up first. */
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
      return settleCreation(job, withoutNeedlessId(job, made, loaded), [
        ...placeholderWarnings(loaded),
        ...warnings,
      ]);
    },
    onRetry: async (job, error, asked, afterMs) => {
      await noteLoss(job, error, asked);
      await noteRetry(job, error, asked, afterMs);
    },
    onLostResponse: loseCreation,
    mayBeMade,
  });

/**
 * Omits the external id of an offer that the marketplace identifies by our idempotency key. The publication of
 * the offer writes the id, so storing the id now would be an extra write.
 */
const withoutNeedlessId = (
  job: JobRun<CreationPayload>,
  change: Change,
  { adapter }: WithAdapter<LoadedOffer>,
): Change =>
  change.state === 'DONE' && adapter.describe().showsKeys && !mayBeMade(job)
    ? { ...change, externalId: undefined }
    : change;

async function load(
  scope: OrgTransaction,
  documents: DocumentDeps,
  { offerId, replaced }: CreationPayload,
  offers: readonly OfferRow[],
): Promise<Omit<LoadedOffer, 'unknownForMs'> | string> {
  const found = await findSpecified(scope, offerId, offers);
  if (typeof found === 'string') return found;
  const adoption = replaced === undefined && (await isReplacedMissing(scope, bodyOf(found.offer)));
  const agreements = needsAgreements(documents, found.offer);
  return { ...found, environment: scope.environment, before: { adoption, agreements } };
}

/**
 * Enqueues the job that must run before this creation: an earlier program version enqueued this creation
 * directly, or the result of the earlier job is no longer valid.
 */
const handOver = (job: JobRun<CreationPayload>, { before, offer }: LoadedOffer): Promise<void> => {
  const next = creationJob(before);
  return job.finish(`handed to another job: ${next.operation?.name}`, async (scope) => {
    await requireNotCancelled(job, scope);
    const current = await findOffer(scope, offer.id);
    if (current?.status !== 'PENDING_CREATE') return;
    const again = mayBeMade(job);
    await enqueueCreationJob(scope, next, current, { ...job.payload, again });
  });
};

/** Finds a reason not to call the marketplace. */
function refusalOf({ adapter, ...loaded }: WithAdapter<LoadedOffer>): Failure | undefined {
  const unresolved = loaded.unresolved.join(' ');
  const [refusal] = refusalsOf(loaded.offer.partner, loaded.contradictions, adapter);
  if (refusal) return refusal;
  return loaded.environment === 'PROD' && unresolved ? { raw: unresolved, readable: unresolved } : undefined;
}

/** Polls a creation until it ends, then enqueues the observation of the offer. */
export const followCreationJobHandler = (registry: AdapterRegistry): JobHandler<FollowCreation> =>
  followJobHandler(registry, {
    definition: followCreationJob,
    keep: keepChange,
    ask: createJob,
    load: async (scope, { offerId }) => {
      const offer = await findOffer(scope, offerId);
      return offer ? { offer, partner: offer.partner ?? '' } : 'nothing to do: the offer does not exist';
    },
    done: (job, { externalId, warnings = [] }, { offer, partner }) => {
      const made = externalId ?? offer.external_id ?? undefined;
      return finishCreation(job, [...job.payload.warnings, ...warnings], made, async (scope) => {
        if (made === undefined) return;
        await scope.query(enqueue(scope, observeJob, { partner, kind: 'OFFER', externalId: made }));
      });
    },
    fail: (job, failure) => failCreation(job, failure),
    lose: (job, { raw }) => leaveToPerson(job, raw, readableUnknown),
  });

/**
 * This also applies if another account of the seller has been connected since, because the earlier account may
 * have the offer.
 */
const readableUnknown =
  'The marketplace no longer has the request to create the offer. The offer may exist, in this or another account of ' +
  'yours. Check the marketplace, then call resolveCreation with the identifier of the offer, or with `failed`.';
