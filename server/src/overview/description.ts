import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts and operation groups of the OpenAPI document for overviews. */
export const overviewDescription: ApiPart = {
  groups: {
    Overview: 'Summaries and time series of an organization, for dashboards.',
  },
  parameters: {},
};
