import type { Principal } from '../platform/access/access.ts';
import { columns, defineStatement } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import { errors } from '../platform/errors.ts';
import type { SecondFactor } from './second-factors.ts';
import { hashSecret } from './secrets.ts';
import { type AuthMethod, unauthenticated } from './tokens.ts';

/**
 * The maximum lifetime and idle time of a session. Issuing a token or code counts as a use, so the idle time must be
 * longer than the lifetime of an access token (one hour).
 */
export type SessionLimits = Readonly<{ hours: number; idleHours: number }>;

const hourMs = 3_600_000;

/** An active session with its user. */
export type Session = {
  id: string;
  personId: string;
  clientId: string;
  method: AuthMethod;
  /** The second factor of the sign-in. */
  factor: SecondFactor | undefined;
  /**
   * The organization whose identity provider authenticated the user; the session is valid only for this organization.
   */
  organizationId: string | undefined;
  version: number;
  email: string;
  name: string | undefined;
  expiresAt: Date;
};

const sessionColumns = `s.id, s.person_id, s.client_id, s.method, s.second_factor, s.provider_organization_id, s.expires_at,
  p.version, p.email, p.name`;
const sessionFrom = `person_session s JOIN person p ON p.id = s.person_id
  AND least(s.expires_at, s.idle_ends_at) > clock_timestamp()`;

type SessionRow = RowOf<
  'person_session',
  'id' | 'person_id' | 'client_id' | 'method' | 'second_factor' | 'provider_organization_id' | 'expires_at',
  { method: AuthMethod; second_factor: SecondFactor | null }
> &
  RowOf<'person', 'version' | 'email' | 'name'>;

const toSession = (row: SessionRow): Session => ({
  id: row.id,
  personId: row.person_id,
  clientId: row.client_id,
  method: row.method,
  factor: row.second_factor ?? undefined,
  organizationId: row.provider_organization_id ?? undefined,
  version: row.version,
  email: row.email,
  name: row.name ?? undefined,
  expiresAt: new Date(row.expires_at),
});

/**
 * Reads the session of a token, in the system role.
 * @throws 401 if the session has ended or the user's tokens were revoked
 */
export async function requireSession(queryable: Queryable, principal: Principal): Promise<Session> {
  const [row] = await queryable.query<SessionRow>({
    name: 'read_token_session',
    text: `SELECT ${sessionColumns} FROM ${sessionFrom} WHERE s.id = $1 AND p.id = $2 AND p.version = $3`,
    values: [principal.sessionId ?? '', principal.id, principal.tokenVersion],
  });
  if (!row) throw unauthenticated('The session of this token has ended.');
  return toSession(row);
}

/**
 * Verifies that the token of a caller is still valid.
 * @throws 401 for an invalid token
 */
export type RequirePrincipal = (queryable: Queryable, principal: Principal) => Promise<unknown>;

/**
 * Reads the session for operations on the caller's own account.
 * @throws 401 like `requireSession`; 403 for an API client
 */
export type RequirePersonSession = (queryable: Queryable, principal: Principal) => Promise<Session>;

export const createRequirePersonSession =
  (requirePrincipal: RequirePrincipal): RequirePersonSession =>
  async (queryable, principal) => {
    if (principal.type === 'USER') return requireSession(queryable, principal);
    await requirePrincipal(queryable, principal);
    throw errors.forbidden('API clients have no account; sign in as a user.');
  };

/** Finds the session of a browser's cookie. */
export async function findBrowserSession(queryable: Queryable, cookie: string): Promise<Session | undefined> {
  const [row] = await queryable.query<SessionRow>({
    name: 'read_browser_session',
    text: `SELECT ${sessionColumns} FROM ${sessionFrom} WHERE s.cookie_hash = $1`,
    values: [hashSecret(cookie)],
  });
  return row && toSession(row);
}

/** Finds a session by id and locks its row. */
export async function lockSession(queryable: Queryable, id: string): Promise<Session | undefined> {
  const [row] = await queryable.query<SessionRow>({
    name: 'lock_session',
    text: `SELECT ${sessionColumns} FROM ${sessionFrom} WHERE s.id = $1 FOR UPDATE OF s`,
    values: [id],
  });
  return row && toSession(row);
}

/**
 * Locks a session until the end of the transaction, so that it cannot be ended. The statement returns a row if the
 * session exists.
 */
export const lockSessionForShare = (id: string): Statement => ({
  name: 'hold_session',
  text: 'SELECT id FROM person_session WHERE id = $1 FOR SHARE',
  values: [id],
});

export type NewSession = {
  id: string;
  personId: string;
  clientId: string;
  method: AuthMethod;
  factor: SecondFactor | undefined;
  organizationId: string | undefined;
  /** The cookie of a browser that stays signed in. */
  cookie: string | undefined;
  userAgent: string | undefined;
  ipAddress: string;
  now: Date;
  limits: SessionLimits;
};

const insert = defineStatement(
  'insert_session',
  {
    session: columns('person_session', [
      'id',
      'person_id',
      'method',
      'second_factor',
      'provider_organization_id',
      'client_id',
      'cookie_hash',
      'user_agent',
      'ip_address',
      'creation_time',
      'expires_at',
      'idle_ends_at',
    ]),
  },
  ({ session }) => session.insert({ last_used_at: session.at.creation_time }),
);

export const insertSession = (session: NewSession): Statement =>
  insert({
    session: {
      id: session.id,
      person_id: session.personId,
      method: session.method,
      second_factor: session.factor,
      provider_organization_id: session.organizationId,
      client_id: session.clientId,
      cookie_hash: session.cookie === undefined ? null : hashSecret(session.cookie),
      user_agent: session.userAgent?.replaceAll('\0', '').slice(0, 300),
      ip_address: session.ipAddress,
      creation_time: session.now,
      expires_at: new Date(session.now.getTime() + session.limits.hours * hourMs),
      idle_ends_at: new Date(session.now.getTime() + session.limits.idleHours * hourMs),
    },
  });

/** Records a use of a session, at most once a minute; called when a token or code is issued. */
export const touchSession = (id: string, { idleHours }: SessionLimits): Statement => ({
  name: 'touch_session',
  text: `UPDATE person_session SET last_used_at = clock_timestamp(),
           idle_ends_at = clock_timestamp() + $2 * interval '1 hour'
         WHERE id = $1 AND (idle_ends_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`,
  values: [id, idleHours],
});

/** Ends a session with its codes, refresh tokens and access tokens, in every process. */
export const endSession = (id: string): Statement => ({
  name: 'end_session',
  text: 'DELETE FROM person_session WHERE id = $1 RETURNING id',
  values: [id],
});

/** Ends one of the sessions that are visible to the given session. */
export const endVisibleSession = (own: Session, id: string): Statement => ({
  name: 'end_visible_session',
  text: `DELETE FROM person_session s
         WHERE s.id = $3 AND s.person_id = $1
           AND ($2::text IS NULL OR s.provider_organization_id = $2) RETURNING s.id`,
  values: [own.personId, own.organizationId ?? null, id],
});

/** Ends all other sessions that are visible to the given session. */
export const endOtherSessions = (own: Session): Statement => ({
  name: 'end_other_sessions',
  text: `DELETE FROM person_session s
         WHERE s.id <> $3 AND s.person_id = $1 AND ($2::text IS NULL OR s.provider_organization_id = $2)`,
  values: [own.personId, own.organizationId ?? null, own.id],
});

/**
 * Ends all sessions of a user.
 * @param except the session to keep, if any
 */
export const endSessionsOf = (personId: string, except?: string): Statement => ({
  name: 'end_sessions_of_person',
  text: 'DELETE FROM person_session WHERE person_id = $1 AND id <> $2',
  values: [personId, except ?? ''],
});
