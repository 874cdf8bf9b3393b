import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for channel partners. */
export const partnerDescription: ApiPart = {
  groups: {
    ChannelPartner:
      'Companies that sell for the organization or bring it customers, and what was agreed on with them.',
    DealRegistration:
      'Customers that channel partners say they bring, and for whom an approval protects them.',
    PartnerPortal:
      'What people and programs of a channel partner reach, who are bound to it: what is its own, and nothing else.',
  },
  parameters: {
    channelPartnerId: 'The channel partner',
    channelPartnerTierId: 'The tier',
    agreementId: 'The agreement',
    dealRegistrationId: 'The deal registration',
  },
  identifiers: {
    'channel partner': 'chp',
    'tier of channel partners': 'cpt',
    'agreement with a channel partner': 'cpa',
    'deal registration': 'der',
    'attribution of an offer': 'oat',
    'attribution of an entitlement': 'eat',
  },
};
