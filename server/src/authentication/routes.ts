import type { Logger } from 'pino';
import type { Addresses } from '../platform/addresses.ts';
import type { Database } from '../platform/database/database.ts';
import type { Route } from '../platform/http/route.ts';
import type { NewId } from '../platform/ids.ts';
import { createOutsideFetch } from '../platform/outside/outside-fetch.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { accountRoutes } from './account-routes.ts';
import type { AttemptRates } from './attempt-rates.ts';
import { readAuthorizationRequest } from './authorization-request.ts';
import { authorizeRoutes } from './authorize-routes.ts';
import { type ConsolePage, callbackPage } from './callback-page.ts';
import { createChallenges } from './challenges.ts';
import { factorRoutes } from './factor-routes.ts';
import type { SigningKeys } from './keys.ts';
import { linkPages } from './link-pages.ts';
import { meRoutes } from './me-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import type { Passwords } from './passwords.ts';
import { createPersonPages } from './person-pages.ts';
import { createPublicClients } from './public-clients.ts';
import { createPendingSteps } from './second-step.ts';
import { createRequirePersonSession, type RequirePrincipal, type SessionLimits } from './sessions.ts';
import { signUpPages } from './sign-up-pages.ts';
import type { Join } from './sso-join.ts';
import { createSsoProvider } from './sso-provider.ts';
import { ssoRoutes } from './sso-routes.ts';
import { type CheckSecret, tokenRoutes } from './token-route.ts';
import type { Tokens } from './tokens.ts';

export type AuthenticationDeps = {
  database: Database;
  tokens: Tokens;
  keys: SigningKeys;
  addresses: Addresses;
  vault: Vault;
  newId: NewId;
  now: () => Date;
  log: Logger;
  passwords: Passwords;
  checkSecret: CheckSecret;
  attemptRates: AttemptRates;
  /** Loads the principal; provided by the organizations slice. */
  requirePrincipal: RequirePrincipal;
  sessionLimits: SessionLimits;
  /** Adds a member; provided by a slice that depends on this slice. */
  join: Join;
  /** The page of the console, if it is built. */
  consolePage: ConsolePage;
  /** Whether identity providers may use http and private networks. */
  allowInsecureIssuer: boolean;
};

/** Creates the routes of accounts, sign-in, sessions and tokens. */
export function authenticationRoutes(deps: AuthenticationDeps): Route[] {
  const { addresses, allowInsecureIssuer: allowInsecure } = deps;
  const clients = createPublicClients(addresses);
  const people = createPersonPages(deps);
  const issuer = () => addresses.authUrl();
  const readRequest = (parameters: URLSearchParams) =>
    readAuthorizationRequest(parameters, { clients, issuer: issuer(), isResource: addresses.isBaseUrl });
  const provider = createSsoProvider({ outsideFetch: createOutsideFetch({ allowInsecure }), allowInsecure });
  const challenges = createChallenges(deps);
  const pages = {
    ...deps,
    ...people,
    issuer,
    readRequest,
    pendingSteps: createPendingSteps(deps),
    challenges,
  };
  const requirePersonSession = createRequirePersonSession(deps.requirePrincipal);
  const own = { ...deps, accounts: people.accounts, requirePersonSession };
  return [
    ...tokenRoutes({ ...deps, clients }),
    ...accountRoutes(people),
    ...meRoutes(own),
    ...factorRoutes(own),
    ...passkeyRoutes({ ...own, challenges }),
    ...authorizeRoutes(pages),
    ...linkPages(pages),
    ...signUpPages(pages),
    callbackPage(pages),
    ...ssoRoutes({ ...pages, provider }),
  ];
}
