import type { ApiPart } from '../platform/openapi/api-description.ts';

/** What the document of the API says of this part of it. */
export const billingDescription: ApiPart = {
  groups: {
    Billing: 'Templates of addons: amounts that are charged beside what was agreed.',
  },
};
