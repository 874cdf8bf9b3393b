import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for organizations. */
export const organizationDescription: ApiPart = {
  groups: {
    Organization:
      'Organizations, their members, roles, integrations and configuration. All records belong to one organization; its id ' +
      'is in the path of almost every operation. Organizations of the environment TEST sell at marketplaces that are played.',
    API: 'Programs that may call: each is an OAuth client with a role. A secret is answered once, and is replaced with a time in which both are good.',
  },
  parameters: {
    orgId: 'The organization',
    userId: 'The member, or the invitation',
    roleName: 'The role',
    apiClientId: 'The API client',
    otherOrgId: 'The other organization',
    service: 'The service of the partner',
  },
  identifiers: {
    apiclient: 'cli',
    client: 'cli',
    org: 'org',
    organization: 'org',
  },
};

/** The text and groups that the document has for the configuration, which operations of later slices follow. */
export const configurationDescription: ApiPart = {
  groups: {
    Cosell: 'How records of sales are shared with marketplaces and CRMs, and which field fills which.',
  },
};
