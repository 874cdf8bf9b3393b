import type { Schedule } from '../notifications/index.ts';
import type { QuotaDefinition } from '../platform/access/quotas.ts';
import type { Route } from '../platform/http/route.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { type ClientRouteDeps, clientRoutes } from './clients/index.ts';
import { configurationRoutes } from './configuration/index.ts';
import {
  type IntegrationDeps,
  integrationRoutes,
  reverifyJobHandler,
  reverifySchedule,
  secretEndsSchedule,
  type VerificationDeps,
} from './integrations/index.ts';
import { memberRoutes } from './members/routes.ts';
import { organizationRoutes as ownRoutes } from './organization/routes.ts';
import { quotaRoutes } from './quotas/index.ts';
import { roleRoutes } from './roles/routes.ts';

export { createLoadAccess, requirePrincipal } from './access.ts';
export { othersMay } from './authority.ts';
export {
  type ClientDeps,
  checkSecret,
  createClient,
  deleteClient,
  type NewClient,
  rotateClient,
} from './clients/index.ts';
export {
  type AiBillingParty,
  type AiOff,
  aiBillingSql,
  findAiBillingParty,
  readAiSwitch,
  setAiCredit,
  switchAiOff,
  switchAiOn,
} from './configuration/ai-billing.ts';
export { readNotificationConfig, readSignupPageConfig } from './configuration/index.ts';
export { offersNeedApproval, selectOffersNeedApproval } from './configuration/private-offers.ts';
export { configurationDescription, organizationDescription } from './description.ts';
export { domainOf, isPublicMailDomain } from './email-domains.ts';
export { encryptedColumns } from './encrypted-columns.ts';
export { organizationErrors } from './errors.ts';
export {
  alertUnreadable,
  announceImport,
  type Chatbot,
  type ConnectionsDeps,
  createIntegrationConnections,
  integrationErrors,
  isConnected,
  listConnected,
  notePass,
  type OnVerified,
  onUnauthorized,
  type Pass,
  readChatbot,
  readSettings as readIntegrationSettings,
} from './integrations/index.ts';
export { createJoin } from './members/join.ts';
export { createJoinLink } from './members/join-link.ts';
export {
  findEveryMember,
  findPeople,
  lockMemberForReference,
  organizationName,
} from './members/people.ts';
export { commandOrganization } from './organization/operator.ts';
export { listSetQuotas, organizationQuotas, setQuota } from './quotas/index.ts';
export type { Role } from './roles/permissions.ts';
export { createEnvironmentOf, createOrganization, listEveryOrganization } from './service.ts';
export { type OperatorCommand, operatorCommands } from './states.ts';

export type OrganizationRouteDeps = Parameters<typeof ownRoutes>[0] &
  Parameters<typeof memberRoutes>[0] &
  Parameters<typeof configurationRoutes>[0];

/** Organizations, their members and roles, and how they are configured. */
export const organizationRoutes = (deps: OrganizationRouteDeps): Route[] => [
  ...ownRoutes(deps),
  ...memberRoutes(deps),
  ...roleRoutes(),
  ...configurationRoutes(deps),
];

export type ConnectionRouteDeps = ClientRouteDeps & IntegrationDeps & { quotas: readonly QuotaDefinition[] };

/** Programs that may call, connections to other systems, and how much there may be. */
export const connectionRoutes = (deps: ConnectionRouteDeps): Route[] => [
  ...clientRoutes(deps),
  ...integrationRoutes(deps),
  ...quotaRoutes(deps.quotas),
];

/** All kinds of jobs about organizations. */
export const organizationJobs = (deps: VerificationDeps): AnyJobHandler[] => [reverifyJobHandler(deps)];

export const organizationSchedules: readonly Schedule[] = [reverifySchedule, secretEndsSchedule];
