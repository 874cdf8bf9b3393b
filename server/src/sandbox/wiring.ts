import type { Route } from '../platform/http/route.ts';
import type { UpcomingSource } from '../platform/jobs/upcoming.ts';
import { clockJobHandler, type FlushEvents } from './clock-job.ts';
import { type SandboxPageDeps, sandboxPages } from './page.ts';
import { sandboxRoutes as ownRoutes, type SandboxRouteDeps } from './routes.ts';
import { upcomingRoute } from './upcoming-routes.ts';

export type { FlushEvents } from './clock-job.ts';
export { sandboxDescription } from './description.ts';
export { addCatalogue } from './products.ts';

/**
 * Returns all sandbox routes: operations of buyers, clock and faults, the list of upcoming events, and the
 * offer page.
 */
export const sandboxRoutes = (
  deps: SandboxPageDeps & SandboxRouteDeps & { upcoming: readonly UpcomingSource[] },
): Route[] => [...ownRoutes(deps), upcomingRoute(deps.upcoming), ...sandboxPages(deps)];

export const sandboxJobs = (flushEvents: FlushEvents) => [clockJobHandler(flushEvents)];
