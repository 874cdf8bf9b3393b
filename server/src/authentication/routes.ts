import type { Logger } from 'pino';
import type { Addresses } from '../platform/addresses.ts';
import type { Database } from '../platform/database.ts';
import type { Vault } from '../platform/encryption.ts';
import type { NewId } from '../platform/ids.ts';
import { createOutsideFetch } from '../platform/outside-fetch.ts';
import type { Route } from '../platform/route.ts';
import { accountRoutes } from './account-routes.ts';
import { createAccounts } from './accounts.ts';
import { readAuthorizationRequest } from './authorization-request.ts';
import { authorizeRoutes } from './authorize-routes.ts';
import { createBrowserForms } from './browser-forms.ts';
import { createCookies } from './cookies.ts';
import type { SigningKeys } from './keys.ts';
import { linkPages } from './link-pages.ts';
import { meRoutes } from './me-routes.ts';
import type { Passwords } from './passwords.ts';
import { createPublicClients } from './public-clients.ts';
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
  /** Of a slice behind this one. */
  join: Join;
  /** Providers without https, and on private networks, too. */
  allowInsecureIssuer: boolean;
};

/** Accounts, sign-in, sessions and tokens. */
export function authenticationRoutes(deps: AuthenticationDeps): Route[] {
  const { addresses, allowInsecureIssuer: allowInsecure } = deps;
  const clients = createPublicClients(addresses);
  const cookies = createCookies(() => addresses.authUrl().startsWith('https:'));
  const issuer = () => addresses.authUrl();
  const readRequest = (parameters: URLSearchParams) =>
    readAuthorizationRequest(parameters, { clients, issuer: issuer(), isResource: addresses.isBaseUrl });
  const accounts = createAccounts(deps);
  const provider = createSsoProvider({ outsideFetch: createOutsideFetch({ allowInsecure }), allowInsecure });
  const pages = {
    ...deps,
    accounts,
    cookies,
    issuer,
    readRequest,
    forms: createBrowserForms({ ...deps, cookies }),
  };
  return [
    ...tokenRoutes({ ...deps, clients }),
    ...accountRoutes(accounts),
    ...meRoutes(accounts),
    ...authorizeRoutes(pages),
    ...linkPages(pages),
    ...ssoRoutes({ ...pages, provider }),
  ];
}
