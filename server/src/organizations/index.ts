export { createLoadAccess } from './access.ts';
export {
  type ClientDeps,
  checkSecret,
  createClient,
  deleteClient,
  type NewClient,
  rotateClient,
} from './clients.ts';
export { configurationRoutes } from './configuration/index.ts';
export { organizationRoutes } from './routes.ts';
export { createEnvironmentOf, createOrganization, listEveryOrganization } from './service.ts';
