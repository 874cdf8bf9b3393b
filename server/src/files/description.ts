import type { ApiPart } from '../platform/openapi/api-description.ts';

/** What the document of the API says of this part of it. */
export const fileDescription: ApiPart = {
  parameters: {
    fileId: 'The file',
  },
};
