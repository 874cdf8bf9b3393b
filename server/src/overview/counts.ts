import type { OrgScope } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';

/** Counts the records of each state, from the index of states alone. */
export const selectStates = (scope: OrgScope, table: 'offer' | 'entitlement'): Statement => ({
  name: `count_${table}_states`,
  text: `SELECT x.status, count(*)::integer AS count FROM ${table} x
         WHERE x.organization_id = $1 AND x.status <> 'DELETED' GROUP BY x.status ORDER BY x.status`,
  values: [scope.organizationId],
});

/** Sums the open offers by currency, as rate times quantity of their commits. The quantity 0 is charged like 1. */
export const selectOpenOffers = (scope: OrgScope): Statement => ({
  name: 'sum_open_offers',
  text: `SELECT o.info ->> 'currency' AS currency, count(*)::integer AS count, coalesce(sum(c.amount), 0) AS amount
         FROM offer o LEFT JOIN LATERAL (
           SELECT sum((commit ->> 'rate')::numeric * coalesce(nullif((commit ->> 'quantity')::numeric, 0), 1)) AS amount
           FROM jsonb_array_elements(o.info -> 'commits') commit) c ON true
         WHERE o.organization_id = $1 AND o.status = 'PENDING_ACCEPTANCE' AND o.info ->> 'currency' IS NOT NULL
         GROUP BY 1 ORDER BY 1`,
  values: [scope.organizationId],
});

/** Sums the annualized contract value of active entitlements, by currency. */
export const selectAnnualized = (scope: OrgScope): Statement => ({
  name: 'sum_annualized',
  text: `SELECT e.info ->> 'currency' AS currency, count(*)::integer AS count,
           coalesce(sum((e.info ->> 'annualizedAmount')::numeric), 0) AS amount
         FROM entitlement e
         WHERE e.organization_id = $1 AND e.status IN ('ACTIVE', 'PENDING_CANCEL') AND e.info ->> 'currency' IS NOT NULL
         GROUP BY 1 ORDER BY 1`,
  values: [scope.organizationId],
});

export const countsOf = (rows: readonly Row[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ status, count }) => [String(status), Number(count)]));

export const sumsOf = (rows: readonly Row[]) =>
  rows.map(({ currency, count, amount }) => ({
    currency: String(currency),
    count: Number(count),
    amount: Number(amount),
  }));
