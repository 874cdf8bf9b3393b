import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts and groups for the sandbox in the OpenAPI document. */
export const sandboxDescription: ApiPart = {
  groups: {
    Sandbox:
      'Simulated marketplaces for organizations of the environment TEST: buyers that accept and order, a clock that can ' +
      'be advanced, and faults that can be injected.',
  },
  parameters: {
    sandboxFaultId: 'The fault',
  },
};
