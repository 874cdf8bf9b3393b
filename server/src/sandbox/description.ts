import type { ApiPart } from '../platform/openapi/api-description.ts';

/** What the document of the API says of this part of it. */
export const sandboxDescription: ApiPart = {
  groups: {
    Sandbox:
      'Marketplaces that are played for organizations of the environment TEST: buyers that accept and order, a clock that can ' +
      'be advanced, and faults that can be made to happen.',
  },
};
