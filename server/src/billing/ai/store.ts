import { aiBillingSql } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { monthOf, startOfMonth } from './months.ts';

/** A call that was taken into the meter. */
export type Taken = {
  month: string;
  /** The first one of its month. */
  first: boolean;
  /** AI features are off because of the cap of an earlier month. */
  lapsed: boolean;
};

/**
 * Takes the most that a call may cost into the month, and notes the call; nothing where AI features are off or there is no
 * room for it. One statement: the month's row is locked by it, so that calls at once are checked one after the other.
 */
export async function takeCall(
  scope: OrgTransaction,
  id: string,
  worstCase: string,
): Promise<Taken | undefined> {
  const month = monthOf(scope.now);
  const [row] = await scope.query<Taken>({
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

/** How a month stands. Numbers are decimals. */
export type Standing = {
  enabled: boolean;
  /** Null: no limit. */
  most: string | null;
  used: string;
  reserved: string;
  /** Of that, what is reserved by calls that began within the last hour. */
  under_way: string;
};

/** Looks how the month of the organization's clock stands. */
export async function readStanding(scope: OrgTransaction): Promise<Standing | undefined> {
  const month = monthOf(scope.now);
  const [row] = await scope.query<Standing>({
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

/** Begins a month that has no call yet. False where it has begun. */
export async function beginMonth(scope: OrgTransaction): Promise<boolean> {
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
 * Notes what a call cost, in place of the most that it may have cost. Nothing where that was noted before. A month that was
 * billed stays as it was.
 * @param cost none: nobody knows, and the most that it may have cost counts
 */
export async function noteCost(
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

/** Ends a month: what is reserved still counts as used, and nothing changes any more. Nothing where it has ended. */
export async function closeMonth(
  scope: OrgTransaction,
  month: string,
): Promise<RowOf<'ai_month', 'calls' | 'used' | 'credit_cents'> | undefined> {
  const [row] = await scope.query<RowOf<'ai_month', 'calls' | 'used' | 'credit_cents'>>({
    name: 'close_ai_month',
    text: `UPDATE ai_month m SET used = m.used + m.reserved, reserved = 0, billed_time = $3, last_update_time = $3
           WHERE m.organization_id = $1 AND m.month = $2 AND m.billed_time IS NULL
           RETURNING m.calls, m.used, m.credit_cents`,
    values: [scope.organizationId, month, scope.now],
  });
  return row;
}
