import {
  type AiSwitchOff,
  aiBillingSql,
  findAiBillingParty,
  readAiSwitch,
  switchAiOff,
  switchAiOn,
} from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto } from '../../platform/database/define-statement.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { billJob, billTimeOf } from './bill.ts';
import { type Cents, centsOf, monthOf, startOfMonth } from './charge.ts';
import { capMail } from './mails.ts';

/** Reservation for one call of a language model. Its id is used to settle the cost of the call. */
export type AiReservation = { id: string };

/**
 * Reasons to refuse a call. OFF: AI features are disabled. BUSY: calls in flight reserve the rest of the
 * budget; retry after these calls have ended.
 */
export type AiRefusal = 'OFF' | 'BUSY' | 'SPENDING_CAP_REACHED';

/**
 * Reserves the highest possible cost of a language-model call before it is made (R11). One statement checks
 * whether AI features are enabled, the free usage and the spending cap. A call that exceeds the rest of the
 * month’s budget reaches the cap: AI features are disabled and the organization is notified. Use a separate
 * transaction, and commit it even if the call is refused, because concurrent calls wait for the month’s row.
 */
export async function reserve(
  scope: OrgTransaction,
  { worstCase }: { worstCase: Cents },
): Promise<{ reservation: AiReservation } | { refused: AiRefusal }> {
  const id = scope.newId('air');
  const cents = centsOf(worstCase);
  const taken = await takeCall(scope, id, cents);
  if (!taken) return { refused: await refuse(scope, cents) };
  if (taken.first) await scheduleBill(scope);
  if (taken.lapsed) await switchAiOn(scope, startOfMonth(taken.month));
  return { reservation: { id } };
}

/**
 * Reads why AI features are disabled; undefined if AI features are enabled or the next reservation would
 * re-enable them.
 */
export const readOff = (scope: OrgTransaction): Promise<AiSwitchOff | undefined> =>
  readAiSwitch(scope, startOfMonth(monthOf(scope.now)));

/**
 * Settles the actual cost of a call in the month of its reservation, at most the reserved amount. Idempotent.
 * The reserved amount is charged for a call that is never settled.
 * @param cost 'UNKNOWN' if the response was lost; the reserved amount stays charged
 */
export async function settle(
  scope: OrgTransaction,
  { id }: AiReservation,
  cost: Cents | 'UNKNOWN',
): Promise<void> {
  const settled = await noteCost(scope, id, cost === 'UNKNOWN' ? null : centsOf(cost));
  if (settled?.month !== monthOf(scope.now)) return;
  const standing = await readStanding(scope);
  if (standing && isUsedUp(standing)) await reachCap(scope);
}

async function refuse(scope: OrgTransaction, worstCase: string): Promise<AiRefusal> {
  const standing = await readStanding(scope);
  if (!standing?.enabled) return 'OFF';
  if (hasRoomLater(standing, worstCase)) return 'BUSY';
  await reachCap(scope);
  return 'SPENDING_CAP_REACHED';
}

/** Whether the budget would suffice for the call if the calls in flight cost nothing. */
const hasRoomLater = ({ most, used, reserved, under_way }: MonthBudget, worstCase: string): boolean =>
  most === null || new Exact(used).plus(reserved).minus(under_way).plus(worstCase).lessThanOrEqualTo(most);

const isUsedUp = ({ most, used }: MonthBudget): boolean =>
  most !== null && new Exact(used).greaterThanOrEqualTo(most);

async function reachCap(scope: OrgTransaction): Promise<void> {
  const month = monthOf(scope.now);
  if (await beginMonth(scope)) await scheduleBill(scope);
  if (!(await switchAiOff(scope, startOfMonth(month)))) return;
  const { name, email } = await findAiBillingParty(scope);
  if (!email) return;
  const mail = { id: scope.newId('mai'), now: scope.wallNow, sentFor: scope.organizationId };
  await scope.query(queueMail({ ...mail, ...capMail({ to: email, organization: name, month }) }));
}

/**
 * Schedules the bill job for after the month’s end. The job also re-enables AI features that the cap
 * disabled.
 */
async function scheduleBill(scope: OrgTransaction): Promise<void> {
  const month = monthOf(scope.now);
  await scope.query(enqueue(scope, billJob, { month }, { at: billTimeOf(month) }));
}

/** Call whose highest possible cost is reserved in its month. */
type ReservedCall = {
  month: string;
  /** Whether this is the first call of its month. */
  first: boolean;
  /** Whether the cap of an earlier month is the only reason why AI features were disabled. */
  lapsed: boolean;
};

/**
 * Reserves the highest possible cost of a call in the month and records the reservation. Returns undefined if
 * AI features are disabled or the budget is too small. A single statement locks the month’s row, so
 * concurrent calls are checked one after the other.
 */
async function takeCall(
  scope: OrgTransaction,
  id: string,
  worstCase: string,
): Promise<ReservedCall | undefined> {
  const month = monthOf(scope.now);
  const [row] = await scope.query<ReservedCall>({
    name: 'take_ai_call',
    text: `WITH config AS (
             SELECT s.credit, s.most, s.enabled, coalesce(s.capped_at < $5, false) AS lapsed FROM (${aiBillingSql}) s),
           taken AS (
             INSERT INTO ai_month AS m (organization_id, month, calls, reserved, credit_cents, creation_time, last_update_time)
             SELECT $1, $2, 1, $4::numeric, c.credit, $6, $6 FROM config c
             WHERE (c.enabled OR c.lapsed) AND (c.most IS NULL OR $4::numeric <= c.most)
             ON CONFLICT (organization_id, month) DO UPDATE
               SET calls = m.calls + 1, reserved = m.reserved + excluded.reserved, credit_cents = excluded.credit_cents,
                 last_update_time = excluded.last_update_time
               WHERE m.billed_time IS NULL AND coalesce(
                 m.used + m.reserved + excluded.reserved <= (SELECT c.most FROM config c), true)
             RETURNING m.month, m.calls = 1 AS first),
           noted AS (
             INSERT INTO ai_reservation (organization_id, id, month, worst_case, begin_time, creation_time)
             SELECT $1, $3, t.month, $4::numeric, $7, $6 FROM taken t RETURNING id)
           SELECT t.month, t.first, NOT c.enabled AS lapsed FROM taken t, config c, noted`,
    values: [
      ...[scope.organizationId, month, id, worstCase],
      ...[startOfMonth(month), scope.now, scope.wallNow],
    ],
  });
  return row;
}

/** Budget and usage of a month. Numbers are decimals as text. */
type MonthBudget = {
  enabled: boolean;
  /** Budget of the month; null if unlimited. */
  most: string | null;
  used: string;
  reserved: string;
  /** Portion of `reserved` for calls that began within the last hour. */
  under_way: string;
};

/** Reads budget and usage of the current month by the organization’s clock. */
async function readStanding(scope: OrgTransaction): Promise<MonthBudget | undefined> {
  const month = monthOf(scope.now);
  const [row] = await scope.query<MonthBudget>({
    name: 'read_ai_standing',
    text: `SELECT s.enabled OR coalesce(s.capped_at < $3, false) AS enabled, s.most::text, coalesce(m.used, 0)::text AS used,
             coalesce(m.reserved, 0)::text AS reserved, (
               SELECT coalesce(sum(r.worst_case), 0)::text FROM ai_reservation r
               WHERE r.organization_id = $1 AND r.month = $2 AND r.settle_time IS NULL
                 AND r.begin_time > $4::timestamptz - interval '1 hour') AS under_way
           FROM (${aiBillingSql}) s
           LEFT JOIN ai_month m ON m.organization_id = $1 AND m.month = $2`,
    values: [scope.organizationId, month, startOfMonth(month), scope.wallNow],
  });
  return row;
}

const insertMonth = insertInto(
  'begin_ai_month',
  'ai_month',
  ['organization_id', 'month', 'creation_time', 'last_update_time'],
  { after: 'ON CONFLICT (organization_id, month) DO NOTHING RETURNING month' },
);

/** Creates the row of a month that has no call yet. Returns false if the row exists. */
async function beginMonth(scope: OrgTransaction): Promise<boolean> {
  const rows = await scope.query(
    insertMonth({
      organization_id: scope.organizationId,
      month: monthOf(scope.now),
      creation_time: scope.now,
      last_update_time: scope.now,
    }),
  );
  return rows.length > 0;
}

/**
 * Records the actual cost of a call in place of its reservation. Returns undefined if the cost was recorded
 * before. A month that has been billed is not changed.
 * @param cost null if unknown; the reserved amount is then the cost
 */
async function noteCost(
  scope: OrgTransaction,
  id: string,
  cost: string | null,
): Promise<{ month: string } | undefined> {
  const [row] = await scope.query<{ month: string }>({
    name: 'note_ai_cost',
    text: `WITH settled AS (
             UPDATE ai_reservation r SET cost = least(coalesce($3::numeric, r.worst_case), r.worst_case), settle_time = $4
             WHERE r.organization_id = $1 AND r.id = $2 AND r.settle_time IS NULL
             RETURNING r.month, r.worst_case, r.cost)
           UPDATE ai_month m SET used = m.used + s.cost, reserved = m.reserved - s.worst_case, last_update_time = $4
           FROM settled s WHERE m.organization_id = $1 AND m.month = s.month AND m.billed_time IS NULL
           RETURNING m.month`,
    values: [scope.organizationId, id, cost, scope.now],
  });
  return row;
}
