import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts of the OpenAPI document about operations. */
export const operationDescription: ApiPart = {
  groups: {
    Operation: 'Work that continues after the response to a request, with its subject, progress and errors.',
  },
  parameters: {
    operationId: 'Id of the operation',
  },
};
