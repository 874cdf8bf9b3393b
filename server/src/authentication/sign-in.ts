import type { Database } from '../platform/database/database.ts';
import type { Statement, Transaction } from '../platform/database/statement.ts';
import { redirectTo } from '../platform/http/pages.ts';
import type { Answer, AnswerHeaders, RouteRequest } from '../platform/http/route.ts';
import type { NewId } from '../platform/ids.ts';
import { type AuthorizationRequest, withParameters } from './authorization-request.ts';
import type { Cookie, Cookies } from './cookies.ts';
import { issueCode } from './grants.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { consoleClientId } from './public-clients.ts';
import type { SecondFactor } from './second-factors.ts';
import { newSecret } from './secrets.ts';
import { insertSession, type Session, type SessionLimits, touchSession } from './sessions.ts';
import type { AuthMethod } from './tokens.ts';

export type SignInDeps = {
  database: Database;
  newId: NewId;
  now: () => Date;
  cookies: Cookies;
  browsers: KnownBrowsers;
  sessionLimits: SessionLimits;
  issuer: () => string;
};

/** The proof of a user's identity, with the method and factor of the authentication. */
export type Proof = {
  personId: string;
  method: AuthMethod;
  factor: SecondFactor | undefined;
  organizationId: string | undefined;
  /**
   * A statement that returns a row while the proof is valid, which a password reset ends; absent if the proof stays
   * valid.
   */
  stillProved?: Statement;
};

/**
 * Opens a session and redirects the user to the client with a code. The browser stays signed in with this session,
 * except for native clients, which use their session exclusively.
 * @returns undefined if the proof is no longer valid
 */
export async function letIn(
  deps: SignInDeps,
  http: RouteRequest,
  request: AuthorizationRequest,
  { stillProved, ...proof }: Proof,
): Promise<Answer | undefined> {
  const cookie = request.client.native ? undefined : newSecret('tps_session');
  const id = deps.newId('ses');
  const entered = await deps.database.transaction(async (queryable) => {
    if (stillProved && (await queryable.query(stillProved)).length === 0) return undefined;
    await queryable.query(
      insertSession({
        ...proof,
        id,
        clientId: request.client.id,
        cookie,
        ...browserOf(http),
        now: deps.now(),
        limits: deps.sessionLimits,
      }),
    );
    const code = await issueCode(queryable, { id }, request, deps.now());
    return { code, browser: await deps.browsers.remember(queryable, http, proof.personId) };
  }, 'system');
  if (!entered) return undefined;
  const signedIn = cookie === undefined ? [] : [sessionCookie(deps, cookie)];
  return sendBack(deps, request, entered.code, deps.cookies.set(entered.browser, ...signedIn));
}

/**
 * Opens a console session for a browser after the user has authenticated on another page, such as an invitation.
 * @returns the header with its cookies
 */
export async function openBrowserSession(
  deps: Pick<SignInDeps, 'newId' | 'now' | 'cookies' | 'browsers' | 'sessionLimits'>,
  queryable: Transaction,
  http: RouteRequest,
  { personId, factor }: Pick<Proof, 'personId' | 'factor'>,
): Promise<AnswerHeaders> {
  const cookie = newSecret('tps_session');
  await queryable.query(
    insertSession({
      ...browserOf(http),
      id: deps.newId('ses'),
      personId,
      method: 'PASSWORD',
      factor,
      organizationId: undefined,
      clientId: consoleClientId,
      cookie,
      now: deps.now(),
      limits: deps.sessionLimits,
    }),
  );
  const known = await deps.browsers.remember(queryable, http, personId);
  return deps.cookies.set(known, sessionCookie(deps, cookie));
}

const sessionCookie = ({ sessionLimits }: Pick<SignInDeps, 'sessionLimits'>, value: string): Cookie => ({
  name: 'session',
  value,
  seconds: sessionLimits.hours * 3600,
});

function browserOf({ headers, ip }: RouteRequest) {
  const agent = headers['user-agent'];
  return { userAgent: agent === undefined ? undefined : String(agent), ipAddress: ip };
}

/** Redirects a user whose browser is already signed in to the client, with a code for that session. */
export async function letInAgain(
  deps: SignInDeps,
  request: AuthorizationRequest,
  session: Session,
): Promise<Answer> {
  const code = await deps.database.transaction(async (queryable: Transaction) => {
    await queryable.query(touchSession(session.id, deps.sessionLimits));
    return issueCode(queryable, session, request, deps.now());
  }, 'system');
  return sendBack(deps, request, code);
}

const sendBack = (
  deps: SignInDeps,
  { redirectUri, state }: AuthorizationRequest,
  code: string,
  headers: AnswerHeaders = {},
): Answer => redirectTo(withParameters(redirectUri, { code, state, iss: deps.issuer() }), headers);
