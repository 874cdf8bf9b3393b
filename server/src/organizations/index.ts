export { createLoadAccess } from './access.ts';
export { othersMay } from './authority.ts';
export {
  type ClientDeps,
  type ClientRouteDeps,
  checkSecret,
  clientRoutes,
  createClient,
  deleteClient,
  type NewClient,
  rotateClient,
} from './clients/index.ts';
export { configurationRoutes, readNotificationConfig, readSignupPageConfig } from './configuration/index.ts';
export { offersNeedApproval, selectOffersNeedApproval } from './configuration/private-offers.ts';
export { configurationDescription, organizationDescription } from './description.ts';
export { encryptedColumns } from './encrypted-columns.ts';
export { type IntegrationDeps, integrationRoutes } from './integrations/index.ts';
export { createJoin } from './members/join.ts';
export { findPeople, organizationName } from './members/people.ts';
export { memberRoutes } from './members/routes.ts';
export { commandOrganization } from './organization/operator.ts';
export { organizationRoutes } from './organization/routes.ts';
export { listSetQuotas, organizationQuotas, quotaRoutes, setQuota } from './quotas/index.ts';
export type { Role } from './roles/permissions.ts';
export { roleRoutes } from './roles/routes.ts';
export { createEnvironmentOf, createOrganization, listEveryOrganization } from './service.ts';
export { type OperatorCommand, operatorCommands } from './states.ts';
