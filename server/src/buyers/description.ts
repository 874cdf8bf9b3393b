import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for buyers. */
export const buyerDescription: ApiPart = {
  groups: {
    Buyer:
      'Companies that buy. Those that come from marketplaces appear by themselves; two records of one company can be merged.',
    Contact:
      'People at buyers, who get offers and notices. A contact belongs to any number of buyers and offers.',
  },
  parameters: {
    buyerId: 'The buyer',
    contactId: 'The contact',
  },
  identifiers: {
    buyer: 'buy',
  },
};
