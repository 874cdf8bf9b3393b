import { defineErrors } from '../platform/errors.ts';

export const offerErrors = defineErrors({
  offer_not_found: [404, 'Offer not found'],
  offer_not_acceptable: [409, "The offer's status does not allow acceptance or rejection"],
  offer_state: [409, "The offer's status does not allow this operation"],
  offer_eula_unavailable: [400, 'The offer has no license agreement to read'],
  offer_not_approved: [409, 'The offer must be approved before it is published or sold'],
  offer_approval_state: [409, "The offer's approval status does not allow this operation"],
  offer_not_at_marketplace: [409, 'The offer is not on a marketplace'],
});

export const offerSetErrors = defineErrors({
  offer_set_not_found: [404, 'Offer set not found'],
  offer_set_state: [409, "The offer set's status does not allow this operation"],
  offer_in_other_set: [409, 'The offer is in another offer set'],
});
