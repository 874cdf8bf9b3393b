/** Who of a client signed up with the seller for an entitlement, and the report of those for which nobody did. */
export { headlessSchedule } from './headless.ts';
export { signupRoutes } from './routes.ts';
