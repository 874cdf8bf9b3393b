import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { contactRoutes } from './contact-routes.ts';
import { mergeAccountJobHandler } from './merge-job.ts';
import type { BuyerReferences } from './references.ts';
import { type BuyerRouteDeps, buyerRoutes as ownRoutes } from './routes.ts';

export { buyerAddresses } from './addresses.ts';
export { buyerDescription } from './description.ts';
export { buyerPassages } from './passages.ts';

/** Returns the routes of buyers and contacts. */
export const buyerRoutes = (deps: BuyerRouteDeps): Route[] => [...ownRoutes(deps), ...contactRoutes(deps)];

/** Returns all jobs of buyers. */
export const buyerJobs = (references: readonly BuyerReferences[]): AnyJobHandler[] => [
  mergeAccountJobHandler(references),
];
