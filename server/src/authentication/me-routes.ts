import { z } from 'zod';
import type { Principal } from '../platform/access/access.ts';
import type { Database } from '../platform/database/database.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { errors } from '../platform/errors.ts';
import { type Answer, type RouteRequest, route } from '../platform/http/route.ts';
import { answerPage, type Page, pageOf, pageParameters } from '../platform/lists/pagination.ts';
import { columnList, type FieldsIn, recordEncoder } from '../platform/records/encode.ts';
import type { Accounts } from './accounts.ts';
import { authenticationErrors } from './errors.ts';
import { findPerson, type Person } from './person-store.ts';
import { AccountStatus, User, UserPatch, UserSession } from './records.ts';
import {
  endOtherSessions,
  endSession,
  endVisibleSession,
  type RequirePersonSession,
  type Session,
} from './sessions.ts';

const common = { group: 'Authentication', access: 'principal' } as const;

const userExample = {
  id: 'usr_01m7z53qrwf3raysksbfq2fp2q',
  email: 'ann@example.com',
  name: 'Ann Lee',
  hasPassword: true,
  emailVerifiedAt: '2027-01-31T09:00:00.000Z',
  creationTime: '2027-01-31T09:00:00.000Z',
  lastUpdateTime: '2027-01-31T09:00:00.000Z',
};
const sessionExample = {
  id: 'ses_01m7z53wpee6h8v41zz34trexm',
  creationTime: '2027-01-31T09:00:00.000Z',
  lastUsedAt: '2027-01-31T10:00:00.000Z',
  expiresAt: '2027-03-02T09:00:00.000Z',
  idleExpiresAt: '2027-02-07T10:00:00.000Z',
  authMethod: 'PASSWORD',
  secondFactor: 'TOTP',
  clientID: 'tradepost-console',
  userAgent: 'Mozilla/5.0',
  ipAddress: '203.0.113.7',
  current: true,
};

type MeDeps = { accounts: Accounts; requirePersonSession: RequirePersonSession };
/** Finds the session of a caller. */
type SessionOf = (database: Database, principal: Principal) => Promise<Session>;

/** Returns the routes for the calling user's account and sessions. */
export const meRoutes = ({ accounts, requirePersonSession }: MeDeps) => {
  const sessionOf: SessionOf = (database, principal) =>
    database.transaction((queryable) => requirePersonSession(queryable, principal), 'system');
  return [...ownAccount(accounts, sessionOf), ...ownSessions(sessionOf)];
};

const ownAccount = (accounts: Accounts, sessionOf: SessionOf) => [
  route({
    ...common,
    method: 'GET',
    path: '/user/me',
    operationId: 'getMe',
    summary: 'Get the account of the calling user',
    response: User,
    responseExample: userExample,
    responseDescription: 'The account',
    run: {
      kind: 'plain',
      handle: async (_request, { principal, database }) => {
        const session = await sessionOf(database, principal);
        return { body: await readMe(database, session) };
      },
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/user/me',
    operationId: 'updateMe',
    summary: 'Change the name or password; a new password ends all other sessions',
    errors: [errors.auth_method_not_allowed.definition, errors.second_factor_required.definition],
    body: UserPatch.optional(),
    requiredFields: ['password', 'currentPassword'],
    example: { name: 'Ann Lee' },
    response: User,
    responseExample: userExample,
    responseDescription: 'The updated account',
    run: {
      kind: 'plain',
      handle: async ({ body }, { principal, database }) => {
        const session = await sessionOf(database, principal);
        // The account belongs to the user, so a session from an organization's identity provider must not change the
        // account.
        if (session.method !== 'PASSWORD')
          throw errors.auth_method_not_allowed('Sign in with the password to change the account.');
        await accounts.change(session, body ?? {});
        return { body: await readMe(database, session) };
      },
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/user/me/signOut',
    operationId: 'signOut',
    summary: 'End the calling session and its tokens',
    response: AccountStatus,
    responseExample: { status: 'SIGNED_OUT' },
    responseDescription: 'The session has ended',
    run: {
      kind: 'plain',
      handle: async (_request, { principal, database }) => {
        const session = await sessionOf(database, principal);
        await database.transaction(({ query }) => query(endSession(session.id)), 'system');
        return { body: { status: 'SIGNED_OUT' } };
      },
    },
  }),
];

const ownSessions = (sessionOf: SessionOf) => [
  route({
    ...common,
    method: 'POST',
    path: '/user/me/endOtherSessions',
    operationId: 'endMyOtherSessions',
    summary: 'End all other sessions of the calling user and their tokens',
    response: AccountStatus,
    responseExample: { status: 'OTHER_SESSIONS_ENDED' },
    responseDescription: 'The other sessions have ended',
    run: {
      kind: 'plain',
      handle: async (_request, { principal, database }) => {
        const session = await sessionOf(database, principal);
        await database.transaction(({ query }) => query(endOtherSessions(session)), 'system');
        return { body: { status: 'OTHER_SESSIONS_ENDED' } };
      },
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/user/me/session',
    operationId: 'listMySessions',
    summary: 'List the sessions of the calling user',
    query: z.object(pageParameters()),
    response: z.array(UserSession),
    responseExample: [sessionExample],
    responseDescription: 'The sessions, oldest first',
    run: {
      kind: 'plain',
      handle: async (request, { principal, database }) =>
        listSessions(database, await sessionOf(database, principal), request),
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/user/me/session/{sessionId}',
    operationId: 'deleteMySession',
    summary: 'End a session and its tokens',
    errors: [authenticationErrors.session_not_found.definition],
    response: z.string().meta({ description: 'Id of the session' }),
    responseDescription: 'The session has ended',
    run: {
      kind: 'plain',
      handle: async ({ params }, { principal, database }) => {
        const session = await sessionOf(database, principal);
        const id = params.sessionId;
        const ended = await database.transaction(
          ({ query }) => query(endVisibleSession(session, id)),
          'system',
        );
        if (ended.length === 0) throw authenticationErrors.session_not_found();
        return { body: id };
      },
    },
  }),
];

async function readMe(database: Database, session: Session) {
  const person = await database.transaction((queryable) => findPerson(queryable, session.personId), 'system');
  return toUser(person as Person);
}

const toUser = (person: Person): z.output<typeof User> => ({
  id: person.id,
  email: person.email,
  name: person.name,
  hasPassword: person.passwordHash !== undefined,
  emailVerifiedAt: person.emailVerifiedAt,
  creationTime: person.creationTime,
  lastUpdateTime: person.lastUpdateTime,
});

const sessionColumns = [
  ['id', 'id', 'text'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUsedAt', 'last_used_at', 'time'],
  ['expiresAt', 'expires_at', 'time'],
  ['idleExpiresAt', 'idle_ends_at', 'time'],
  ['authMethod', 'method', 'text'],
  ['secondFactor', 'second_factor', 'text'],
  ['clientID', 'client_id', 'text'],
  ['userAgent', 'user_agent', 'text'],
  ['ipAddress', 'ip_address', 'text'],
] as const satisfies FieldsIn<'person_session'>;
const encodeSession = recordEncoder([...sessionColumns, ['current', 'current', 'json']]);

async function listSessions(database: Database, own: Session, request: RouteRequest): Promise<Answer> {
  const page = pageOf(request.query, {});
  const [rows, counted] = await database.transaction(
    async ({ query }) => [
      await query(selectSessions(own, page)),
      page.count ? await query<{ total: number }>(countSessions(own)) : undefined,
    ],
    'system',
  );
  const shown = rows.map((row): Row => ({ ...row, current: row.id === own.id }));
  return answerPage(request, page, {}, shown, encodeSession, counted?.[0]?.total);
}

/**
 * The condition for visible sessions. For a session from an organization's identity provider, only sessions of that
 * provider are visible.
 */
const visible = `s.person_id = $1 AND ($2::text IS NULL OR s.provider_organization_id = $2)
  AND least(s.expires_at, s.idle_ends_at) > clock_timestamp()`;

const selectSessions = (own: Session, page: Page): Statement => ({
  name: `list_sessions_${page.descending ? 'desc' : 'asc'}${page.after ? '_after' : ''}`,
  text: `SELECT ${columnList(sessionColumns, 's')},
           to_char(s.creation_time, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position_time
         FROM person_session s WHERE ${visible}
           ${page.after ? `AND (s.creation_time, s.id) ${page.descending ? '<' : '>'} ($5::timestamptz, $6)` : ''}
         ORDER BY ${page.descending ? 's.creation_time DESC, s.id DESC' : 's.creation_time, s.id'} LIMIT $3 OFFSET $4`,
  values: [
    own.personId,
    own.organizationId ?? null,
    page.limit + 1,
    page.offset,
    ...(page.after ? [page.after.creationTime, page.after.id] : []),
  ],
});

const countSessions = (own: Session): Statement => ({
  name: 'count_sessions',
  text: `SELECT count(*) AS total FROM person_session s WHERE ${visible}`,
  values: [own.personId, own.organizationId ?? null],
});
