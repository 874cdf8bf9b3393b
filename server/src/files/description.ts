import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts of the OpenAPI document about files. */
export const fileDescription: ApiPart = {
  parameters: {
    fileId: 'Id of the file',
  },
};
