import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for files. */
export const fileDescription: ApiPart = {
  parameters: {
    fileId: 'The file',
  },
};
