import { defineErrors } from '../platform/errors.ts';

export const offerErrors = defineErrors({
  offer_not_found: [404, 'There is no such offer'],
  offer_not_acceptable: [409, 'The offer cannot be accepted or rejected in its state'],
  offer_state: [409, 'The offer is not in a state for this'],
  offer_eula_unavailable: [400, 'The offer has no such license agreement that could be read'],
  offer_not_approved: [409, 'The offer must be approved before it is published'],
  offer_approval_state: [409, 'The approval of the offer is not in a state for this'],
  offer_not_at_marketplace: [409, 'The offer is at no marketplace'],
});
