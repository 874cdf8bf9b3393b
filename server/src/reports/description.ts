import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for reports. */
export const reportDescription: ApiPart = {
  groups: {
    Report:
      'What was sold, used, billed and paid out, by the day: JSON, or CSV for `Accept: text/csv`. Amounts of two currencies are ' +
      'never in one sum, and days are those of UTC.',
  },
  parameters: {},
};
