import type { Route } from '../http/route.ts';
import { documentationPages } from './pages.ts';
import { referenceRoutes } from './reference.ts';

/** What people read: the start page, guides, error pages, and the interactive reference. */
export const documentationRoutes = (): Route[] => [...documentationPages(), ...referenceRoutes()];
