import { defineErrors } from '../platform/errors.ts';

export const partnerErrors = defineErrors({
  channel_partner_not_found: [404, 'Channel partner not found'],
  channel_partner_state: [409, "The channel partner's status does not allow this operation"],
  channel_partner_account_taken: [409, 'Another channel partner has this account'],
  channel_partner_in_use: [409, 'The channel partner has open deal registrations'],
  channel_partner_tier_not_found: [404, 'Channel partner tier not found'],
  channel_partner_tier_rank_taken: [409, 'Another tier has this rank'],
  channel_partner_tier_in_use: [409, 'The tier has channel partners'],
  channel_partner_agreement_not_found: [404, 'Channel partner agreement not found'],
  channel_partner_agreement_overlaps: [409, 'The agreement overlaps another agreement'],
  deal_registration_not_found: [404, 'Deal registration not found'],
  deal_registration_state: [409, "The deal registration's status does not allow this operation"],
  attribution_not_found: [404, 'Attribution not found'],
  attribution_frozen: [409, 'Attribution cannot change after the offer is accepted'],
  attribution_above_all: [409, 'The shares of the offer exceed 100 percent'],
  deal_registration_conflict: [409, 'Another deal registration protects this customer'],
});
