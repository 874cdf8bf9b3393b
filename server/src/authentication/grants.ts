import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Database } from '../platform/database/database.ts';
import { columns, defineStatement, insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable } from '../platform/database/statement.ts';
import type { SigningKeys } from './keys.ts';
import type { PublicClient } from './public-clients.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { endSession, lockSession, type Session, type SessionLimits, touchSession } from './sessions.ts';
import { TokenError } from './token-form.ts';
import { type Tokens, tokenLifetimeS } from './tokens.ts';

export type GrantDeps = {
  database: Database;
  tokens: Tokens;
  keys: SigningKeys;
  clients: ReadonlyMap<string, PublicClient>;
  sessionLimits: SessionLimits;
  now: () => Date;
};

export type PersonTokens = { access_token: string; refresh_token: string; expires_in: number };

const personGrants = ['authorization_code', 'refresh_token'];
/** Loads the OAuth library at the first sign-in of a user. */
const library = async () => (await import('@node-oauth/oauth2-server')).default;
type Library = Awaited<ReturnType<typeof library>>;

export const isPersonGrant = (grantType: string | null): boolean => personGrants.includes(grantType ?? '');

/**
 * Exchanges an authorization code or a refresh token, in one transaction. A second use of a code or token ends its
 * session, because the code or token may have been stolen.
 * @throws TokenError
 */
export async function exchangeGrant(deps: GrantDeps, form: URLSearchParams): Promise<PersonTokens> {
  // The keys are read before the transaction, so that the transaction does not wait for a second connection.
  await deps.keys.current();
  const oauth = await library();
  const outcome = await deps.database.transaction(async (queryable) => {
    const model = createModel(deps, queryable);
    try {
      const token = await oauthServer(oauth, model, deps.sessionLimits).token(
        requestOf(oauth, form),
        new oauth.Response(),
      );
      return { token };
    } catch (error) {
      if (!(error instanceof oauth.OAuthError)) throw error;
      // Errors from the model are internal errors.
      const { inner } = error as { inner?: unknown };
      if (inner !== undefined && !(inner instanceof oauth.OAuthError)) throw inner;
      if (error.code >= 500) throw error;
      // The transaction is still committed, so that used tokens stay used and ended sessions stay ended.
      return { error };
    }
  }, 'system');
  if (outcome.error) throw toTokenError(outcome.error);
  const { accessToken, refreshToken, user } = outcome.token as OAuth2Server.Token;
  return {
    access_token: accessToken,
    refresh_token: refreshToken as string,
    expires_in: lifetimeOf(user as Session, deps.now()),
  };
}

const toTokenError = (error: OAuth2Server.OAuthError): TokenError => {
  const code = error.name === 'unauthorized_client' ? 'invalid_grant' : error.name;
  return new TokenError(code === 'invalid_client' ? 401 : 400, code, error.message);
};

const oauthServer = (
  oauth: Library,
  model: OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel,
  { hours }: SessionLimits,
) =>
  new oauth({
    model,
    accessTokenLifetime: tokenLifetimeS,
    refreshTokenLifetime: hours * 3600,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  });

function requestOf(oauth: Library, form: URLSearchParams): OAuth2Server.Request {
  const text = form.toString();
  return new oauth.Request({
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(text)),
    },
    query: {},
    body: Object.fromEntries(form),
  });
}

/** Returns the lifetime of an access token in seconds, limited by the end of its session. */
const lifetimeOf = (session: Session, now: Date): number =>
  Math.max(1, Math.min(tokenLifetimeS, Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000)));

/** Creates the model of the OAuth library, whose queries run in the given transaction. */
function createModel(
  deps: GrantDeps,
  queryable: Queryable,
): OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel {
  const find = findGrant(queryable);
  return {
    getClient: async (id, secret) => {
      const client = deps.clients.get(id);
      return client && !secret ? { id: client.id, grants: personGrants } : undefined;
    },
    getAuthorizationCode: async (code) => {
      const found = await find('authorization_code', code);
      if (!found) return undefined;
      return {
        authorizationCode: code,
        expiresAt: new Date(found.row.expires_at),
        redirectUri: found.row.redirect_uri,
        codeChallenge: found.row.code_challenge,
        codeChallengeMethod: 'S256',
        client: { id: found.session.clientId, grants: personGrants },
        user: found.session,
      };
    },
    revokeAuthorizationCode: ({ authorizationCode }) =>
      markUsed(queryable, 'authorization_code', authorizationCode),
    getRefreshToken: async (token) => {
      const found = await find('refresh_token', token);
      if (!found) return undefined;
      const { session } = found;
      return {
        refreshToken: token,
        refreshTokenExpiresAt: session.expiresAt,
        client: { id: session.clientId, grants: personGrants },
        user: session,
      };
    },
    revokeToken: ({ refreshToken }) => markUsed(queryable, 'refresh_token', refreshToken),
    generateAccessToken: (client, user) => {
      const { id, personId, version, method, factor } = user as Session;
      const subject = { id: personId, version, session: { id, clientId: client.id, method, factor } };
      return deps.tokens.issue(subject, deps.now(), lifetimeOf(user as Session, deps.now()));
    },
    generateRefreshToken: async () => newSecret('tpr'),
    saveToken: async (token, client, user) => {
      await queryable.query(insertRefreshToken(token.refreshToken as string, user.id, deps.now()));
      await queryable.query(touchSession(user.id, deps.sessionLimits));
      return { ...token, client, user };
    },
    saveAuthorizationCode: refuseOtherUse,
    getAccessToken: refuseOtherUse,
  };
}

/** Throws an error for model methods that the token endpoint does not use. */
const refuseOtherUse = (): Promise<never> => Promise.reject(new Error('not used by the token endpoint'));

type GrantRows = {
  authorization_code: RowOf<
    'authorization_code',
    'session_id' | 'used_at' | 'redirect_uri' | 'code_challenge' | 'expires_at'
  >;
  refresh_token: RowOf<'refresh_token', 'session_id'> & {
    used_at: RowOf<'refresh_token', 'rotated_at'>['rotated_at'];
  };
};
type GrantTable = keyof GrantRows;
const hashColumn = { authorization_code: 'code_hash', refresh_token: 'token_hash' } as const;
const usedColumn = { authorization_code: 'used_at', refresh_token: 'rotated_at' } as const;
const grantColumns = {
  authorization_code: 'session_id, used_at, redirect_uri, code_challenge, expires_at',
  refresh_token: 'session_id, rotated_at AS used_at',
} as const;

/** Finds an unused grant and locks its session. A grant that has already been used ends the session. */
const findGrant =
  (queryable: Queryable) =>
  async <T extends GrantTable>(table: T, secret: string) => {
    const read = () =>
      queryable.query<GrantRows[T]>({
        name: `read_${table}`,
        text: `SELECT ${grantColumns[table]} FROM ${table} WHERE ${hashColumn[table]} = $1`,
        values: [hashSecret(secret)],
      });
    const [seen] = await read();
    const session = seen && (await lockSession(queryable, seen.session_id));
    // The grant is read again, because another request may have used it before the session was locked.
    const [row] = session ? await read() : [];
    if (!row || !session) return undefined;
    if (row.used_at === null) return { row, session };
    await queryable.query(endSession(session.id));
    return undefined;
  };

async function markUsed(queryable: Queryable, table: GrantTable, secret: string): Promise<boolean> {
  const rows = await queryable.query({
    name: `use_${table}`,
    text: `UPDATE ${table} SET ${usedColumn[table]} = clock_timestamp()
           WHERE ${hashColumn[table]} = $1 AND ${usedColumn[table]} IS NULL RETURNING session_id`,
    values: [hashSecret(secret)],
  });
  return rows.length === 1;
}

const tokenInsert = insertInto('insert_refresh_token', 'refresh_token', [
  'token_hash',
  'session_id',
  'creation_time',
]);

const insertRefreshToken = (token: string, sessionId: string, now: Date) =>
  tokenInsert({ token_hash: hashSecret(token), session_id: sessionId, creation_time: now });

const codeInsert = defineStatement(
  'insert_authorization_code',
  {
    code: columns('authorization_code', [
      'code_hash',
      'session_id',
      'redirect_uri',
      'code_challenge',
      'creation_time',
    ]),
  },
  ({ code }) => code.insert({ expires_at: `${code.at.creation_time} + interval '1 minute'` }),
);

/** Issues an authorization code for the session, valid once and for a minute. */
export async function issueCode(
  queryable: Queryable,
  session: { id: string },
  request: { redirectUri: string; codeChallenge: string },
  now: Date,
): Promise<string> {
  const code = newSecret('tpc');
  await queryable.query(
    codeInsert({
      code: {
        code_hash: hashSecret(code),
        session_id: session.id,
        redirect_uri: request.redirectUri,
        code_challenge: request.codeChallenge,
        creation_time: now,
      },
    }),
  );
  return code;
}
