import type { Route } from '../platform/http/route.ts';
import { clockJobHandler, type FlushEvents } from './clock-job.ts';
import { type SandboxPageDeps, sandboxPages } from './page.ts';
import { sandboxRoutes as ownRoutes } from './routes.ts';

export type { FlushEvents } from './clock-job.ts';
export { sandboxDescription } from './description.ts';
export { addCatalogue } from './products.ts';

/** The routes that play buyers, time and faults, and the page on which an offer is accepted. */
export const sandboxRoutes = (deps: SandboxPageDeps): Route[] => [...ownRoutes(), ...sandboxPages(deps)];

export const sandboxJobs = (flushEvents: FlushEvents) => [clockJobHandler(flushEvents)];
