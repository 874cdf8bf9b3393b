import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts and groups for buyers' pages in the OpenAPI document. */
export const buyerPagesDescription: ApiPart = {
  groups: {},
  parameters: {
    pictureId: 'The picture',
    signupId: 'The signup page',
  },
};
