import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for entitlements. */
export const entitlementDescription: ApiPart = {
  groups: {
    Entitlement:
      'What was bought: states, terms, seats, plans, credit and cancellation. An entitlement begins when an offer is accepted ' +
      'or something is ordered at a marketplace; each of its terms says what was committed to for a time.',
  },
  parameters: {
    entitlementId: 'The entitlement',
    entitlementTermId: 'The term of the entitlement',
  },
  identifiers: {
    entitlement: 'ent',
    entitlementterm: 'trm',
    term: 'trm',
  },
};
