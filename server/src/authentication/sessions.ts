import type { Principal } from '../platform/access/access.ts';
import type { Queryable, Row, Statement } from '../platform/database/statement.ts';
import { hashSecret } from './secrets.ts';
import { type AuthMethod, unauthenticated } from './tokens.ts';

/** How long a sign-in lasts at most. */
export const sessionLifetimeMs = 30 * 24 * 3_600_000;

/** A sign-in that goes on, and whose it is. */
export type Session = {
  id: string;
  personId: string;
  clientId: string;
  method: AuthMethod;
  /** The organization whose provider vouched for the person: the session is good for it alone. */
  organizationId: string | undefined;
  version: number;
  email: string;
  name: string | undefined;
  expiresAt: Date;
};

const sessionColumns = `s.id, s.person_id, s.client_id, s.method, s.provider_organization_id, s.expires_at,
  p.version, p.email, p.name`;
const sessionFrom = `person_session s JOIN person p ON p.id = s.person_id AND s.expires_at > clock_timestamp()`;

const toSession = (row: Row): Session => ({
  id: row.id as string,
  personId: row.person_id as string,
  clientId: row.client_id as string,
  method: row.method as AuthMethod,
  organizationId: (row.provider_organization_id as string | null) ?? undefined,
  version: row.version as number,
  email: row.email as string,
  name: (row.name as string | null) ?? undefined,
  expiresAt: new Date(row.expires_at as string),
});

/** The session of a person's token, as the system. @throws 401 when it has ended, or the person's tokens have */
export async function requireSession(queryable: Queryable, principal: Principal): Promise<Session> {
  const [row] = await queryable.query({
    name: 'read_token_session',
    text: `SELECT ${sessionColumns} FROM ${sessionFrom} WHERE s.id = $1 AND p.id = $2 AND p.version = $3`,
    values: [principal.sessionId ?? '', principal.id, principal.tokenVersion],
  });
  if (!row) throw unauthenticated('The session of this token has ended.');
  return toSession(row);
}

/** The session that a browser's cookie belongs to. */
export async function findBrowserSession(queryable: Queryable, cookie: string): Promise<Session | undefined> {
  const [row] = await queryable.query({
    name: 'read_browser_session',
    text: `SELECT ${sessionColumns} FROM ${sessionFrom} WHERE s.cookie_hash = $1`,
    values: [hashSecret(cookie)],
  });
  return row && toSession(row);
}

/** The session of this identifier, its row locked. */
export async function lockSession(queryable: Queryable, id: string): Promise<Session | undefined> {
  const [row] = await queryable.query({
    name: 'lock_session',
    text: `SELECT ${sessionColumns} FROM ${sessionFrom} WHERE s.id = $1 FOR UPDATE OF s`,
    values: [id],
  });
  return row && toSession(row);
}

/** Answers a row while the session goes on; keeps it from ending before the transaction does. */
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
  organizationId: string | undefined;
  /** Of a browser that stays signed in. */
  cookie: string | undefined;
  userAgent: string | undefined;
  ipAddress: string;
  now: Date;
};

export const insertSession = (session: NewSession): Statement => ({
  name: 'insert_session',
  text: `INSERT INTO person_session (id, person_id, method, provider_organization_id, client_id, cookie_hash,
           user_agent, ip_address, creation_time, last_used_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
  values: [
    session.id,
    session.personId,
    session.method,
    session.organizationId ?? null,
    session.clientId,
    session.cookie === undefined ? null : hashSecret(session.cookie),
    session.userAgent?.replaceAll('\0', '').slice(0, 300) ?? null,
    session.ipAddress,
    session.now,
    new Date(session.now.getTime() + sessionLifetimeMs),
  ],
});

export const touchSession = (id: string): Statement => ({
  name: 'touch_session',
  text: 'UPDATE person_session SET last_used_at = clock_timestamp() WHERE id = $1',
  values: [id],
});

/** A session that ends takes its codes, refresh tokens and access tokens with it, on every process. */
export const endSession = (id: string): Statement => ({
  name: 'end_session',
  text: 'DELETE FROM person_session WHERE id = $1 RETURNING id',
  values: [id],
});

/** Ends one of the sessions that the given one may see. */
export const endVisibleSession = (own: Session, id: string): Statement => ({
  name: 'end_visible_session',
  text: `DELETE FROM person_session s
         WHERE s.id = $3 AND s.person_id = $1
           AND ($2::text IS NULL OR s.provider_organization_id = $2) RETURNING s.id`,
  values: [own.personId, own.organizationId ?? null, id],
});

/** @param except the session that goes on; absent: none does */
export const endSessionsOf = (personId: string, except?: string): Statement => ({
  name: 'end_sessions_of_person',
  text: 'DELETE FROM person_session WHERE person_id = $1 AND id <> $2',
  values: [personId, except ?? ''],
});
