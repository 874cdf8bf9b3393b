import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for the sandbox. */
export const sandboxDescription: ApiPart = {
  groups: {
    Sandbox:
      'Marketplaces that are played for organizations of the environment TEST: buyers that accept and order, a clock that can ' +
      'be advanced, and faults that can be made to happen.',
  },
  parameters: {
    sandboxFaultId: 'The fault',
  },
};
