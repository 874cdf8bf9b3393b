import { defineErrors } from '../platform/errors.ts';

/**
 * The specification declares 200, 400, 404 and 500 for operations on entitlements, so a state error is a 400 (R4).
 */
export const entitlementErrors = defineErrors({
  entitlement_not_found: [404, 'Entitlement not found'],
  entitlement_term_not_found: [404, 'Entitlement term not found'],
  entitlement_not_active: [400, 'An addon requires an ACTIVE entitlement'],
  entitlement_state: [400, "The entitlement's status does not allow this operation"],
  entitlement_partner: [400, "This operation is not available for the entitlement's marketplace"],
  entitlement_term_not_deletable: [400, 'Only an unused part of a divided commit can be deleted'],
  entitlement_request_not_found: [404, 'Request of the buyer not found'],
  entitlement_request_state: [400, "The request's status does not allow this answer"],
  addon_exists: [400, 'The entitlement already has an addon with this id'],
});
