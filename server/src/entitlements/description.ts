import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The description and groups of the entitlement operations in the OpenAPI document. */
export const entitlementDescription: ApiPart = {
  groups: {
    Entitlement:
      'What buyers bought: states, terms, seats, plans, credit and cancellation. An entitlement begins when a buyer accepts an offer ' +
      'or orders a product at a marketplace. Each of its terms states the amount committed for a period.',
  },
  parameters: {
    entitlementId: 'The entitlement',
    entitlementTermId: 'The term of the entitlement',
    entitlementRequestId: 'The request of the buyer',
  },
  identifiers: {
    entitlement: 'ent',
    entitlementterm: 'trm',
    entitlementrequest: 'erq',
    term: 'trm',
  },
};
