import { defineErrors } from '../platform/errors.ts';

export const partnerErrors = defineErrors({
  channel_partner_not_found: [404, 'There is no such channel partner'],
  channel_partner_state: [409, 'The channel partner is not in a state for this'],
  channel_partner_account_taken: [409, 'The account is that of another channel partner'],
  channel_partner_in_use: [409, 'The channel partner has deal registrations that are open'],
  channel_partner_tier_not_found: [404, 'There is no such tier of channel partners'],
  channel_partner_tier_rank_taken: [409, 'Another tier has this rank'],
  channel_partner_tier_in_use: [409, 'Channel partners are of this tier'],
  channel_partner_agreement_not_found: [404, 'The channel partner has no such agreement'],
  channel_partner_agreement_overlaps: [409, 'Another agreement is for the same at the same time'],
  deal_registration_not_found: [404, 'There is no such deal registration'],
  deal_registration_state: [409, 'The deal registration is not in a state for this'],
  attribution_not_found: [404, 'The offer is not due to this channel partner'],
  attribution_frozen: [409, 'The offer was accepted: to whom it is due does not change any more'],
  attribution_above_all: [409, 'The shares of the offer would come to more than all of it'],
  deal_registration_conflict: [409, 'The customer is protected for another deal registration'],
});
