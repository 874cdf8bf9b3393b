export { createLoadAccess } from './access.ts';
export { type ClientDeps, createClient, deleteClient, type NewClient, rotateClient } from './clients.ts';
export { configurationRoutes } from './configuration/index.ts';
export { createSigningKeys, type SigningKeys } from './keys.ts';
export { organizationRoutes } from './routes.ts';
export { createEnvironmentOf, createOrganization, listEveryOrganization } from './service.ts';
export { tokenRoutes } from './token-route.ts';
export { createTokens, type Tokens } from './tokens.ts';
