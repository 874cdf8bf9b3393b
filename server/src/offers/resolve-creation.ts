import {
  type Change,
  keyOfChange,
  type MarketplaceAdapter,
  MarketplaceError,
  observeJob,
  type WithAdapter,
} from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { enqueue, type JobRun } from '../platform/jobs/queue.ts';
import { modifiedBy } from '../products/index.ts';
import { changeOffer } from './change.ts';
import { encodeOffer, type OfferRow } from './columns.ts';
import type { CreationPayload, PendingOffer } from './creation.ts';
import { offerErrors } from './errors.ts';
import { scheduleReconciliation } from './jobs.ts';
import { isCreationLost, knownToFail, lockMade, unknownFrom } from './pending-changes.ts';
import { CreationOutcome, WorkloadOffer } from './records.ts';
import type { OfferSpecification } from './specification.ts';
import { lockOffer, lockOfferByExternalId, requireOffer } from './store.ts';

/** Route by which a member resolves a creation whose response was lost. */
export const resolveCreationRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/resolveCreation',
    operationId: 'resolveOfferCreation',
    group: 'Offer',
    summary: 'Resolve the creation of an offer',
    description:
      'If the response of a marketplace was lost and the marketplace cannot look up the offer, the offer stays ' +
      'PENDING_CREATE with a message about the lost response. Check the marketplace: an offer that exists there is read by its ' +
      'identifier; otherwise it becomes CREATE_FAILED and can be created again.',
    access: 'offers:write',
    body: CreationOutcome,
    example: { externalID: 'offer-5yqk2m4d3v7pe' },
    response: WorkloadOffer,
    responseDescription: 'The offer',
    errors: [offerErrors.offer_not_found.definition, offerErrors.offer_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeOffer(await resolveCreation(scope, params.offerId, body))),
      }),
    },
  });

/**
 * Resolves a creation whose response was lost, for marketplaces that cannot be queried. A member reports what
 * the marketplace shows: an existing offer is read by its id, and a missing offer becomes CREATE_FAILED.
 * @throws 400 that names the invalid field, 404 when the offer does not exist, 409 when the creation does not
 * need to be resolved
 */
async function resolveCreation(
  scope: OrgTransaction,
  id: string,
  { externalID, failed }: CreationOutcome,
): Promise<OfferRow> {
  const offer = await requireOffer(scope, id);
  await requireLost(scope, offer);
  if (externalID && failed) throw refuse('/failed', 'must not be true when externalID is set');
  if (failed) return fail(scope, offer);
  if (!externalID) throw refuse('/externalID', 'is required unless `failed` is true');
  const other = await lockOfferByExternalId(scope, offer.partner ?? '', externalID);
  if (other && other.id !== id)
    throw refuse('/externalID', `is already the identifier of the offer ${other.id}`);
  await scope.query(lockMade(scope.organizationId, id, externalID));
  const made = await changeOffer(scope, offer, 'UPDATE', {
    externalId: externalID,
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
    removeMetaInfo: ['errorMessages', 'prettifiedErrorMessages'],
  });
  const partner = offer.partner ?? '';
  await scope.query(enqueue(scope, observeJob, { partner, kind: 'OFFER', externalId: externalID }));
  await scheduleReconciliation(scope, made);
  return made;
}

/**
 * Requires an offer whose creation must be resolved by a member.
 * @throws 409 for any other offer
 */
export async function requireLost(scope: OrgTransaction, offer: OfferRow): Promise<void> {
  if (offer.status !== 'PENDING_CREATE' || !(await isCreationLost(scope, offer.id)))
    throw offerErrors.offer_state(
      `The creation of the offer does not need to be resolved. Status: ${offer.status}.`,
    );
}

const refuse = (pointer: string, message: string) => invalid([{ pointer, message }]);

const fail = (scope: OrgTransaction, offer: OfferRow): Promise<OfferRow> =>
  changeOffer(scope, offer, 'UPDATE', {
    status: 'CREATE_FAILED',
    metaInfo: {
      lastModifiedBy: modifiedBy(scope),
      errorMessages: ['missing at the marketplace'],
      prettifiedErrorMessages: ['A member confirmed that the marketplace does not have the offer.'],
    },
  });

type Job = JobRun<CreationPayload>;

/**
 * `unknownForMs` is how long the result of the creation has been unknown, in milliseconds; undefined if the result is
 * known.
 */
type LostCreation = PendingOffer & OfferSpecification & { unknownForMs: number | undefined };

/** Returns whether an earlier attempt or job may have created the offer. */
export const mayBeMade = ({ mayHaveActed, payload }: Job): boolean => mayHaveActed || payload.again === true;

/** Returns whether the marketplace can look up an offer by our idempotency key. */
const looksUp = (adapter: MarketplaceAdapter): boolean =>
  adapter.findOffer !== undefined && adapter.describe().createIdempotency !== 'none';

/**
 * Finds the offer that an earlier attempt created. Returns undefined if there was no earlier attempt, if the
 * call can be repeated safely, or if the look-up finds no offer after the marketplace's delay has passed.
 * @throws MarketplaceError if the result is still unknown
 */
export async function findMade(
  { adapter, spec, unknownForMs }: WithAdapter<LostCreation>,
  job: Job,
): Promise<Change | undefined> {
  if (!mayBeMade(job)) return undefined;
  const { createIdempotency, lookupSettlesMs } = adapter.describe();
  if (job.mayHaveActed && createIdempotency === 'token') return undefined;
  if (!looksUp(adapter)) {
    if (job.mayHaveActed) throw notKnown(undefined);
    return undefined;
  }
  const found = await adapter.findOffer?.(spec.key);
  if (found && found.state !== 'FAILED') return found;
  const lostForMs = unknownForMs ?? (job.mayHaveActed ? 0 : Number.POSITIVE_INFINITY);
  if (lostForMs < lookupSettlesMs) throw notKnown(lookupSettlesMs - lostForMs);
  // The next call creates the offer again, so a lost response starts a new period of uncertainty.
  if (unknownForMs !== undefined)
    await job.leasedTransaction(async (scope) => scope.send(unknownFrom(scope, spec.key, 'anew')));
  return undefined;
}

/** Stores the time since when the result of the creation is unknown, for marketplaces whose look-ups are delayed. */
export async function noteLoss(
  job: Job,
  error: Error,
  { adapter }: WithAdapter<PendingOffer>,
): Promise<void> {
  if (error instanceof MarketplaceError && error.hadNoEffect) return;
  const { createIdempotency, lookupSettlesMs } = adapter.describe();
  if (createIdempotency !== 'lookup' || lookupSettlesMs === 0) return;
  await job.leasedTransaction(async (scope) =>
    scope.send(unknownFrom(scope, job.payload.offerId, 'unless known')),
  );
}

/**
 * Creates the offer. A rejection after a lost response may concern only the repeat, because an earlier attempt
 * may have created an offer that is not listed yet. The result stays unknown until the delay of look-ups has
 * passed. After the delay, the offer is created with another key, and a rejection of that request is final.
 */
export async function createAgain(
  { adapter, spec, unknownForMs }: WithAdapter<LostCreation>,
  job: Job,
): Promise<Change> {
  try {
    return await adapter.createOffer(spec, keyOfChange(job));
  } catch (error) {
    const isRefused = error instanceof MarketplaceError && error.kind === 'refused';
    if (!isRefused || !job.mayHaveActed || !looksUp(adapter)) throw error;
    const leftMs = adapter.describe().lookupSettlesMs - (unknownForMs ?? 0);
    const isOpen = leftMs > 0;
    await job.leasedTransaction(async (scope) =>
      scope.send(isOpen ? unknownFrom(scope, spec.key, 'unless known') : knownToFail(scope, spec.key)),
    );
    if (isOpen) throw notKnown(leftMs);
    return { state: 'FAILED', code: error.message, readable: error.readable, again: true };
  }
}

const notKnown = (retryAfterMs: number | undefined) =>
  new MarketplaceError('it is not known whether the marketplace has created the offer', {
    kind: 'unknown',
    retryAfterMs,
  });

/**
 * Requires a member to resolve a creation with a lost response, if the marketplace supports no look-up and no
 * repeat of the call. Returns whether a member must resolve the creation.
 */
export async function loseCreation(
  job: Job,
  error: Error,
  { adapter }: WithAdapter<PendingOffer>,
): Promise<boolean> {
  if (error instanceof MarketplaceError && error.hadNoEffect) return false;
  if (adapter.describe().createIdempotency === 'token' || looksUp(adapter)) return false;
  await leaveToPerson(job, error.message, readableLoss);
  return true;
}

/** Ends the job of a creation that a member must resolve: the offer stays PENDING_CREATE, with an alert. */
export const leaveToPerson = (job: JobRun<CreationPayload>, raw: string, readable: string): Promise<void> =>
  job.finish(
    readable,
    async (scope) => {
      const offer = await lockOffer(scope, job.payload.offerId);
      if (offer?.status !== 'PENDING_CREATE') return;
      await changeOffer(scope, offer, 'ABNORMAL_ALERT', {
        metaInfo: { errorMessages: [raw], prettifiedErrorMessages: [readable] },
        removeMetaInfo: ['nextCreateRetryAt'],
      });
      scope.send(unknownFrom(scope, offer.id, 'anew'));
    },
    'FAILED',
  );

const readableLoss =
  'The response of the marketplace was lost, and it cannot look up the offer. Check the marketplace, then call ' +
  'resolveCreation with the identifier of the offer, or with `failed`.';
