export { othersMay } from './authority.ts';
export { type ClientDeps, createClient, deleteClient, rotateClient } from './clients/operator.ts';
export {
  type AiBillingParty,
  type AiSwitchOff,
  aiBillingSql,
  findAiBillingParty,
  readAiSwitch,
  setAiCredit,
  switchAiOff,
  switchAiOn,
} from './configuration/ai-billing.ts';
export { readNotificationConfig } from './configuration/notifications.ts';
export { readMailRouting, readSignupPageConfig } from './configuration/signup-page.ts';
export { offersNeedApproval, selectOffersNeedApproval } from './configuration/store.ts';
export { encryptedColumns } from './encrypted-columns.ts';
export { integrationErrors, organizationErrors } from './errors.ts';
export { type Chatbot, readChatbot } from './integrations/chatbot.ts';
export type { ConnectionsDeps } from './integrations/connections.ts';
export { notePass, type Pass } from './integrations/health.ts';
export { announceImport } from './integrations/notices.ts';
export { readSettings as readIntegrationSettings } from './integrations/settings.ts';
export { isConnected, listConnected } from './integrations/store.ts';
export { issuerOf } from './issuer.ts';
export { createJoinLink } from './members/join-link.ts';
export { findEveryMember, findPeople, lockMemberForReference, organizationName } from './members/people.ts';
export { createOrganization } from './organization/create.ts';
export { commandOrganization, listEveryOrganization } from './organization/operator.ts';
export { listSetQuotas, setQuota } from './quotas.ts';
export { operatorCommands } from './states.ts';
