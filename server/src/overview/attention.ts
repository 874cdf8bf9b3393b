import type { OrgScope } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { attentionKinds } from './records.ts';

type Kind = (typeof attentionKinds)[number];

/** The number of days before the expiry of an offer or the end of an entitlement from which the record is listed. */
const soonDays = { offer: 7, entitlement: 30 };
/** The maximum number of records that are counted per kind. The list contains all records. */
const mostCounted = 100;

/**
 * A query for records that require attention. `x` is a record. `since` is the start of its wait or, for a record that
 * expires, its end.
 */
type Rule = { table: string; name: string; since: string; condition: string; query: string };

const rules: Readonly<Record<Kind, Rule>> = {
  INTEGRATION_NOT_VERIFIED: {
    table: 'integration',
    name: 'x.partner',
    since: 'x.last_update_time',
    condition: `x.status = 'NOT_VERIFIED' AND x.last_verify_time IS NOT NULL`,
    query: 'integration',
  },
  WEBHOOK_DISABLED: {
    table: 'webhook_endpoint',
    name: `coalesce(nullif(x.description, ''), x.url)`,
    since: 'x.status_time',
    condition: `x.status = 'DISABLED'`,
    query: 'webhook',
  },
  WEBHOOK_FAILING: {
    table: `(SELECT w.organization_id, w.id, coalesce(nullif(w.description, ''), w.url) AS name, w.status, q.failing_since
      FROM webhook_endpoint w JOIN webhook_queue q ON q.organization_id = w.organization_id AND q.endpoint_id = w.id)`,
    name: 'x.name',
    since: 'x.failing_since',
    condition: `x.status = 'ENABLED' AND x.failing_since IS NOT NULL`,
    query: 'webhook',
  },
  // As for the event of an overdue invoice, the buyer has a day after the due date.
  INVOICE_OVERDUE: {
    table: 'invoice',
    name: 'x.number::text',
    since: 'x.due_date',
    condition: `x.status = 'FINALIZED' AND x.payment_status IN ('PENDING', 'FAILED')
      AND x.due_date <= $2::timestamptz - interval '1 day' AND x.due_amount > x.paid_amount + x.credited_amount`,
    query: 'invoice?status=FINALIZED',
  },
  OFFER_CREATE_FAILED: {
    table: 'offer',
    name: 'x.name',
    since: 'x.creation_time',
    condition: `x.status = 'CREATE_FAILED'`,
    query: 'offer?status=CREATE_FAILED',
  },
  OFFER_AWAITS_APPROVAL: {
    table: 'offer',
    name: 'x.name',
    since: 'x.creation_time',
    condition: `x.approval_status = 'Submitted' AND x.status = 'DRAFT'`,
    query: 'offer?status=DRAFT',
  },
  OFFER_EXPIRES_SOON: {
    table: 'offer',
    name: 'x.name',
    since: 'x.expire_time',
    condition: `x.status = 'PENDING_ACCEPTANCE' AND x.expire_time > $2::timestamptz
      AND x.expire_time <= $2::timestamptz + interval '${soonDays.offer} days'`,
    query: 'offer?status=PENDING_ACCEPTANCE',
  },
  ENTITLEMENT_ENDS_SOON: {
    table: 'entitlement',
    name: 'x.name',
    since: 'x.end_time',
    condition: `x.status = 'ACTIVE' AND x.end_time > $2::timestamptz
      AND x.end_time <= $2::timestamptz + interval '${soonDays.entitlement} days'
      AND x.info ->> 'autoRenew' IS DISTINCT FROM 'true'`,
    query: 'entitlement?status=ACTIVE',
  },
  ENTITLEMENT_CHANGE_REQUESTED: {
    table: `(SELECT e.organization_id, e.id, e.name, r.since FROM entitlement e JOIN (
        SELECT r.entitlement_id, min(r.creation_time) AS since FROM entitlement_request r
        WHERE r.organization_id = $1 AND r.status = 'PENDING' GROUP BY r.entitlement_id) r
      ON e.organization_id = $1 AND e.id = r.entitlement_id)`,
    name: 'x.name',
    since: 'x.since',
    condition: 'true',
    query: 'entitlement?status=ACTIVE',
  },
  USAGE_NOT_REPORTED: {
    table: 'usage_report',
    name: `''`,
    since: 'x.creation_time',
    condition: `x.group_status = 'REPORT_FAILED' AND x.status = 'FAILED'`,
    query: 'usageRecordReport',
  },
};

const partOf = (kind: Kind): string => {
  const { table, name, since, condition } = rules[kind];
  return `(SELECT '${kind}' AS kind, count(*)::integer AS count, min(f.since) AS oldest,
      json_agg(json_build_object('id', f.id, 'name', coalesce(f.name, '')) ORDER BY f.since, f.id)
        FILTER (WHERE f.place <= 3) AS sample
    FROM (SELECT x.id, ${name} AS name, ${since} AS since, row_number() OVER (ORDER BY ${since}, x.id) AS place
          FROM ${table} x WHERE x.organization_id = $1 AND ${condition}
          ORDER BY ${since}, x.id LIMIT ${mostCounted}) f)`;
};

/** Finds the records that require attention, with one row for each kind, even without records. */
export const selectAttention = (scope: OrgScope): Statement => ({
  name: 'what_needs_attention',
  text: attentionKinds.map(partOf).join(' UNION ALL '),
  values: [scope.organizationId, scope.now],
});

export const attentionOf = (rows: readonly Row[]) =>
  rows
    .filter(({ count }) => Number(count) > 0)
    .map(({ kind, count, oldest, sample }) => ({
      kind: kind as Kind,
      count: Number(count),
      oldest: new Date(String(oldest)).toISOString(),
      sample: (typeof sample === 'string' ? JSON.parse(sample) : sample) as { id: string; name: string }[],
      query: rules[kind as Kind].query,
    }));
