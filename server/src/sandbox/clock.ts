import { DateTime } from 'luxon';
import { expediteReconciliations } from '../entitlements/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { invalid } from '../platform/errors.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { lengthFrom } from '../platform/money-and-time/recurrence.ts';
import { clockJob } from './clock-job.ts';
import { requireTest, sandboxErrors } from './errors.ts';
import type { SandboxClockAdvance } from './records.ts';

const mostYears = 10;

/** Selects the organization's clock and, while the clock is being advanced, its target time. */
export const selectClock = (scope: OrgScope): Statement => ({
  name: 'sandbox_clock',
  text: `SELECT clock_timestamp() AS system_time, o.clock_offset_ms, j.id AS operation_id, j.payload ->> 'to' AS target
         FROM organization o LEFT JOIN job j
           ON j.organization_id = o.organization_id AND j.kind = $2 AND j.finished_at IS NULL
         WHERE o.organization_id = $1 ORDER BY j.position LIMIT 1`,
  values: [scope.organizationId, clockJob.kind],
});

type Clock = RowOf<'organization', 'clock_offset_ms'> & {
  system_time: string;
  operation_id: string | null;
  target: string | null;
};

export function encodeClock(row: Row | undefined) {
  const {
    system_time: systemTime,
    clock_offset_ms: offset,
    operation_id: operationId,
    target,
  } = row as Clock;
  const time = new Date(Date.parse(systemTime) + offset).toISOString();
  return { time, systemTime, ...(operationId ? { advancingTo: target, operationId } : {}) };
}

/** Enqueues an advance of the organization's clock. Only one advance runs at a time. */
export async function advanceClock(scope: OrgTransaction, wanted: SandboxClockAdvance) {
  requireTest(scope);
  const to = targetOf(wanted, scope.now);
  await scope.query({
    name: 'lock_sandbox_clock',
    text: `SELECT pg_advisory_xact_lock(hashtext('sandbox clock'), hashtext($1))`,
    values: [scope.organizationId],
  });
  const [before] = await scope.query(selectClock(scope));
  if (before?.operation_id)
    throw sandboxErrors.clock_advancing(
      `It is advancing to ${before.target}; see operation ${before.operation_id}.`,
    );
  await expediteReconciliations(scope);
  await scope.query(enqueue(scope, clockJob, { to: to.toISOString() }));
  const [row] = await scope.query(selectClock(scope));
  return encodeClock(row);
}

/** @throws 400 with the invalid field */
function targetOf({ advance, to }: SandboxClockAdvance, now: Date): Date {
  const refuse = (pointer: string, message: string) => invalid([{ pointer, message }]);
  if ((advance === undefined) === (to === undefined))
    throw refuse('/advance', 'exactly one of advance and to is required');
  const pointer = to === undefined ? '/advance' : '/to';
  const from = DateTime.fromJSDate(now, { zone: 'utc' });
  const length = advance === undefined ? undefined : lengthFrom(advance);
  if (advance !== undefined && !length) throw refuse(pointer, 'must be an ISO 8601 duration such as P30D');
  const target = length ? from.plus(length) : DateTime.fromISO(to as string, { zone: 'utc' });
  if (!target.isValid || target > from.plus({ years: mostYears }))
    throw refuse(pointer, `must be at most ${mostYears} years ahead; repeat the call to advance further`);
  if (target < from)
    throw refuse(pointer, `must not be before the organization’s current time, ${from.toISO()}`);
  return target.toJSDate();
}
