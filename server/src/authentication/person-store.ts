import { columns, defineStatement, insertInto } from '../platform/database/define-statement.ts';
import { mustChange } from '../platform/database/must-change.ts';
import type { ColumnOf, RowOf } from '../platform/database/rows.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import { hashSecret } from './secrets.ts';

/** The account of a user. */
export type Person = {
  id: string;
  email: string;
  name: string | undefined;
  passwordHash: string | undefined;
  emailVerifiedAt: string | undefined;
  version: number;
  creationTime: string;
  lastUpdateTime: string;
};

const stored = [
  'id',
  'email',
  'name',
  'password_hash',
  'email_verified_at',
  'version',
  'creation_time',
  'last_update_time',
] as const satisfies readonly ColumnOf<'person'>[];
export const personColumns = stored.join(', ');

export type PersonRow = RowOf<'person', (typeof stored)[number]>;

export const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  email: row.email,
  name: row.name ?? undefined,
  passwordHash: row.password_hash ?? undefined,
  emailVerifiedAt: row.email_verified_at ?? undefined,
  version: row.version,
  creationTime: row.creation_time,
  lastUpdateTime: row.last_update_time,
});

const first = async (queryable: Queryable, statement: Statement): Promise<Person | undefined> => {
  const [row] = await queryable.query<PersonRow>(statement);
  return row && toPerson(row);
};

export const findPerson = (queryable: Queryable, id: string) =>
  first(queryable, {
    name: 'read_person',
    text: `SELECT ${personColumns} FROM person WHERE id = $1`,
    values: [id],
  });

/**
 * Finds the account with an address.
 * @param email the address in lower case
 */
export const findPersonByEmail = (queryable: Queryable, email: string) =>
  first(queryable, {
    name: 'read_person_by_email',
    text: `SELECT ${personColumns} FROM person WHERE email = $1`,
    values: [email],
  });

export const findPersonByIdentity = (queryable: Queryable, issuer: string, subject: string) =>
  first(queryable, {
    name: 'read_person_by_identity',
    text: `SELECT ${personColumns} FROM person WHERE id = (
             SELECT i.person_id FROM person_identity i WHERE i.issuer = $1 AND i.subject = $2)`,
    values: [issuer, subject],
  });

const identityInsert = insertInto(
  'insert_person_identity',
  'person_identity',
  ['issuer', 'subject', 'person_id', 'creation_time'],
  { after: 'ON CONFLICT (issuer, subject) DO NOTHING' },
);

export const insertIdentity = (
  { issuer, subject, personId }: { issuer: string; subject: string; personId: string },
  now: Date,
): Statement => identityInsert({ issuer, subject, person_id: personId, creation_time: now });

export type NewPerson = {
  id: string;
  email: string;
  name: string | undefined;
  passwordHash: string | undefined;
  emailVerifiedAt: Date | undefined;
};

const personInsert = defineStatement(
  'insert_person',
  {
    person: columns('person', ['id', 'email', 'name', 'password_hash', 'email_verified_at', 'creation_time']),
  },
  ({ person }) => `${person.insert({ last_update_time: person.at.creation_time })}
    ON CONFLICT (email) DO NOTHING RETURNING ${personColumns}`,
);

/** Creates an account; returns undefined if the address already has an account. */
export const insertPerson = (queryable: Queryable, person: NewPerson, now: Date) =>
  first(
    queryable,
    personInsert({
      person: {
        id: person.id,
        email: person.email,
        name: person.name,
        password_hash: person.passwordHash,
        email_verified_at: person.emailVerifiedAt,
        creation_time: now,
      },
    }),
  );

export const updateName = (id: string, name: string | null, now: Date): Statement =>
  mustChange({
    name: 'update_person_name',
    text: 'UPDATE person SET name = $2, last_update_time = $3 WHERE id = $1',
    values: [id, name, now],
  });

/**
 * Replaces the verified password with a new password. The statement returns no row if the password was changed in the
 * meantime.
 */
export const updatePassword = (person: Person, passwordHash: string, now: Date): Statement => ({
  name: 'update_person_password',
  text: `UPDATE person SET password_hash = $3, last_update_time = $4 WHERE id = $1 AND password_hash = $2
         RETURNING id`,
  values: [person.id, person.passwordHash, passwordHash, now],
});

/**
 * Locks the verified password until the end of the transaction. The statement returns no row if the password was
 * changed.
 */
export const lockPassword = ({ id, passwordHash }: Person): Statement => ({
  name: 'hold_password',
  text: 'SELECT id FROM person WHERE id = $1 AND password_hash = $2 FOR SHARE',
  values: [id, passwordHash],
});

/** Sets a new password after a reset by mail, which also verifies the address. All tokens of the user end. */
export const resetPerson = (queryable: Queryable, email: string, passwordHash: string, now: Date) =>
  first(queryable, {
    name: 'reset_person',
    text: `UPDATE person SET password_hash = $2, email_verified_at = coalesce(email_verified_at, $3),
             version = version + 1, last_update_time = $3
           WHERE email = $1 RETURNING ${personColumns}`,
    values: [email, passwordHash, now],
  });

export type TokenPurpose = 'VERIFY_EMAIL' | 'RESET_PASSWORD' | 'NOTICE';
export type NewPersonToken = {
  token: string;
  purpose: TokenPurpose;
  email: string;
  name?: string | undefined;
  passwordHash?: string | undefined;
  expiresAt: Date;
};

const tokenInsert = insertInto('insert_person_token', 'person_token', [
  'token_hash',
  'purpose',
  'email',
  'name',
  'password_hash',
  'creation_time',
  'expires_at',
]);

export const insertPersonToken = (token: NewPersonToken, now: Date): Statement =>
  tokenInsert({
    token_hash: hashSecret(token.token),
    purpose: token.purpose,
    email: token.email,
    name: token.name,
    password_hash: token.passwordHash,
    creation_time: now,
    expires_at: token.expiresAt,
  });

/** Reads the address to which a valid token was sent. */
export async function peekPersonToken(queryable: Queryable, purpose: TokenPurpose, token: string) {
  const [row] = await queryable.query<RowOf<'person_token', 'email'>>({
    name: 'read_person_token',
    text: `SELECT email FROM person_token
           WHERE token_hash = $1 AND purpose = $2 AND expires_at > clock_timestamp()`,
    values: [hashSecret(token), purpose],
  });
  return row?.email;
}

/** Reads the password hash of a sign-up whose address is not confirmed yet. */
export async function peekVerification(queryable: Queryable, token: string): Promise<string | undefined> {
  const [row] = await queryable.query<RowOf<'person_token', 'password_hash'>>({
    name: 'read_verification',
    text: `SELECT password_hash FROM person_token
           WHERE token_hash = $1 AND purpose = 'VERIFY_EMAIL' AND expires_at > clock_timestamp()`,
    values: [hashSecret(token)],
  });
  return row?.password_hash ?? undefined;
}

/** Deletes a valid token and returns its contents, so that the token can be used only once. */
export async function takePersonToken(queryable: Queryable, purpose: TokenPurpose, token: string) {
  const [row] = await queryable.query<RowOf<'person_token', 'email' | 'name' | 'password_hash'>>({
    name: 'take_person_token',
    text: `DELETE FROM person_token WHERE token_hash = $1 AND purpose = $2 AND expires_at > clock_timestamp()
           RETURNING email, name, password_hash`,
    values: [hashSecret(token), purpose],
  });
  return row;
}

/**
 * Counts the mails to an address in the last hour. Concurrent requests for the same address wait for the transaction.
 */
export async function countRecentTokens(queryable: Queryable, email: string): Promise<number> {
  await queryable.query({
    name: 'hold_address',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`mails to ${email}`],
  });
  const [row] = await queryable.query<{ mails: number }>({
    name: 'count_recent_tokens',
    text: `SELECT count(*) AS mails FROM person_token
           WHERE email = $1 AND creation_time > clock_timestamp() - interval '1 hour'`,
    values: [email],
  });
  return row?.mails ?? 0;
}

/** Creates the statement that revokes all links sent to an address after one of the links has been used. */
export const dropTokens = (email: string): Statement => ({
  name: 'drop_person_tokens',
  text: `DELETE FROM person_token WHERE email = $1 AND purpose <> 'NOTICE'`,
  values: [email],
});
