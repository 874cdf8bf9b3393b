import type { OutsideFetch } from '../../../platform/outside/outside-fetch.ts';
import type { MarketplaceAdapter } from '../../adapter.ts';
import { type Change, completedChange } from '../../changes.ts';
import { MarketplaceError } from '../../errors.ts';
import type { OfferSpec } from '../../specifications.ts';
import type { Calls } from '../calls.ts';
import { hasCode, refusal } from '../errors.ts';
import type { Procurement } from '../procurement/procurement.ts';
import { idIn } from '../procurement/records.ts';
import { rulesOfC } from '../rules/index.ts';
import type { OfferOfC } from '../rules/terms.ts';
import { amendedBy } from './amendments.ts';
import { findBaseOffer } from './base-offer.ts';
import { dayOfTime, firstDayFrom, latestDeadline, startOf } from './days.ts';
import { documentOf } from './documents.ts';
import { keyIn } from './keys.ts';
import { createProducer, type Producer } from './producer.ts';
import { statusOf } from './record.ts';
import type { PrivateOffer } from './records.ts';
import { explained } from './refusals.ts';
import { accountOf, buildOffer } from './request.ts';
import { showOffer } from './show.ts';

type Port = Required<
  Pick<
    MarketplaceAdapter,
    | 'createOffer'
    | 'findOffer'
    | 'readOffer'
    | 'readOfferByName'
    | 'updateOffer'
    | 'extendOffer'
    | 'cancelOffer'
    | 'readChange'
    | 'listOffers'
    | 'findAgreement'
  >
>;
type Deps = { calls: Calls; procurement: Procurement; documents: OutsideFetch; now: () => Date };

/** Creates the adapter methods for private offers. */
export function createPrivateOfferPort({ calls, procurement, documents, now }: Deps): Port {
  const producer = createProducer(calls);
  const read = async (id: string): Promise<PrivateOffer> => {
    const offer = await producer.readOffer(id);
    if (!offer) throw refusal('NOT_FOUND', 'The seller has no such offer at the marketplace.');
    return offer;
  };
  const readOffer = async (externalId: string) => {
    const offer = await producer.readOffer(externalId);
    return offer && showOffer(offer);
  };
  const extendOffer: Port['extendOffer'] = async (externalId, expireTime) =>
    extend(producer, await read(externalId), firstDayFrom(expireTime));
  return {
    createOffer: createCreation({ calls, producer, documents, now }),
    findOffer: async (key) => {
      const { offer } = await findByKey(producer, key, now());
      return offer && changeOf(offer);
    },
    readOffer,
    readOfferByName: (name) => readOffer(idIn(name)),
    updateOffer: async (externalId, change, key) => {
      const { expireTime, ...others } = change;
      if (!expireTime || Object.values(others).some((value) => value !== undefined))
        throw refusal(
          'LOCKED',
          'After the publication of an offer, only its deadline for acceptance can be changed.',
        );
      return extendOffer(externalId, expireTime, key);
    },
    extendOffer,
    cancelOffer: async (externalId) => cancel(producer, externalId, read),
    readChange: async (handle) => readPublication(producer, handle),
    listOffers: async ({ cursor, since } = {}) => {
      const { privateOffers = [], nextPageToken } = await producer.listOffers({ cursor, since });
      return {
        items: privateOffers.filter(({ state }) => state !== 'DRAFT').map(showOffer),
        cursor: nextPageToken || undefined,
      };
    },
    findAgreement: async (externalOfferId) => {
      const offer = await producer.readOffer(externalOfferId);
      return offer && findEntitlement(procurement, showOffer(offer), externalOfferId);
    },
  };
}

/** Time after the last change of an offer during which the offer is found by its key. */
const lookBackMs = 366 * 86_400_000;

/** Finds the offer with a key, and the drafts with this key that earlier attempts left unpublished. */
async function findByKey(
  { listOffers }: Producer,
  key: string,
  now: Date,
): Promise<{ offer?: PrivateOffer; drafts: PrivateOffer[] }> {
  const since = new Date(now.getTime() - lookBackMs).toISOString();
  const drafts: PrivateOffer[] = [];
  let cursor: string | undefined;
  do {
    const page = await listOffers({ cursor, since, newestFirst: true });
    const found = (page.privateOffers ?? []).filter(({ internalNote }) => keyIn(internalNote) === key);
    const offer = found.find(({ state }) => state !== 'DRAFT');
    if (offer) return { offer, drafts: [] };
    drafts.push(...found);
    cursor = page.nextPageToken || undefined;
  } while (cursor);
  return { drafts };
}

type Creation = { calls: Calls; producer: Producer; documents: OutsideFetch; now: () => Date };

/**
 * Creates the method that creates an offer: a draft with its agreement, which the marketplace checks and publishes. The
 * marketplace has no idempotency key, so an offer that an earlier attempt published is found by its key, and drafts of
 * earlier attempts are replaced.
 */
const createCreation =
  ({ calls, producer, documents, now }: Creation): Port['createOffer'] =>
  async (spec) => {
    refuseJudged(spec, now());
    const offer = spec as OfferOfC;
    const { offer: made, drafts } = await findByKey(producer, spec.key, now());
    if (made) return changeOf(made);
    for (const { name } of drafts) await producer.remove(idIn(name));
    const document = await documentOf(offer.info, documents);
    const base = await findBaseOffer(offer, producer, calls.settings(), now());
    const target = await producer.resolveAmendment(accountOf(offer), base.name).catch(rethrowExplained);
    const draft = buildOffer(offer, base, amendedBy(target, offer.basedOn?.offerId), now());
    const { name } = await producer.create(draft).catch(rethrowExplained);
    const id = idIn(name);
    try {
      await producer.addDocument(id, document);
      await producer.validate(id);
      return changeOf(await producer.publish(id));
    } catch (error) {
      // A refused draft stays useless. If its deletion fails, the next attempt deletes it.
      if (error instanceof MarketplaceError && error.kind === 'refused')
        await producer.remove(id).catch(() => undefined);
      return rethrowExplained(error);
    }
  };

const rethrowExplained = (error: unknown): never => {
  throw explained(error);
};

/** @throws MarketplaceError with all reasons for which the marketplace would reject the offer */
function refuseJudged(spec: OfferSpec, now: Date): void {
  const refusals = rulesOfC.judge?.(spec, now) ?? [];
  const [first] = refusals;
  if (first) throw refusal(first.code, refusals.map(({ readable }) => readable).join(' '));
}

const prefix = 'privateOffer/';
const [publishingMs, reviewMs] = [10_000, 15 * 60_000];

/** Returns the progress of a publication. A publication that waits for the marketplace's review takes days. */
function changeOf({ name, state, publishRequirementGoogleReview: review }: PrivateOffer): Change {
  const externalId = idIn(name);
  if (state !== 'PUBLISHING' && state !== 'DRAFT') return completedChange(externalId);
  const isReviewed = review !== undefined && review.reviewApproveTime === undefined;
  return {
    state: 'RUNNING',
    handle: `${prefix}${externalId}`,
    askAgainMs: isReviewed ? reviewMs : publishingMs,
    externalId,
  };
}

async function readPublication({ readOffer }: Producer, handle: string): Promise<Change> {
  const externalId = handle.startsWith(prefix) ? handle.slice(prefix.length) : '';
  const offer = await readOffer(externalId);
  if (!offer)
    return {
      state: 'FAILED',
      handle,
      code: 'NOT_FOUND',
      readable: 'The marketplace does not have this offer, or no longer has it.',
      isUnknown: true,
    };
  if (offer.state !== 'DRAFT') return changeOf(offer);
  return {
    state: 'FAILED',
    handle,
    code: 'NOT_PUBLISHED',
    readable:
      'The marketplace did not publish the offer, which is a draft again. See the marketplace’s portal for the reason.',
  };
}

/** Changes the deadline of a published offer, which stays within three months of the publication. */
async function extend(producer: Producer, offer: PrivateOffer, day: string): Promise<Change> {
  const { name, state, publishTime, acceptDeadlineTime } = offer;
  const id = idIn(name);
  if (state !== 'PUBLISHED')
    throw refusal(
      'FAILED_PRECONDITION',
      `Only the deadline of an offer that waits for acceptance can be changed. The offer is ${state} at the marketplace.`,
    );
  const latest = publishTime === undefined ? undefined : latestDeadline(new Date(publishTime));
  if (latest !== undefined && day > latest)
    throw refusal(
      'INVALID_ARGUMENT',
      `expireTime: The deadline must be within three months of the publication. The latest day is ${latest}.`,
    );
  if (dayOfTime(acceptDeadlineTime) === day) return completedChange(id);
  await producer
    .update(id, { acceptDeadlineTime: startOf(day) }, 'acceptDeadlineTime')
    .catch(rethrowExplained);
  return completedChange(id);
}

/** Cancels an offer, or deletes a draft. An offer that is cancelled or has expired stays unchanged. */
async function cancel(
  producer: Producer,
  id: string,
  read: (id: string) => Promise<PrivateOffer>,
): Promise<Change> {
  const requireOpen = async (): Promise<PrivateOffer | undefined> => {
    const offer = await read(id);
    const status = statusOf(offer);
    if (status === 'CANCELLED' || status === 'EXPIRED') return undefined;
    if (status === 'ACCEPTED' || status === 'USED')
      throw refusal('ACCEPTED', 'The buyer has accepted the offer. It can no longer be cancelled.');
    return offer;
  };
  const open = await requireOpen();
  if (!open) return completedChange(id);
  if (open.state === 'DRAFT') {
    await producer.remove(id);
    return completedChange(id);
  }
  if (open.state === 'PUBLISHING')
    throw refusal(
      'FAILED_PRECONDITION',
      'The marketplace is still publishing the offer. Cancel the offer after its publication.',
    );
  await producer.cancel(id).catch(async (error: unknown) => {
    // The buyer may have accepted the offer in the meantime.
    if (!hasCode(error, 'FAILED_PRECONDITION') || (await requireOpen())) throw explained(error);
  });
  return completedChange(id);
}

/**
 * Finds the entitlement that has or had an offer. The list compares complete names, but the vendor guarantees only their
 * last segment, so the entitlements of the product are read if the name is not found.
 */
async function findEntitlement(
  { list }: Procurement,
  { mirror, madeElsewhere }: ReturnType<typeof showOffer>,
  id: string,
): Promise<string | undefined> {
  const { name } = mirror.mkCPrivateOffer as { name: string };
  const named = await list({ whereAny: { 'change_history.new_offer': name } });
  const [first] = named.entitlements ?? [];
  if (first) return idIn(first.name);
  const product = madeElsewhere?.externalProductId;
  let cursor: string | undefined;
  do {
    const page = await list({ ...(product ? { where: { product_external_name: product } } : {}), cursor });
    const found = (page.entitlements ?? []).find(({ offer, newPendingOffer }) =>
      [offer, newPendingOffer].some((one) => idIn(one) === id),
    );
    if (found) return idIn(found.name);
    cursor = page.nextPageToken || undefined;
  } while (cursor);
  return undefined;
}
