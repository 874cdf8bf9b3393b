import type { Transacting } from '../platform/database/statement.ts';
import type { AnswerHeaders, RouteRequest } from '../platform/http/route.ts';
import { type AccountDeps, type Accounts, createAccounts } from './accounts.ts';
import { type BrowserForms, createBrowserForms } from './browser-forms.ts';
import { type Cookies, createCookies } from './cookies.ts';
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts';
import { findBrowserSession, type Session, type SessionLimits } from './sessions.ts';
import { openBrowserSession, type Proof } from './sign-in.ts';

/** The functions by which pages of other slices know who looks at them, and that a form came from them. */
export type PersonPages = {
  accounts: Accounts;
  forms: BrowserForms;
  cookies: Cookies;
  /** The sign-in of this browser, while it goes on. */
  session(request: RouteRequest): Promise<Session | undefined>;
  /** Signs the browser in as a person that has proved itself, as the system. @returns the header with its cookies */
  signIn(
    queryable: Transacting,
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
