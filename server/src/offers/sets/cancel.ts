import type { OrgTransaction } from '../../platform/access/scope.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { mayMove } from '../../platform/records/moves.ts';
import { changeMembers } from '../change/index.ts';
import { cancelJob } from '../publication/index.ts';
import { offerCommands } from '../states.ts';
import { lockOffers } from '../store.ts';
import type { OfferSetRow } from './columns.ts';
import { requireMove, requireOfferSet } from './service.ts';
import { stateOf } from './states.ts';
import { changeOfferSet } from './store.ts';

/**
 * Cancels the offers of a set that stand. It is CANCELLED once they all are; those that were never made do not matter.
 * A set that is being cancelled stays so.
 */
export async function cancelOfferSet(scope: OrgTransaction, id: string): Promise<OfferSetRow> {
  const set = await requireOfferSet(scope, id);
  if (set.status === 'PENDING_CANCEL') return set;
  requireMove(set, 'PENDING_CANCEL');
  const offers = await lockOffers(scope, set.offer_ids);
  const standing = offers.filter(({ status }) => mayMove(offerCommands, status, 'PENDING_CANCEL'));
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
