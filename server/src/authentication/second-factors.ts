import { createHash, randomBytes } from 'node:crypto';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Queryable, Statement } from '../platform/database/statement.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { base32, matchingStep } from './totp.ts';

/** The second factor with which a user has authenticated, besides the password. */
export type SecondFactor = 'TOTP' | 'RECOVERY_CODE' | 'PASSKEY';

export type FactorDeps = { vault: Vault; now: () => Date };

/** Returns the encryption context of a user's authenticator app secret. */
export const totpContext = (personId: string): string => `totp ${personId}`;

/** The second factors of a user, as shown on the account page. */
export type FactorStatus = { totpSince: string | undefined; passkeys: number; recoveryCodesLeft: number };

export async function readFactors(queryable: Queryable, personId: string): Promise<FactorStatus> {
  const [row] = await queryable.query<{ totp_since: string | null; passkeys: number; codes: number }>({
    name: 'read_second_factors',
    text: `SELECT (SELECT t.creation_time FROM person_totp t WHERE t.person_id = $1 AND NOT t.is_pending) AS totp_since,
             (SELECT count(*) FROM person_passkey k WHERE k.person_id = $1) AS passkeys,
             (SELECT count(*) FROM person_recovery_code c WHERE c.person_id = $1) AS codes`,
    values: [personId],
  });
  return {
    totpSince: row?.totp_since ?? undefined,
    passkeys: row?.passkeys ?? 0,
    recoveryCodesLeft: row?.codes ?? 0,
  };
}

export const hasFactor = ({ totpSince, passkeys }: Pick<FactorStatus, 'totpSince' | 'passkeys'>): boolean =>
  totpSince !== undefined || passkeys > 0;

/**
 * Verifies and consumes a code of the authenticator app or a recovery code, in the system role. Of two concurrent uses,
 * only the first use succeeds.
 * @returns the kind of code; undefined for a wrong or used code
 */
export async function useCode(
  deps: FactorDeps,
  queryable: Queryable,
  personId: string,
  given: string,
): Promise<SecondFactor | undefined> {
  const code = given.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return (await useTotp(deps, queryable, personId, code)) ? 'TOTP' : undefined;
  if (!/^[A-Z2-7]{16}$/.test(code)) return undefined;
  const used = await queryable.query({
    name: 'use_recovery_code',
    text: 'DELETE FROM person_recovery_code WHERE person_id = $1 AND code_hash = $2 RETURNING person_id',
    values: [personId, hashCode(personId, code)],
  });
  return used.length === 1 ? 'RECOVERY_CODE' : undefined;
}

async function useTotp(
  { vault, now }: FactorDeps,
  queryable: Queryable,
  personId: string,
  code: string,
): Promise<boolean> {
  const secret = await readSecret(vault, queryable, personId, false);
  const step = secret && matchingStep(secret, code, now());
  if (step === undefined) return false;
  const used = await queryable.query({
    name: 'use_totp_step',
    text: `UPDATE person_totp SET last_step = $2
           WHERE person_id = $1 AND NOT is_pending AND (last_step IS NULL OR last_step < $2) RETURNING person_id`,
    values: [personId, step],
  });
  return used.length === 1;
}

async function readSecret(vault: Vault, queryable: Queryable, personId: string, isPending: boolean) {
  const [row] = await queryable.query<RowOf<'person_totp', 'sealed_secret'>>({
    name: 'read_totp_secret',
    text: `SELECT sealed_secret FROM person_totp WHERE person_id = $1 AND is_pending = $2
             AND (NOT is_pending OR creation_time > clock_timestamp() - interval '1 hour')`,
    values: [personId, isPending],
  });
  return row && Buffer.from(vault.decrypt(row.sealed_secret, totpContext(personId)), 'base64url');
}

const pendingInsert = insertInto(
  'insert_pending_totp',
  'person_totp',
  ['person_id', 'is_pending', 'sealed_secret', 'creation_time'],
  {
    after: `ON CONFLICT (person_id, is_pending) DO UPDATE SET
      sealed_secret = excluded.sealed_secret, creation_time = excluded.creation_time, last_step = NULL`,
  },
);

/** Stores a new secret, which must be confirmed with a code within an hour. */
export const insertPendingTotp = ({ vault, now }: FactorDeps, personId: string, secret: Buffer): Statement =>
  pendingInsert({
    person_id: personId,
    is_pending: true,
    sealed_secret: vault.encrypt(secret.toString('base64url'), totpContext(personId)),
    creation_time: now(),
  });

/**
 * Replaces the confirmed secret with the pending secret if the code matches the pending secret. The code is marked as
 * used.
 */
export async function confirmTotp(
  { vault, now }: FactorDeps,
  queryable: Queryable,
  personId: string,
  code: string,
): Promise<boolean> {
  const secret = await readSecret(vault, queryable, personId, true);
  const step = secret && matchingStep(secret, code.replaceAll(/\s/g, ''), now());
  if (step === undefined) return false;
  await queryable.query({
    name: 'drop_confirmed_totp',
    text: 'DELETE FROM person_totp WHERE person_id = $1 AND NOT is_pending',
    values: [personId],
  });
  const confirmed = await queryable.query({
    name: 'confirm_totp',
    text: `UPDATE person_totp SET is_pending = false, last_step = $2, creation_time = $3
           WHERE person_id = $1 AND is_pending RETURNING person_id`,
    values: [personId, step, now()],
  });
  return confirmed.length === 1;
}

export const dropTotp = (personId: string): Statement => ({
  name: 'drop_totp',
  text: 'DELETE FROM person_totp WHERE person_id = $1',
  values: [personId],
});

export const dropRecoveryCodes = (personId: string): Statement => ({
  name: 'drop_recovery_codes',
  text: 'DELETE FROM person_recovery_code WHERE person_id = $1',
  values: [personId],
});

const codeCount = 10;

/**
 * Replaces the recovery codes.
 * @returns the new codes, which are stored as hashes
 */
export async function renewRecoveryCodes(
  queryable: Queryable,
  personId: string,
  now: Date,
): Promise<string[]> {
  // Codes have 80 random bits and cannot be guessed, so a fast hash is sufficient.
  const codes = Array.from({ length: codeCount }, () => base32(randomBytes(10)));
  await queryable.query(dropRecoveryCodes(personId));
  await queryable.query({
    name: 'insert_recovery_codes',
    text: `INSERT INTO person_recovery_code (person_id, code_hash, creation_time)
           SELECT $1, hash, $3 FROM unnest($2::bytea[]) AS hash`,
    values: [personId, codes.map((code) => hashCode(personId, code)), now],
  });
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

const hashCode = (personId: string, code: string): Buffer =>
  createHash('sha256').update(`${personId} ${code}`).digest();

/** Sets the second factor of a session. A trigger invalidates the cached access of the user on all processes. */
export const setSessionFactor = (sessionId: string, factor: SecondFactor): Statement => ({
  name: 'set_session_factor',
  text: 'UPDATE person_session SET second_factor = $2 WHERE id = $1',
  values: [sessionId, factor],
});

/** Clears the second factor of all sessions of a user who no longer has a second factor. */
export const clearSessionFactors = (personId: string): Statement => ({
  name: 'clear_session_factors',
  text: 'UPDATE person_session SET second_factor = NULL WHERE person_id = $1 AND second_factor IS NOT NULL',
  values: [personId],
});
