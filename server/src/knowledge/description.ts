import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for knowledge. */
export const knowledgeDescription: ApiPart = {
  groups: {
    Knowledge: 'Search in the documentation and in what the organization has, and articles of its own.',
  },
  parameters: {
    articleId: 'The article',
  },
  identifiers: {
    article: 'art',
  },
};
