export { authenticationErrors } from './errors.ts';
export { createSigningKeys, type SigningKeys } from './keys.ts';
export { createPasswords, type PasswordCost } from './passwords.ts';
export { type AuthenticationDeps, authenticationRoutes } from './routes.ts';
export { requireSession, type Session } from './sessions.ts';
export { isSsoUsable } from './sso-config.ts';
export type { CheckedSecret } from './token-route.ts';
export { createTokens, type Tokens, unauthenticated } from './tokens.ts';
