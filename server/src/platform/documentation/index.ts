import type { Route } from '../http/route.ts';
import { type DocumentationSource, documentationPages } from './pages.ts';
import { referenceRoutes } from './reference.ts';

/** Returns the routes of the documentation: the start page, guides, error pages and the interactive reference. */
export const documentationRoutes = (documented: DocumentationSource): Route[] => [
  ...documentationPages(documented),
  ...referenceRoutes(),
];

export { type Guide, readWritten } from './guides.ts';
export { slugOf } from './markdown.ts';
export type { DocumentationSource } from './pages.ts';
