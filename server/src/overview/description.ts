import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for overviews. */
export const overviewDescription: ApiPart = {
  groups: {
    Overview: 'How an organization stands, and how that went over time, for pages that people look at.',
  },
  parameters: {},
};
