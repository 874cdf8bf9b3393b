import { z } from 'zod';
import { offerSetField } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { key } from '../../platform/records/fields.ts';
import { changeMembers } from '../change.ts';
import { offerErrors, offerSetErrors } from '../errors.ts';
import { findOffer, lockOffer, lockOffers, offerSetOf } from '../store.ts';
import { encodeOfferSet, type OfferSetRow } from './columns.ts';
import { OfferSet } from './records.ts';
import { differingBuyers, isUnpublished, maximumOffers, requireDraft, unfit } from './rules.ts';
import { over } from './states.ts';
import { changeOfferSet, deleteMembers, insertMember, lockOfferSet, requireOfferSet } from './store.ts';

export const addOfferToOfferSetRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offerSet/{offerSetId}/offer/{offerId}',
    operationId: 'addOfferToOfferSet',
    group: 'OfferSet',
    summary: 'Add an offer to an offer set',
    description:
      'The set must be a DRAFT. The offer must be a private offer on marketplace A, in DRAFT or CREATE_FAILED, for the ' +
      'same buyer as the other offers. Adding an offer that is in the set has no effect.',
    access: 'offers:write',
    errors: [
      offerSetErrors.offer_set_not_found.definition,
      offerErrors.offer_not_found.definition,
      offerSetErrors.offer_set_state.definition,
      offerSetErrors.offer_in_other_set.definition,
    ],
    response: OfferSet,
    responseDescription: 'The offer set',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const set = await addOffer(scope, params.offerSetId, params.offerId);
        return { body: new RawJson(encodeOfferSet(set)) };
      },
    },
  });

/** Adds an unpublished offer to a set in DRAFT. Adding an offer that is in the set has no effect. */
async function addOffer(scope: OrgTransaction, id: string, offerId: string): Promise<OfferSetRow> {
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
    (isUnpublished(offer) ? undefined : `is ${offer.status}: only unpublished offers can be added`) ??
    (others.length >= maximumOffers ? `exceeds the limit of ${maximumOffers} offers in a set` : undefined) ??
    differingBuyers([...others, offer], set.info)?.message;
  if (reason) throw invalid([{ pointer: 'offerId', message: reason }]);
  await insertMember(scope, id, offerId);
  await changeMembers(scope, 'UPDATE', [{ offer, info: { [offerSetField]: id } }]);
  return changeOfferSet(scope, set, 'UPDATE');
}

export const removeOfferFromOfferSetRoute = () =>
  route({
    method: 'DELETE',
    path: '/org/{orgId}/offerSet/{offerSetId}/offer/{offerId}',
    operationId: 'removeOfferFromOfferSet',
    group: 'OfferSet',
    summary: 'Remove an offer from an offer set',
    description:
      'The set must be a DRAFT. The offer is not deleted. Removing an offer that is not in the set has no effect. Clients ' +
      'that normalize paths delete the offer if the id of the set is `..`; `DELETE …/offerSet/{offerSetId}/offer`, ' +
      'which has the offer as a parameter, is safe.',
    access: 'offers:write',
    response: z.string(),
    responseDescription: 'The id of the offer',
    errors: [
      offerSetErrors.offer_set_not_found.definition,
      offerErrors.offer_not_found.definition,
      offerSetErrors.offer_set_state.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await removeOffer(scope, params.offerSetId, params.offerId);
        return { body: params.offerId };
      },
    },
  });

export const takeOfferOutOfOfferSetRoute = () =>
  route({
    method: 'DELETE',
    path: '/org/{orgId}/offerSet/{offerSetId}/offer',
    operationId: 'takeOfferOutOfOfferSet',
    group: 'OfferSet',
    summary: 'Remove an offer from an offer set, by parameter',
    description:
      'The set must be a DRAFT. The offer is not deleted. Removing an offer that is not in the set has no effect.',
    access: 'offers:write',
    query: z.object({ offerId: key('The offer') }),
    response: z.string(),
    responseDescription: 'The id of the offer',
    errors: [
      offerSetErrors.offer_set_not_found.definition,
      offerErrors.offer_not_found.definition,
      offerSetErrors.offer_set_state.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, query }) => {
        await removeOffer(scope, params.offerSetId, query.offerId);
        return { body: query.offerId };
      },
    },
  });

/** Removes an offer from its set. Removing an offer that is not in the set has no effect. */
async function removeOffer(scope: OrgTransaction, id: string, offerId: string): Promise<void> {
  const set = await requireOfferSet(scope, id);
  requireDraft(set);
  if (!set.offer_ids.includes(offerId)) {
    if (!(await findOffer(scope, offerId))) throw offerErrors.offer_not_found();
    return;
  }
  await removeFromSets(scope, [offerId]);
  await changeOfferSet(scope, set, 'UPDATE');
}

export async function removeFromSets(scope: OrgTransaction, offerIds: readonly string[]): Promise<void> {
  const offers = await lockOffers(scope, offerIds);
  await deleteMembers(scope, offerIds);
  const changes = offers.map((offer) => ({ offer }));
  await changeMembers(scope, 'UPDATE', changes, { info: [offerSetField] });
}

/**
 * Deletes an offer by `remove`, and removes it from its set unless the set has ended, so that the other offers
 * can be published and accepted. The set is locked before its offers.
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
