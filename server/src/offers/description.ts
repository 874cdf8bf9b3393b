import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for offers. */
export const offerDescription: ApiPart = {
  groups: {
    Offer:
      'Private offers, from the draft to the acceptance. An offer is checked, approved where that is asked for, created at ' +
      'its marketplace by a job, and accepted by its buyer there; a direct sale is accepted here.',
    OfferSet: 'Several offers that one buyer is to accept together; marketplace A.',
  },
  parameters: {
    offerId: 'The offer',
    offerSetId: 'The offer set',
    offerExternalId: 'The id that the marketplace gave the offer; a slash in it is sent as %2F',
  },
  identifiers: {
    offer: 'ofr',
  },
};
