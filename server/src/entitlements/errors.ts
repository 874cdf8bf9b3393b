import { defineErrors } from '../platform/errors.ts';

/** The operations on entitlements list 200, 400, 404 and 500 as their statuses: a state error is a 400 (R4). */
export const entitlementErrors = defineErrors({
  entitlement_not_found: [404, 'There is no such entitlement'],
  entitlement_term_not_found: [404, 'There is no such entitlement term'],
  entitlement_not_active: [400, 'An addon can be applied to an ACTIVE entitlement only'],
  entitlement_state: [400, 'The operation is not possible in the state of the entitlement'],
  entitlement_partner: [400, 'The operation is not possible where the entitlement was sold'],
  entitlement_term_not_deletable: [400, 'Only an unused part of a divided commit can be deleted'],
  addon_exists: [400, 'The entitlement has an addon with this id'],
});
