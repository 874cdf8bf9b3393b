import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts and operation groups of the OpenAPI document for knowledge. */
export const knowledgeDescription: ApiPart = {
  groups: {
    'Knowledge Search':
      'Search in the documentation and in the organization’s records, and the organization’s own articles.',
  },
  parameters: {
    articleId: 'The article',
  },
  identifiers: {
    article: 'art',
  },
};
