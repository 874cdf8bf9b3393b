/** Signups of clients with the seller, for entitlements; and the report of entitlements for which nobody signed up. */
export { headlessSchedule } from './headless.ts';
export { signupRoutes } from './routes.ts';
