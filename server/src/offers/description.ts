import type { ApiPart } from '../platform/openapi/api-description.ts';

/** Texts and tags of offers in the OpenAPI document. */
export const offerDescription: ApiPart = {
  groups: {
    Offer:
      'Private offers, from draft to acceptance. An offer is validated, approved if the organization requires it, created at ' +
      'its marketplace by a job, and accepted by its buyer there; a direct sale is accepted in Tradepost.',
    OfferSet: 'Offers to one buyer that are published and accepted together; marketplace A.',
  },
  parameters: {
    offerId: 'The offer',
    offerSetId: 'The offer set',
    offerExternalId: 'Identifier of the offer at the marketplace; encode a slash as %2F',
  },
  identifiers: {
    offer: 'ofr',
  },
};
