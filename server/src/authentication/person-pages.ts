import type { Transaction } from '../platform/database/statement.ts';
import type { AnswerHeaders, RouteRequest } from '../platform/http/route.ts';
import { type AccountDeps, type Accounts, createAccounts } from './accounts.ts';
import { type BrowserForms, createBrowserForms } from './browser-forms.ts';
import { type Cookies, createCookies } from './cookies.ts';
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts';
import { findBrowserSession, type Session, type SessionLimits } from './sessions.ts';
import { openBrowserSession, type Proof } from './sign-in.ts';

/** The functions for pages of other slices, which identify the signed-in user and protect forms. */
export type PersonPages = {
  accounts: Accounts;
  forms: BrowserForms;
  cookies: Cookies;
  /** Finds the active session of the browser. */
  session(request: RouteRequest): Promise<Session | undefined>;
  /** Signs the browser in as an authenticated user, in the system role. @returns the header with its cookies */
  signIn(
    queryable: Transaction,
    request: RouteRequest,
    proof: Pick<Proof, 'personId' | 'factor'>,
  ): Promise<AnswerHeaders>;
  browsers: KnownBrowsers;
};

export function createPersonPages(deps: AccountDeps & { sessionLimits: SessionLimits }): PersonPages {
  const cookies = createCookies(() => deps.addresses.authUrl().startsWith('https:'));
  const browsers = createKnownBrowsers({ ...deps, cookies });
  return {
    accounts: createAccounts(deps),
    forms: createBrowserForms({ ...deps, cookies }),
    cookies,
    browsers,
    session: async (request) => {
      const cookie = cookies.read(request, 'session');
      if (cookie === undefined) return undefined;
      return deps.database.transaction((queryable) => findBrowserSession(queryable, cookie), 'system');
    },
    signIn: (queryable, request, proof) =>
      openBrowserSession({ ...deps, cookies, browsers }, queryable, request, proof),
  };
}
