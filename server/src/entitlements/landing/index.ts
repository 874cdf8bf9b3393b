/** Where marketplaces send buyers after a purchase. */
export type { LandingDeps } from './landing.ts';
export { landingRoutes } from './routes.ts';
