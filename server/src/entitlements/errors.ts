import { defineErrors } from '../platform/errors.ts';

/** The operations on terms and addons list 200, 400 and 500 as their statuses: a state error is a 400 (R4). */
export const entitlementErrors = defineErrors({
  entitlement_not_found: [404, 'There is no such entitlement'],
  entitlement_term_not_found: [404, 'There is no such entitlement term'],
  entitlement_not_active: [400, 'An addon can be applied to an ACTIVE entitlement only'],
  addon_exists: [400, 'The entitlement has an addon with this id'],
});
