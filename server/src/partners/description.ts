import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The description of channel partners in the OpenAPI document. */
export const partnerDescription: ApiPart = {
  groups: {
    'Partner Relationship Management':
      'Channel partners, which sell for the organization or bring it customers: tiers, agreements, attributions and ' +
      'deal registrations. An approved deal registration protects the customer that a partner brings.',
    PartnerPortal:
      'Operations for people and programs that act for a channel partner. The operations return only records of ' +
      'that channel partner.',
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
