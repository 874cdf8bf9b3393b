import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, insertInto } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';

/** The maximum duration of a call in flight. A longer call belongs to a crashed process. */
const longestCall = '2 minutes';

/** Releases the key of an old call without a stored answer, so that a repeat makes a new call. */
const releaseKey = (scope: OrgScope, key: string): Statement => ({
  name: 'release_request_key',
  text: `UPDATE ai_call c SET request_key = NULL
         WHERE c.organization_id = $1 AND c.asked_by = $2 AND c.request_key = $3
           AND c.begin_time < $4::timestamptz - interval '${longestCall}'`,
  values: [scope.organizationId, scope.actor.id, key, scope.wallNow],
});

const insert = insertInto(
  'insert_ai_call',
  'ai_call',
  [
    'organization_id',
    'id',
    'asked_by',
    'provider',
    'reservation_id',
    'request_key',
    'begin_time',
    'creation_time',
  ],
  {
    after:
      'ON CONFLICT (organization_id, asked_by, request_key) WHERE request_key IS NOT NULL DO NOTHING RETURNING id',
  },
);

export type NewCall = {
  provider: 'OPERATOR' | 'INTEGRATION';
  reservationId: string | undefined;
  key: string | undefined;
};

/** Records a call before it is made. Returns undefined if a call with the same key is in flight or has just ended. */
export async function beginCall(scope: OrgTransaction, call: NewCall): Promise<string | undefined> {
  if (call.key !== undefined) await scope.query(releaseKey(scope, call.key));
  const [row] = await scope.query<{ id: string }>(
    insert({
      organization_id: scope.organizationId,
      id: scope.newId('aic'),
      asked_by: scope.actor.id,
      provider: call.provider,
      reservation_id: call.reservationId ?? null,
      request_key: call.key ?? null,
      begin_time: scope.wallNow,
      creation_time: scope.now,
    }),
  );
  return row?.id;
}

/** Returns whether a call with the key of a request is in flight, or has just ended. */
export async function isUnderWay(scope: OrgTransaction, key: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'find_ai_call_of_key',
    text: `SELECT FROM ai_call c WHERE c.organization_id = $1 AND c.asked_by = $2 AND c.request_key = $3
             AND c.begin_time >= $4::timestamptz - interval '${longestCall}'`,
    values: [scope.organizationId, scope.actor.id, key, scope.wallNow],
  });
  return rows.length > 0;
}

const update = defineStatement(
  'end_ai_call',
  {
    key: columns('ai_call', ['organization_id', 'id']),
    call: columns('ai_call', ['outcome', 'input_tokens', 'output_tokens', 'end_time']),
  },
  ({ key, call }) => `UPDATE ai_call c SET ${call.set},
      request_key = CASE WHEN ${call.at.outcome} = 'ANSWERED' THEN c.request_key END
    WHERE ${key.equals('c')}`,
);

/** Records the outcome of a call. A repeat with the key of an unanswered call makes a new call. */
export async function endCall(
  scope: OrgTransaction,
  id: string,
  outcome: 'ANSWERED' | 'REFUSED' | 'UNKNOWN',
  tokens: { input: number; output: number } | undefined,
): Promise<void> {
  await scope.query(
    update({
      key: { organization_id: scope.organizationId, id },
      call: {
        outcome,
        input_tokens: tokens?.input ?? null,
        output_tokens: tokens?.output ?? null,
        end_time: scope.wallNow,
      },
    }),
  );
}

const dayMs = 86_400_000;

/** Counts the calls of the current day of the organization's clock, in UTC. */
export const countCalls = (scope: OrgScope, atMost: number): Statement => {
  const day = new Date(Math.floor(scope.now.getTime() / dayMs) * dayMs);
  return {
    name: 'count_ai_calls',
    text: `SELECT count(*) AS used FROM (
             SELECT FROM ai_call c WHERE c.organization_id = $1 AND c.creation_time >= $3
               AND c.creation_time < $3::timestamptz + interval '24 hours' LIMIT $2) AS counted`,
    values: [scope.organizationId, atMost, day],
  };
};
