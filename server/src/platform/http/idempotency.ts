import { hash } from 'node:crypto';
import type { OrgTransaction } from '../access/scope.ts';
import { insertInto } from '../database/define-statement.ts';
import type { RowOf } from '../database/rows.ts';
import { errors } from '../errors.ts';
import type { Answer } from './route.ts';
import { RawJson } from './route.ts';

/** Computes the SHA-256 of a JSON value with sorted names, which is equal for equivalent bodies. */
export const canonicalHash = (value: unknown): Buffer =>
  hash('sha256', value === undefined ? '' : JSON.stringify(inOrder(value)), 'buffer');

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const out: Record<string, unknown> = {};
  // The parser has already rejected bodies with a key `__proto__`.
  for (const name of Object.keys(value).sort()) out[name] = inOrder((value as Record<string, unknown>)[name]);
  return out;
}

/** Thrown to roll back the transaction and return the stored response of the earlier request. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
  readonly text: string;
  constructor(text: string) {
    super('answered before');
    this.text = text;
  }
}

/** Reads the idempotency key of a request, if any. @throws 400 for a key that is too long or not printable */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header))
    throw errors.invalid_request('The Idempotency-Key header must have 1 to 255 printable characters.');
  return header;
}

/**
 * Locks the key for the rest of the transaction.
 * @throws AnsweredBefore if the same request has completed in the last 24 h; 409 while the same request is running; 422
 * if the key was used for a different request
 */
export async function acquireIdempotencyKeyLock(
  scope: OrgTransaction,
  key: string,
  requestHash: Buffer,
): Promise<void> {
  const [lock] = await scope.query<{ taken: boolean }>({
    name: 'lock_idempotency_key',
    text: `SELECT pg_try_advisory_xact_lock(${lockOfKey}) AS taken`,
    values: identityOf(scope, key),
  });
  if (!lock?.taken) throw errors.idempotency_key_in_use();
  await requireUnanswered(scope, key, requestHash);
}

/**
 * Locks the key, and waits if another transaction holds the lock. Use this lock to store the response of a completed
 * request, which must not fail because a concurrent repeat has locked the key.
 * @throws AnsweredBefore, or 422 if the key was used for a different request
 */
export async function awaitIdempotencyKeyLock(
  scope: OrgTransaction,
  key: string,
  requestHash: Buffer,
): Promise<void> {
  await scope.query({
    name: 'await_idempotency_key',
    text: `SELECT pg_advisory_xact_lock(${lockOfKey})`,
    values: identityOf(scope, key),
  });
  await requireUnanswered(scope, key, requestHash);
}

const lockOfKey = 'hashtextextended($1 || chr(10) || $2 || chr(10) || $3, 0)';
const identityOf = ({ organizationId, actor }: OrgTransaction, key: string) => [
  organizationId,
  actor.id,
  key,
];

async function requireUnanswered(scope: OrgTransaction, key: string, requestHash: Buffer): Promise<void> {
  const [row] = await scope.query<RowOf<'idempotency_key', 'response'> & { same: boolean }>({
    name: 'read_idempotency_key',
    text: `SELECT request_hash = $4 AS same, response FROM idempotency_key
           WHERE organization_id = $1 AND principal_id = $2 AND key = $3
             AND first_at > clock_timestamp() - interval '24 hours'`,
    values: [...identityOf(scope, key), requestHash],
  });
  if (row && !row.same) throw errors.idempotency_key_reused();
  if (row) throw new AlreadyAnswered(row.response);
}

const insertAnswer = insertInto(
  'keep_idempotent_answer',
  'idempotency_key',
  ['organization_id', 'principal_id', 'key', 'request_hash', 'response'],
  {
    others: { first_at: 'clock_timestamp()' },
    after: `ON CONFLICT (organization_id, principal_id, key)
           DO UPDATE SET request_hash = EXCLUDED.request_hash, response = EXCLUDED.response, first_at = EXCLUDED.first_at`,
  },
);

/** Stores the response of a successful request. */
export async function keepAnswer(
  scope: OrgTransaction,
  key: string,
  requestHash: Buffer,
  answer: Answer,
): Promise<void> {
  await scope.query(
    insertAnswer({
      organization_id: scope.organizationId,
      principal_id: scope.actor.id,
      key,
      request_hash: requestHash,
      response: bodyText(answer.repeatBody ?? answer.body),
    }),
  );
}

export const bodyText = (body: unknown): string =>
  body instanceof RawJson ? body.text : JSON.stringify(body);
