import type { Route } from '../http/route.ts';
import { type Documented, documentationPages } from './pages.ts';
import { referenceRoutes } from './reference.ts';

/** The routes of what people read: the start page, guides, error pages, and the interactive reference. */
export const documentationRoutes = (documented: Documented): Route[] => [
  ...documentationPages(documented),
  ...referenceRoutes(),
];

export type { Guide } from './guides.ts';
