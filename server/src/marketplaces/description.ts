import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The tags of the marketplaces in the OpenAPI document. */
export const marketplaceDescription: ApiPart = {
  groups: {
    Marketplaces:
      'Notifications from marketplaces. Each message is signed by its marketplace; other clients do not call these operations.',
  },
  parameters: {
    partner: 'The marketplace',
  },
};
