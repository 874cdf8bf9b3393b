import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { route } from '../platform/http/route.ts';
import { modifiedBy } from '../products/index.ts';
import { changeOffer } from './change.ts';
import { offerErrors } from './errors.ts';
import { leaveSet } from './sets/members.ts';
import { lockOfferSet } from './sets/store.ts';
import { offerSetOf, requireState } from './store.ts';

export const deleteOfferRoute = () =>
  route({
    method: 'DELETE',
    path: '/org/{orgId}/offer/{offerId}',
    operationId: 'deleteOffer',
    condition: { lock: lockWithSet },
    group: 'Offer',
    summary: 'Delete an offer',
    description:
      'The status must be DRAFT, CREATE_FAILED, EXPIRED or CANCELLED. Lists include deleted offers only when filtered by that status.',
    access: 'offers:write',
    response: z.string(),
    responseDescription: 'The id of the offer',
    errors: [offerErrors.offer_not_found.definition, offerErrors.offer_state.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        const id = params.offerId;
        await leaveSet(scope, id, () => deleteOffer(scope, id));
        return { body: params.offerId };
      },
    },
  });

/** Locks the set of an offer before the offer, as all transactions do. */
const lockWithSet = async (scope: OrgTransaction, params: { offerId: string }): Promise<void> => {
  const setId = await offerSetOf(scope, params.offerId);
  if (setId) await lockOfferSet(scope, setId);
  await lockRows(['offer', 'offerId'])(scope, params);
};

/**
 * Marks an offer as deleted. Lists include deleted offers only when filtered by that status.
 * @throws 404 when the offer does not exist, 409 when its state does not allow the deletion
 */
async function deleteOffer(scope: OrgTransaction, id: string): Promise<void> {
  const offer = await requireState(scope, id, 'delete');
  await changeOffer(scope, offer, 'DELETE', {
    status: 'DELETED',
    metaInfo: { lastModifiedBy: modifiedBy(scope) },
  });
}
