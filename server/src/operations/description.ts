import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for operations. */
export const operationDescription: ApiPart = {
  groups: {
    Operation:
      'Work that goes on after an answer: what it is about, how far it has come, and what went wrong.',
  },
  parameters: {
    operationId: 'The operation',
  },
};
