import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts and operation groups of the OpenAPI document for buyers. */
export const buyerDescription: ApiPart = {
  groups: {
    Buyer:
      'Companies that buy. Buyers from marketplaces are created automatically; two records of one company can be merged.',
    Contact:
      'People at buyers, who receive offers and notices. A contact can belong to any number of buyers and offers.',
  },
  parameters: {
    buyerId: 'The buyer',
    contactId: 'The contact',
  },
  identifiers: {
    buyer: 'buy',
  },
};
