import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for marketplaces. */
export const marketplaceDescription: ApiPart = {
  groups: {
    Marketplaces:
      'Notifications of marketplaces. Each message proves its sender; nobody else has a use for it.',
  },
  parameters: {
    partner: 'The marketplace',
  },
};
