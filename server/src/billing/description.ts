import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for billing. */
export const billingDescription: ApiPart = {
  groups: {
    Billing: 'Templates of addons: amounts that are charged beside what was agreed.',
  },
  parameters: {
    addonId: 'The addon template',
  },
};
