export { createAuthenticate } from './api-keys.ts';
export { createAttemptRates } from './attempt-rates.ts';
export { authenticationDescription } from './description.ts';
export { createSigningKeys } from './keys.ts';
export { createPasswords, type PasswordCost } from './passwords.ts';
export { createPersonPages } from './person-pages.ts';
export { type AuthenticationDeps, authenticationRoutes } from './routes.ts';
export { authenticationSweeps } from './sweeps.ts';
export { createTokens, type Tokens } from './tokens.ts';
