import type { z } from 'zod';
import type { Principal } from '../platform/access/access.ts';
import type { Database } from '../platform/database/database.ts';
import type { Transaction } from '../platform/database/statement.ts';
import { errors } from '../platform/errors.ts';
import type { NewId } from '../platform/ids.ts';
import { type Mail, queueMail } from '../platform/mail/outbox.ts';
import type { Accounts } from './accounts.ts';
import type { SecondFactors } from './factor-records.ts';
import { listPasskeys } from './passkeys.ts';
import {
  clearSessionFactors,
  dropRecoveryCodes,
  type FactorDeps,
  hasFactor,
  readFactors,
} from './second-factors.ts';
import type { RequirePersonSession, Session } from './sessions.ts';

export type FactorRouteDeps = FactorDeps & {
  accounts: Accounts;
  newId: NewId;
  requirePersonSession: RequirePersonSession;
};

/** The errors of operations that change second factors. */
export const factorRefusals = [
  errors.auth_method_not_allowed.definition,
  errors.second_factor_required.definition,
] as const;

/**
 * Requires a session that may change second factors: a session opened with the password, and with the second factor, if
 * any.
 * @throws 403 for other sessions
 */
export async function requireFactorSession(
  { requirePersonSession }: Pick<FactorRouteDeps, 'requirePersonSession'>,
  queryable: Transaction,
  principal: Principal,
): Promise<Session> {
  const session = await requirePersonSession(queryable, principal);
  if (session.method !== 'PASSWORD')
    throw errors.auth_method_not_allowed('Sign in with the password to change second factors.');
  if (session.factor === undefined && hasFactor(await readFactors(queryable, session.personId)))
    throw errors.second_factor_required('Sign in again with the second factor to change it.');
  return session;
}

/** Requires a session that may change second factors, and the password again. @throws 400 if the password is wrong */
export async function requireOwner(
  deps: FactorRouteDeps,
  database: Database,
  principal: Principal,
  password: string,
): Promise<Session> {
  const session = await database.transaction(
    (queryable) => requireFactorSession(deps, queryable, principal),
    'system',
  );
  await deps.accounts.requirePassword(session, password);
  return session;
}

export async function statusOf(
  queryable: Transaction,
  { personId }: Session,
): Promise<z.output<typeof SecondFactors>> {
  const { totpSince, recoveryCodesLeft } = await readFactors(queryable, personId);
  const passkeys = (await listPasskeys(queryable, personId)).map((row) => ({
    id: row.id,
    name: row.name,
    creationTime: row.creation_time,
    lastUsedAt: row.last_used_at ?? undefined,
  }));
  return { totp: totpSince !== undefined, totpSince, recoveryCodesLeft, passkeys };
}

export const notify = ({ newId, now }: FactorRouteDeps, { query }: Transaction, mail: Mail) =>
  query(queueMail({ ...mail, id: newId('mal'), now: now() }));

/** After the removal of the last second factor, removes the recovery codes and clears the factor in all sessions. */
export async function endWithoutFactor(queryable: Transaction, personId: string): Promise<void> {
  if (hasFactor(await readFactors(queryable, personId))) return;
  await queryable.query(dropRecoveryCodes(personId));
  await queryable.query(clearSessionFactors(personId));
}
