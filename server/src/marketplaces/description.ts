import type { ApiPart } from '../platform/openapi/api-description.ts';

/** What the document of the API says of this part of it. */
export const marketplaceDescription: ApiPart = {
  groups: {
    Marketplaces:
      'Notifications of marketplaces. Each message proves its sender; nobody else has a use for it.',
  },
  parameters: {
    partner: 'The marketplace',
  },
};
