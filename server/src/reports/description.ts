import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts and operation groups of the OpenAPI document for reports. */
export const reportDescription: ApiPart = {
  groups: {
    Revenue:
      'Revenue records: amounts that marketplaces reported for sales, as single lines, by entitlement and by day. ' +
      'Amounts of different currencies are never added, and days are UTC.',
    Report:
      'Sales, usage, billing and payouts by day, as JSON, or as CSV for `Accept: text/csv`. Amounts of different currencies are ' +
      'never added, and days are UTC.',
  },
  parameters: {},
};
