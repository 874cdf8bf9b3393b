import type { QuotaDefinition } from '../platform/access/quotas.ts';
import type { Route } from '../platform/http/route.ts';
import { articleRoutes } from './article-routes.ts';
import { countArticles } from './articles.ts';
import type { Documentation } from './documentation.ts';
import { searchRoute } from './search-route.ts';

export { articlePassages } from './articles.ts';
export { backfillJobHandler } from './backfill-job.ts';
export { knowledgeDescription } from './description.ts';
export { createDocumentation } from './documentation.ts';
export { documentationPassages } from './documentation-passages.ts';
export { warnOfExtensions } from './extensions.ts';
export { eventsAreUnindexed } from './feed-store.ts';
export { createIndexer, type Indexer } from './indexer.ts';

export const knowledgeRoutes = (documentation: Documentation): Route[] => [
  searchRoute(documentation),
  ...articleRoutes(),
];

export const knowledgeQuotas: readonly QuotaDefinition[] = [
  { name: 'knowledgeArticles', description: 'Articles of the organization’s own', count: countArticles },
];
