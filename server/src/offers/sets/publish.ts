import {
  type AdapterRegistry,
  askedAgain,
  buyerAccountsField,
  type Change,
  type Failure,
  failureOf,
  followChange,
  followJobHandler,
  keyOfChange,
  type MarketplaceAdapter,
  marketplaceJobHandler,
  type OfferSpec,
  offerSetField,
} from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { AppError, type Finding, invalid } from '../../platform/errors.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { enqueue, type JobHandler, type JobRun } from '../../platform/jobs/queue.ts';
import { requireApproval } from '../approval.ts';
import { changeMembers, changeOffer, type MemberChange } from '../change.ts';
import { agreementFindings, contextOf, type OfferDeps, relationFindings } from '../checks.ts';
import { type OfferRow, withMaps } from '../columns.ts';
import { enqueueCreation } from '../creation.ts';
import type { DocumentDeps } from '../documents/obtain.ts';
import { pdfUrlOf } from '../documents/pdf.ts';
import { offerErrors, offerSetErrors } from '../errors.ts';
import { prepareOffer } from '../prepare/prepare.ts';
import { bodyOf } from '../prepare/stored.ts';
import type { WorkloadOffer } from '../records.ts';
import { specify } from '../specification.ts';
import { lockOffers } from '../store.ts';
import { encodeOfferSet, type OfferSetRow } from './columns.ts';
import {
  createSetJob,
  expireSetJob,
  type FollowSet,
  failSet,
  followSetCreationJob,
  keepSetChange,
  onceReleased,
  type SetPayload,
  specOf,
  withoutFailure,
} from './jobs.ts';
import { OfferSet } from './records.ts';
import { differingBuyers, isUnpublished, ofOffer, requireMove, unfit } from './rules.ts';
import { stateOf, unchangedInSet } from './states.ts';
import { changeOfferSet, lockOfferSet, requireOfferSet, selectOfferSet } from './store.ts';

export const publishOfferSetRoute = (deps: OfferDeps) =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offerSet/{offerSetId}/publish',
    operationId: 'publishOfferSet',
    group: 'OfferSet',
    summary: 'Publish an offer set',
    description:
      'Jobs create the offers at the marketplace: the response is PENDING_CREATE. The set becomes PENDING_ACCEPTANCE when ' +
      'all offers are PENDING_ACCEPTANCE, and CREATE_FAILED when the creation of an offer fails. Publishing again retries the failed offers.',
    access: 'offers:write',
    errors: [
      offerSetErrors.offer_set_not_found.definition,
      offerSetErrors.offer_set_state.definition,
      offerErrors.offer_not_approved.definition,
    ],
    response: OfferSet,
    responseDescription: 'The offer set',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: new RawJson(encodeOfferSet(await publishOfferSet(scope, deps, params.offerSetId))),
      }),
    },
  });

/**
 * Publishes a set: a job creates each offer at the marketplace. Publishing again after CREATE_FAILED retries
 * the failed offers and leaves the other offers unchanged.
 * @throws 400 with the findings of each offer; no offer is published in this case
 */
async function publishOfferSet(
  scope: OrgTransaction,
  { registry, documents, findAgreement }: OfferDeps,
  id: string,
): Promise<OfferSetRow> {
  const set = await requireOfferSet(scope, id);
  requireMove(set, 'PENDING_CREATE');
  const locked = await lockOffers(scope, set.offer_ids);
  const offers = set.offer_ids.flatMap((offerId) => locked.find((offer) => offer.id === offerId) ?? []);
  const expireTime = commonExpiry(set, offers);
  const { changes, findings } = await prepareMembers(scope, set, offers, expireTime);
  for (const { offer } of changes) {
    const find = offer.status === 'CREATE_FAILED' ? agreementFindings : relationFindings;
    for (const { pointer, message } of await find(scope, bodyOf(offer), findAgreement))
      findings.push(ofOffer(offers.indexOf(offer), pointer, message));
  }
  if (findings.length > 0) throw invalid(findings);
  await requireApproval(
    scope,
    changes.map(({ offer }) => offer),
  );
  const named = changes.map((change) => ({
    ...change,
    info: { ...change.info, ...pdfUrlOf(documents.pdfLinks, scope, change.offer) },
  }));
  const published = await changeMembers(scope, 'UPDATE', named, {
    metaInfo: ['errorMessages', 'prettifiedErrorMessages', 'nextCreateRetryAt'],
  });
  const adapter = registry.find(scope, set.partner);
  const kept = offers.filter((offer) => !isUnpublished(offer));
  if (adapter?.createOfferSet && set.external_id === null) {
    await requireNew(scope, adapter, set, [...kept, ...published]);
    await scope.query(
      enqueue(scope, createSetJob, { offerSetId: id, again: set.status === 'CREATE_FAILED' }),
    );
  } else
    for (const publishing of published) {
      // A failed offer may exist at the marketplace, so the job looks it up first.
      const again = offers.some((offer) => offer.id === publishing.id && offer.status === 'CREATE_FAILED');
      await enqueueCreation(scope, documents, publishing, { again });
    }
  if (expireTime)
    await scope.query(
      enqueue(scope, expireSetJob, { offerSetId: id, expireTime }, { at: new Date(expireTime) }),
    );
  const following = stateOf(
    'PENDING_CREATE',
    [...kept, ...published].map(({ status }) => status),
  );
  const status = await onceReleased(scope, { ...set, status: 'PENDING_CREATE' }, following);
  const meta_info = withoutFailure(set);
  return changeOfferSet(scope, set, 'PUBLISH', { status, expire_time: expireTime, meta_info });
}

/**
 * Requires a set that the marketplace can create: marketplaces with sets accept only offers that were created within
 * the set.
 * @throws 400 for an offer created outside of the set
 */
async function requireNew(
  scope: OrgTransaction,
  adapter: MarketplaceAdapter,
  set: OfferSetRow,
  offers: readonly OfferRow[],
): Promise<void> {
  const ordered = set.offer_ids.flatMap((id) => offers.find((offer) => offer.id === id) ?? []);
  const findings = ordered.flatMap((offer, index) =>
    offer.status === 'PENDING_CREATE'
      ? []
      : ofOffer(index, '', 'was published outside of its set: remove the offer, or add a copy of it'),
  );
  const specs: OfferSpec[] = [];
  for (const offer of ordered) specs.push((await specify(scope, withMaps(offer))).spec);
  findings.push(...(adapter.validateOfferSet?.(specOf(set), specs) ?? []));
  if (findings.length > 0) throw invalid(findings);
}

/** Computes the common expiry of the offers: the expiry of the set, or the earliest expiry of its offers. */
function commonExpiry(set: OfferSetRow, offers: readonly OfferRow[]): string | null {
  const times = offers.flatMap(({ expire_time }) => expire_time ?? []);
  return set.expire_time ?? times.sort()[0] ?? null;
}

async function prepareMembers(
  scope: OrgTransaction,
  set: OfferSetRow,
  offers: readonly OfferRow[],
  expireTime: string | null,
): Promise<{ changes: MemberChange[]; findings: Finding[] }> {
  const findings: Finding[] = [];
  const changes: MemberChange[] = [];
  if (offers.length === 0) findings.push({ pointer: '/offerIDs', message: 'must have at least one offer' });
  if (expireTime && Date.parse(expireTime) <= scope.now.getTime())
    findings.push({
      pointer: '/expireTime',
      message: 'must be in the future, so that the offers can be accepted',
    });
  const differing = differingBuyers(offers, set.info);
  for (const [index, offer] of offers.entries()) {
    const reason = unfit(offer) ?? (offer === differing?.offer ? differing.message : undefined);
    if (reason) findings.push(ofOffer(index, '', reason));
    else if (!isUnpublished(offer) && !unchangedInSet.includes(offer.status))
      findings.push(ofOffer(index, '', `is ${offer.status}: remove the offer from the set`));
    else if (isUnpublished(offer)) {
      const prepared = await prepareMember(scope, set, offer, expireTime);
      if (Array.isArray(prepared))
        findings.push(...prepared.map((one) => ofOffer(index, one.pointer, one.message)));
      else changes.push(prepared);
    }
  }
  return { changes, findings };
}

/** Prepares an unpublished offer for creation with the fields that the set adds. The rules of createOffer apply. */
async function prepareMember(
  scope: OrgTransaction,
  set: OfferSetRow,
  offer: OfferRow,
  expireTime: string | null,
): Promise<MemberChange | Finding[]> {
  const common = JSON.parse(set.info) as { [buyerAccountsField]?: string[] };
  const info = JSON.parse(offer.info) as NonNullable<WorkloadOffer['info']>;
  const accounts = info[buyerAccountsField]?.length ? info[buyerAccountsField] : common[buyerAccountsField];
  try {
    const body = {
      ...bodyOf(offer),
      info: { ...info, ...(accounts ? { [buyerAccountsField]: accounts } : {}) },
      ...(expireTime ? { expireTime } : {}),
    };
    const prepared = prepareOffer(body, await contextOf(scope, body));
    const { warnings } = prepared;
    return {
      offer,
      status: 'PENDING_CREATE',
      expireTime,
      info: { ...prepared.info, [offerSetField]: set.id },
      metaInfo: { ...prepared.metaInfo, ...(warnings.length > 0 ? { warningMessages: warnings } : {}) },
    };
  } catch (error) {
    if (error instanceof AppError) return [...error.findings];
    throw error;
  }
}

const follow = { definition: followSetCreationJob, keep: keepSetChange };

/** Creates a set at its marketplace. The transaction that completes the job enqueues the creation of its offers. */
export const createSetJobHandler = (
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<SetPayload> =>
  marketplaceJobHandler(registry, {
    definition: createSetJob,
    load,
    call: async ({ adapter, set }, job) => {
      const { again, round } = job.payload;
      // A repeated call has the same idempotency key and does not create a second set. An earlier job or round
      // used another key, so the set is looked up first.
      const found = again || round ? await adapter.findOfferSet?.(set.id) : undefined;
      // A set that the marketplace created without returning its id is ignored, because it contains no offers.
      const made = found?.state === 'FAILED' && found.isUnknown ? undefined : found;
      const change = made ?? (await adapter.createOfferSet?.(specOf(set), keyOfChange(job)));
      return change ?? noSets;
    },
    finish: async (job, change) => {
      if (change.state === 'DONE') return finish(job, change, documents);
      if (change.state === 'RUNNING')
        return followChange(job, follow, change, { ...job.payload, handle: change.handle });
      if (await askedAgain(job, change, createSetJob)) return;
      return fail(job, failureOf(change));
    },
    onNotConnected: (job, { partner }) => fail(job, notConnected(partner)),
    onFailure: fail,
  });

/** Polls the creation of a set until it ends. */
export const followSetCreationJobHandler = (
  registry: AdapterRegistry,
  documents: DocumentDeps,
): JobHandler<FollowSet> =>
  followJobHandler(registry, {
    ...follow,
    ask: createSetJob,
    isRepeatable: true,
    load,
    done: (job, change) => finish(job, change, documents),
    fail,
  });

async function load(
  scope: OrgTransaction,
  { offerSetId }: SetPayload,
): Promise<{ set: OfferSetRow; partner: string } | string> {
  const [set] = await scope.query<OfferSetRow>(selectOfferSet(scope, offerSetId));
  if (set?.status !== 'PENDING_CREATE' || set.external_id !== null)
    return 'nothing to do: the offer set is not pending creation';
  return { set, partner: set.partner };
}

/** Completes the creation of a set. Offers cannot be created in a set without an id at the marketplace. */
const finish = (job: JobRun<SetPayload>, change: Change, documents: DocumentDeps): Promise<void> =>
  change.externalId === undefined
    ? fail(job, { raw: 'no id', readable: 'The marketplace did not return an identifier of the offer set.' })
    : job.finish('created at the marketplace', async (scope) => {
        const set = await lockOfferSet(scope, job.payload.offerSetId);
        if (set?.status !== 'PENDING_CREATE') return;
        await changeOfferSet(scope, set, 'UPDATE', { external_id: change.externalId ?? null });
        for (const offer of await lockPendingOffers(scope, set))
          await enqueueCreation(scope, documents, offer, { again: job.payload.again });
      });

const lockPendingOffers = async (scope: OrgTransaction, set: OfferSetRow) =>
  (await lockOffers(scope, set.offer_ids)).filter(({ status }) => status === 'PENDING_CREATE');

/** Fails the creation of the offers, with the same reason, and of the set. */
const fail = (job: JobRun<SetPayload>, failure: Failure): Promise<void> =>
  failSet(job, failure, async (scope, set) => {
    for (const offer of await lockPendingOffers(scope, set))
      await changeOffer(scope, offer, 'UPDATE', {
        status: 'CREATE_FAILED',
        metaInfo: { errorMessages: [failure.raw], prettifiedErrorMessages: [failure.readable] },
      });
  });

const noSets: Change = {
  state: 'FAILED',
  code: 'no offer sets',
  readable: 'The marketplace no longer supports offer sets. Publish the offers individually.',
};

const notConnected = (partner: string): Failure => ({
  raw: `no integration with ${partner}`,
  readable: `The organization has no integration with ${partner}. Connect the marketplace, then publish the set again.`,
});
