import { countEndpoints, type Schedule } from '../notifications/index.ts';
import type { QuotaDefinition } from '../platform/access/quotas.ts';
import type { Route } from '../platform/http/route.ts';
import type { NewId } from '../platform/ids.ts';
import type { AnyJobHandler } from '../platform/jobs/queue.ts';
import { allowClientRoute, disallowClientRoute } from './clients/allow.ts';
import type { ClientRouteDeps } from './clients/command.ts';
import {
  changeClientRoute,
  createClientRoute,
  deleteClientRoute,
  getClientRoute,
  listClientsRoute,
} from './clients/crud.ts';
import { rotateSecretRoute } from './clients/rotate.ts';
import { countClients } from './clients/store.ts';
import { type ConfigurationDeps, recordRoutes } from './configuration/configure.ts';
import { cosellConfiguration } from './configuration/cosell.ts';
import { generalConfiguration } from './configuration/general.ts';
import { type NotificationConfigDeps, notificationConfiguration } from './configuration/notifications.ts';
import { signupPageConfiguration } from './configuration/signup-page.ts';
import { singleSignOn } from './configuration/single-sign-on.ts';
import {
  changeIntegrationRoute,
  createIntegrationRoute,
  deleteIntegrationRoute,
  getIntegrationRoute,
  listIntegrationsRoute,
} from './integrations/crud.ts';
import { noticeJobHandler } from './integrations/health.ts';
import { secretEndsSchedule } from './integrations/notices.ts';
import { reverifyJobHandler, reverifySchedule } from './integrations/reverify.ts';
import { type SetupDeps, setupRoute } from './integrations/setup.ts';
import { type VerificationDeps, verificationRoute, verifyIntegrationRoute } from './integrations/verify.ts';
import { acceptInvitationRoute } from './members/accept.ts';
import type { MemberDeps } from './members/command.ts';
import {
  getMemberRoute,
  leaveOrganizationRoute,
  listMembersRoute,
  removeMemberRoute,
  updateMemberRoute,
} from './members/crud.ts';
import { type InvitationPageDeps, invitationPages } from './members/invitation-pages.ts';
import { inviteMemberRoute } from './members/invite.ts';
import { joinPages } from './members/join-pages.ts';
import { mailSettingsRoutes } from './members/mail-settings.ts';
import { updateOrganizationRoute } from './organization/change.ts';
import { createOrganizationRoute } from './organization/create.ts';
import { deleteOrganizationRoute, type SalesReader } from './organization/delete.ts';
import { getOrganizationRoute, listOrganizationsRoute } from './organization/read.ts';
import { countMembers, quotaRoutes } from './quotas.ts';
import { roleRoutes } from './roles/crud.ts';
import { savedViewRoutes } from './saved-views/crud.ts';

export { createLoadAccess, requirePrincipal } from './access.ts';
export type { NewClient } from './clients/operator.ts';
export { checkSecret, findKey } from './clients/secrets.ts';
export { configurationDescription, organizationDescription } from './description.ts';
export { createIntegrationConnections, onUnauthorized } from './integrations/connections.ts';
export { alertUnreadable } from './integrations/notices.ts';
export type { OnVerified } from './integrations/verify.ts';
export { createJoin } from './members/join.ts';
export { createEnvironmentOf } from './organization/read.ts';
export type { Role } from './roles/permissions.ts';
export type { OperatorCommand } from './states.ts';

const ownRoutes = (deps: { newId: NewId; sold: SalesReader }) => [
  listOrganizationsRoute,
  createOrganizationRoute(deps),
  getOrganizationRoute,
  updateOrganizationRoute,
  deleteOrganizationRoute(deps),
];

const memberRoutes = (deps: MemberDeps & InvitationPageDeps) => [
  listMembersRoute,
  getMemberRoute,
  inviteMemberRoute(deps),
  acceptInvitationRoute(deps),
  updateMemberRoute(deps),
  removeMemberRoute,
  leaveOrganizationRoute,
  ...mailSettingsRoutes,
  ...savedViewRoutes,
  ...invitationPages(deps),
  ...joinPages(deps),
];

/** The operations on every configuration record of an organization: one record for each field of `info`. */
const configurationRoutes = (deps: ConfigurationDeps & NotificationConfigDeps) =>
  [
    notificationConfiguration(deps),
    ...generalConfiguration,
    signupPageConfiguration(deps.previews),
    singleSignOn,
    ...cosellConfiguration,
  ].flatMap((record) => recordRoutes(record, deps));

const clientRoutes = (deps: ClientRouteDeps) => [
  createClientRoute(deps),
  listClientsRoute,
  getClientRoute,
  changeClientRoute(deps),
  rotateSecretRoute(deps),
  deleteClientRoute,
  allowClientRoute,
  disallowClientRoute,
];

type IntegrationDeps = VerificationDeps & SetupDeps;

/** The routes of integrations. Each service of a partner has one integration, with encrypted secrets. */
const integrationRoutes = (deps: IntegrationDeps) => [
  listIntegrationsRoute,
  createIntegrationRoute(deps),
  getIntegrationRoute,
  changeIntegrationRoute(deps),
  deleteIntegrationRoute,
  verifyIntegrationRoute(deps),
  verificationRoute,
  setupRoute(deps),
];

type OrganizationRouteDeps = { sold: SalesReader } & MemberDeps &
  InvitationPageDeps &
  ConfigurationDeps &
  NotificationConfigDeps;

type ConnectionRouteDeps = ClientRouteDeps & IntegrationDeps & { quotas: readonly QuotaDefinition[] };

/** The routes of organizations, their members, roles and configuration. */
export const organizationRoutes = (deps: OrganizationRouteDeps): Route[] => [
  ...ownRoutes(deps),
  ...memberRoutes(deps),
  ...roleRoutes(),
  ...configurationRoutes(deps),
];

/** The routes of API clients, integrations and quotas. */
export const connectionRoutes = (deps: ConnectionRouteDeps): Route[] => [
  ...clientRoutes(deps),
  ...integrationRoutes(deps),
  ...quotaRoutes(deps.quotas),
];

/** All kinds of jobs about organizations. */
export const organizationJobs = (deps: VerificationDeps): AnyJobHandler[] => [
  reverifyJobHandler(deps),
  noticeJobHandler,
];

export const organizationSchedules: readonly Schedule[] = [reverifySchedule, secretEndsSchedule];

/** The quotas of this slice. */
export const organizationQuotas: readonly QuotaDefinition[] = [
  { name: 'apiClients', description: 'API clients that may act in the organization', count: countClients },
  {
    name: 'members',
    description: 'People who are members of the organization or were invited to it',
    count: countMembers,
  },
  { name: 'webhookEndpoints', description: 'Webhook endpoints', count: countEndpoints },
];
