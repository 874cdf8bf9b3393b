import type { ApiPart } from '../platform/openapi/api-description.ts';

/** What the document of the API says of this part of it. */
export const operationDescription: ApiPart = {
  groups: {
    Operation:
      'Work that goes on after an answer: what it is about, how far it has come, and what went wrong.',
  },
  parameters: {
    operationId: 'The operation',
  },
};
