import type { RouteRequest } from '../platform/http/route.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { type AccountDeps, type Accounts, createAccounts } from './accounts.ts';
import { type BrowserForms, createBrowserForms } from './browser-forms.ts';
import { type Cookies, createCookies } from './cookies.ts';
import { findBrowserSession, type Session } from './sessions.ts';

/** The functions by which pages of other slices know who looks at them, and that a form came from them. */
export type PersonPages = {
  accounts: Accounts;
  forms: BrowserForms;
  cookies: Cookies;
  /** The sign-in of this browser, while it goes on. */
  session(request: RouteRequest): Promise<Session | undefined>;
};

export function createPersonPages(deps: AccountDeps & { vault: Vault }): PersonPages {
  const cookies = createCookies(() => deps.addresses.authUrl().startsWith('https:'));
  return {
    accounts: createAccounts(deps),
    forms: createBrowserForms({ ...deps, cookies }),
    cookies,
    session: async (request) => {
      const cookie = cookies.read(request, 'session');
      if (cookie === undefined) return undefined;
      return deps.database.transaction((queryable) => findBrowserSession(queryable, cookie), 'system');
    },
  };
}
