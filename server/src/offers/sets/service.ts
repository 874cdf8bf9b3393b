import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { type Batch, RawJson } from '../../platform/http/route.ts';
import { mayMove, statesBefore } from '../../platform/records/moves.ts';
import { modifiedBy } from '../../products/index.ts';
import { changeMembers, offerSetOf } from '../change/index.ts';
import type { OfferRow } from '../columns.ts';
import { offerErrors } from '../errors.ts';
import { findOffer, lockOffer, lockOffers } from '../store.ts';
import { encodeOfferSet, type OfferSetRow } from './columns.ts';
import { offerSetErrors } from './errors.ts';
import type { OfferSet } from './records.ts';
import {
  applySetChanges,
  differingBuyers,
  isUnpublished,
  maximumOffers,
  partnerOfSets,
  unfit,
} from './rules.ts';
import { type OfferSetStatus, offerSetCommands, over } from './states.ts';
import {
  changeOfferSet,
  deleteMembers,
  insertMember,
  insertOfferSet,
  lockOfferSet,
  recordOfferSet,
} from './store.ts';

export function createOfferSet(scope: OrgScope, body: OfferSet): Batch {
  const empty = { name: null, info: {}, metaInfo: {}, expireTime: null };
  const fields = applySetChanges(empty, body, scope.now);
  const now = scope.now.toISOString();
  const set: OfferSetRow = {
    organization_id: scope.organizationId,
    id: scope.newId('ofs'),
    name: fields.name,
    partner: partnerOfSets,
    external_id: null,
    status: 'DRAFT',
    info: JSON.stringify(fields.info),
    meta_info: JSON.stringify({
      ...fields.metaInfo,
      createdBySource: 'API',
      ...(scope.actor.email ? { createdByEmail: scope.actor.email } : {}),
      lastModifiedBy: modifiedBy(scope),
    }),
    expire_time: fields.expireTime,
    created_by: scope.actor.id,
    last_updated_by: scope.actor.id,
    creation_time: now,
    last_update_time: now,
    sequence: 1,
    released_time: null,
    offer_ids: [],
    buyer_ids: [],
  };
  return {
    statements: [insertOfferSet(scope, set), recordOfferSet(scope, 'CREATE', set)],
    respond: () => ({ body: new RawJson(encodeOfferSet(set)) }),
  };
}

/** @throws 404 for a set that is not there or was deleted */
export async function requireOfferSet(scope: OrgTransaction, id: string): Promise<OfferSetRow> {
  const set = await lockOfferSet(scope, id);
  if (!set || set.status === 'DELETED') throw offerSetErrors.offer_set_not_found();
  return set;
}

/** A set that its buyer can accept, and its offers, all locked. @throws 404, 409 */
export async function requireOpenOfferSet(
  scope: OrgTransaction,
  id: string,
): Promise<{ set: OfferSetRow; offers: OfferRow[] }> {
  const set = await requireOfferSet(scope, id);
  if (set.status !== 'PENDING_ACCEPTANCE')
    throw offerSetErrors.offer_set_state(`The offer set is ${set.status}, not PENDING_ACCEPTANCE.`);
  return { set, offers: await lockOffers(scope, set.offer_ids) };
}

/** @throws 409 in a state from which a caller may not move the set there */
export function requireMove({ status }: OfferSetRow, to: OfferSetStatus): void {
  if (mayMove(offerSetCommands, status, to)) return;
  const allowed = statesBefore(offerSetCommands, to);
  throw offerSetErrors.offer_set_state(`The offer set is ${status}, not ${allowed.join(' or ')}.`);
}

function requireDraft({ status }: OfferSetRow): void {
  if (status !== 'DRAFT') throw offerSetErrors.offer_set_state(`The offer set is ${status}, not DRAFT.`);
}

/**
 * Changes an offer set. Name and meta info can be changed at any time; what its offers are published with, in a DRAFT
 * only.
 */
export async function updateOfferSet(
  scope: OrgTransaction,
  id: string,
  body: OfferSet,
): Promise<OfferSetRow> {
  const set = await requireOfferSet(scope, id);
  if (body.info !== undefined || body.expireTime !== undefined) requireDraft(set);
  const stored = {
    name: set.name,
    info: JSON.parse(set.info),
    metaInfo: JSON.parse(set.meta_info),
    expireTime: set.expire_time,
  };
  const changed = applySetChanges(stored, body, scope.now);
  return changeOfferSet(scope, set, 'UPDATE', {
    name: changed.name,
    info: JSON.stringify(changed.info),
    meta_info: JSON.stringify({ ...changed.metaInfo, lastModifiedBy: modifiedBy(scope) }),
    expire_time: changed.expireTime,
  });
}

/** A draft lets its offers go, which stay drafts; a set that ended keeps them. */
export async function deleteOfferSet(scope: OrgTransaction, id: string): Promise<void> {
  const set = await requireOfferSet(scope, id);
  requireMove(set, 'DELETED');
  if (set.status === 'DRAFT') await release(scope, set.offer_ids);
  await changeOfferSet(scope, set, 'DELETE', { status: 'DELETED' });
}

/**
 * Takes an offer that is deleted out of its set, unless that has ended: the buyer is to have the others. The set is
 * locked before its offers.
 */
export async function leaveSet(
  scope: OrgTransaction,
  offerId: string,
  remove: () => Promise<unknown>,
): Promise<void> {
  const setId = await offerSetOf(scope, offerId);
  const set = setId && (await lockOfferSet(scope, setId));
  await remove();
  if (!set || over.includes(set.status) || !set.offer_ids.includes(offerId)) return;
  await deleteMembers(scope, [offerId]);
  await changeOfferSet(scope, set, 'UPDATE');
}

async function release(scope: OrgTransaction, offerIds: readonly string[]): Promise<void> {
  const offers = await lockOffers(scope, offerIds);
  await deleteMembers(scope, offerIds);
  const changes = offers.map((offer) => ({ offer }));
  await changeMembers(scope, 'UPDATE', changes, { info: ['mkAOfferSetId'] });
}

/** Puts an offer that is not at its marketplace yet into a draft of a set. One that is in it already stays so. */
export async function addOffer(scope: OrgTransaction, id: string, offerId: string): Promise<OfferSetRow> {
  const set = await requireOfferSet(scope, id);
  requireDraft(set);
  const others = await lockOffers(scope, set.offer_ids);
  const offer = await lockOffer(scope, offerId);
  if (!offer || offer.status === 'DELETED') throw offerErrors.offer_not_found();
  const known = await offerSetOf(scope, offerId);
  if (known === id) return set;
  if (known) throw offerSetErrors.offer_in_other_set(`The offer is in the offer set ${known}.`);
  const reason =
    unfit(offer) ??
    (isUnpublished(offer) ? undefined : `is ${offer.status}: a set is published with all its offers`) ??
    (others.length >= maximumOffers ? `is one more than the ${maximumOffers} of a set` : undefined) ??
    differingBuyers([...others, offer], set.info)?.message;
  if (reason) throw invalid([{ pointer: 'offerId', message: reason }]);
  await insertMember(scope, id, offerId);
  await changeMembers(scope, 'UPDATE', [{ offer, info: { mkAOfferSetId: id } }]);
  return changeOfferSet(scope, set, 'UPDATE');
}

/** Removes an offer from its set. Removing what is not in the set changes nothing. */
export async function removeOffer(scope: OrgTransaction, id: string, offerId: string): Promise<void> {
  const set = await requireOfferSet(scope, id);
  requireDraft(set);
  if (!set.offer_ids.includes(offerId)) {
    if (!(await findOffer(scope, offerId))) throw offerErrors.offer_not_found();
    return;
  }
  await release(scope, [offerId]);
  await changeOfferSet(scope, set, 'UPDATE');
}
