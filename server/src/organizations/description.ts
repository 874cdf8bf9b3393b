import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The description of organizations in the OpenAPI document. */
export const organizationDescription: ApiPart = {
  groups: {
    Organization:
      'Organizations, their members, roles, integrations and configuration. Each record belongs to one ' +
      'organization, whose id is in the path of almost every operation. TEST organizations sell on ' +
      'marketplaces that the sandbox simulates.',
    API:
      'Programs that may call the API. Each has a role, and is an OAuth client or has an API key. A secret is ' +
      'returned once; after a rotation the old secret can stay valid for some hours.',
  },
  parameters: {
    orgId: 'The organization',
    userId: 'The member, or the invitation',
    roleName: 'The role',
    savedViewId: 'The saved view of the calling member',
    apiClientId: 'The API client',
    otherOrgId: 'The other organization',
    service: 'The service of the partner',
  },
  identifiers: {
    apiclient: 'cli',
    client: 'cli',
    savedview: 'view',
    org: 'org',
    organization: 'org',
  },
};

/** The description of the groups whose first operations are configuration records. */
export const configurationDescription: ApiPart = {
  groups: {
    Cosell: 'Sharing of sales records with marketplaces and CRMs, and mapping of their fields.',
  },
};
