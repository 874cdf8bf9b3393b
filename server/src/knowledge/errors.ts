import { defineErrors } from '../platform/errors.ts';

export const knowledgeErrors = defineErrors({
  knowledge_article_not_found: [404, 'Article not found'],
});
