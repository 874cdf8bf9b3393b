import type { OrgTransaction } from '../../platform/access/scope.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { isMoveAllowed } from '../../platform/records/moves.ts';
import { cancelJob } from '../cancel.ts';
import { changeMembers } from '../change.ts';
import { offerSetErrors } from '../errors.ts';
import { offerCommands } from '../states.ts';
import { lockOffers } from '../store.ts';
import { encodeOfferSet, type OfferSetRow } from './columns.ts';
import { OfferSet } from './records.ts';
import { requireMove } from './rules.ts';
import { stateOf } from './states.ts';
import { changeOfferSet, requireOfferSet } from './store.ts';

export const cancelOfferSetRoute = () =>
  route({
    method: 'POST',
    path: '/org/{orgId}/offerSet/{offerSetId}/cancel',
    operationId: 'cancelOfferSet',
    group: 'OfferSet',
    summary: 'Cancel an offer set',
    description:
      'Cancels the open offers of the set: the response is PENDING_CANCEL, or CANCELLED if no offer is open. If the buyer ' +
      'accepts all offers first, the set becomes ACCEPTED.',
    access: 'offers:write',
    errors: [offerSetErrors.offer_set_not_found.definition, offerSetErrors.offer_set_state.definition],
    response: OfferSet,
    responseDescription: 'The offer set',
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const set = await cancelOfferSet(scope, params.offerSetId);
        return { body: new RawJson(encodeOfferSet(set)) };
      },
    },
  });

/**
 * Cancels the open offers of a set. The set is CANCELLED once all its offers are CANCELLED, apart from offers
 * that were never created. A set in PENDING_CANCEL stays unchanged.
 */
async function cancelOfferSet(scope: OrgTransaction, id: string): Promise<OfferSetRow> {
  const set = await requireOfferSet(scope, id);
  if (set.status === 'PENDING_CANCEL') return set;
  requireMove(set, 'PENDING_CANCEL');
  const offers = await lockOffers(scope, set.offer_ids);
  const standing = offers.filter(({ status }) => isMoveAllowed(offerCommands, status, 'PENDING_CANCEL'));
  const changes = standing.map((offer) => ({ offer, status: 'PENDING_CANCEL' as const }));
  const changed = await changeMembers(scope, 'PENDING_CANCEL', changes);
  for (const offer of changed) await scope.query(enqueue(scope, cancelJob, { offerId: offer.id }));
  const others = offers.filter((offer) => !standing.includes(offer));
  const status = stateOf(
    'PENDING_CANCEL',
    [...others, ...changed].map((offer) => offer.status),
  );
  return changeOfferSet(scope, set, status === 'CANCELLED' ? 'CANCEL' : 'UPDATE', { status });
}
