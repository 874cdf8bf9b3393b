import { defineErrors } from '../../platform/errors.ts';

export const offerSetErrors = defineErrors({
  offer_set_not_found: [404, 'There is no such offer set'],
  offer_set_state: [409, 'The offer set does not allow this in its state'],
  offer_in_other_set: [409, 'The offer is in another offer set'],
});
