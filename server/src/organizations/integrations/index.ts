export { integrationRoutes } from './routes.ts';
export type { IntegrationDeps } from './service.ts';
export { readSettings } from './service.ts';
