import type { OrgTransaction } from '../../platform/access/scope.ts';
import { columns, defineStatement, rows, selectList } from '../../platform/database/define-statement.ts';
import type { ColumnOf, RowOf } from '../../platform/database/rows.ts';

export const lineStates = [
  'WAITING',
  'SENDING',
  'ACCEPTED',
  'REJECTED',
  'UNKNOWN',
  'MISSED',
  'CANCELED',
] as const;
export type LineState = (typeof lineStates)[number];

const own = [
  'id',
  'report_id',
  'entitlement_id',
  'entitlement_term_id',
  'dimension',
  'bucket_hour',
  'quantity',
  'unit_price',
  'amount',
  'state',
  'attempts',
  'call_id',
  'verdict',
  'external_id',
  'deadline',
  'due_time',
  'alerted_time',
  'difference',
  'creation_time',
] as const satisfies readonly ColumnOf<'usage_line'>[];
const shown = selectList<'usage_line'>('l', own);

export type Line = RowOf<'usage_line', (typeof own)[number], { state: LineState }>;

/** A line with the data about the sale that its marketplace requires. */
export type LineToSend = Line &
  RowOf<'entitlement', 'external_product_id' | 'external_buyer_id' | 'product_id' | 'plan_id'> & {
    agreement_id: string | null;
    currency: string | null;
    dimensions: string | null;
    /** End of the last accepted line of the dimension. */
    touches: string | null;
  };

/**
 * Finds the due lines of a marketplace, most urgent first. If intervals must be contiguous, only the first
 * open hour of each dimension is returned. The next call returns lines beyond the limit.
 */
export const findDueLines = (
  scope: OrgTransaction,
  { partner, limit, contiguous }: { partner: string; limit: number; contiguous: boolean },
): Promise<LineToSend[]> =>
  scope.query<LineToSend>({
    name: contiguous ? 'due_usage_lines_that_touch' : 'due_usage_lines',
    text: `SELECT ${shown}, e.external_id AS agreement_id, ${selectList<'entitlement'>('e', [
      'external_product_id',
      'external_buyer_id',
      'product_id',
      'plan_id',
    ])}, e.info ->> 'currency' AS currency, (e.info -> 'dimensions')::text AS dimensions,
             ${contiguous ? lastEnd : 'NULL'} AS touches
           FROM usage_line l
           JOIN entitlement e ON e.organization_id = l.organization_id AND e.id = l.entitlement_id
           WHERE l.organization_id = $1 AND l.partner = $2 AND ${isDue} AND NOT ${isHeld} ${contiguous ? `AND NOT ${hasEarlier}` : ''}
           ORDER BY l.deadline, l.bucket_hour, l.id LIMIT $4`,
    values: [scope.organizationId, partner, scope.now, limit],
  });

/**
 * SQL condition that a line waits because the buyer’s agreement has not been observed yet. The marketplace
 * could not assign the usage without the agreement.
 */
const isHeld = '(e.awaits_agreement AND e.external_id IS NULL)';

/** SQL condition that a line is due. A line that is held for a manual check has no due time. */
const isDue = `((l.state = 'WAITING' AND (l.due_time IS NULL OR l.due_time <= $3))
             OR (l.state = 'UNKNOWN' AND l.due_time <= $3))`;
const ofDimension = `o.organization_id = l.organization_id AND o.entitlement_id = l.entitlement_id
             AND o.dimension = l.dimension AND o.bucket_hour < l.bucket_hour`;
const hasEarlier = `EXISTS (SELECT FROM usage_line o WHERE ${ofDimension} AND o.state IN ('WAITING', 'SENDING', 'UNKNOWN'))`;
const lastEnd = `(SELECT o.bucket_hour + interval '1 hour' FROM usage_line o WHERE ${ofDimension} AND o.state = 'ACCEPTED'
               ORDER BY o.bucket_hour DESC LIMIT 1)`;

/** The states of lines whose outcome is open. */
export const openStates: readonly LineState[] = ['WAITING', 'SENDING', 'UNKNOWN'];

/** Maximum number of lines per read. Further lines are read after these lines have ended. */
const mostOpen = 10_000;

/** A line with an open outcome, and whether the line waits for the observation of its agreement. */
export type OpenLine = Line & { is_held: boolean };

/** Finds the open lines of a marketplace, most urgent first. */
export const findOpenLines = (scope: OrgTransaction, partner: string): Promise<OpenLine[]> =>
  scope.query<OpenLine>({
    name: 'open_usage_lines',
    text: `SELECT ${shown}, ${isHeld} AS is_held FROM usage_line l
           JOIN entitlement e ON e.organization_id = l.organization_id AND e.id = l.entitlement_id
           WHERE l.organization_id = $1 AND l.partner = $2 AND l.state IN ('WAITING', 'SENDING', 'UNKNOWN')
           ORDER BY l.deadline, l.id LIMIT ${mostOpen}`,
    values: [scope.organizationId, partner],
  });

/** Finds the pending lines of an entitlement for hours that begin at or after a time. */
export const findLinesAfter = (scope: OrgTransaction, entitlementId: string, moment: Date): Promise<Line[]> =>
  scope.query<Line>({
    name: 'waiting_usage_lines_after',
    text: `SELECT ${shown} FROM usage_line l
           WHERE l.organization_id = $1 AND l.entitlement_id = $2 AND l.bucket_hour >= $3 AND l.state = 'WAITING'
           ORDER BY l.bucket_hour, l.dimension, l.id`,
    values: [scope.organizationId, entitlementId, moment],
  });

export const findLinesOfReports = (scope: OrgTransaction, reportIds: readonly string[]): Promise<Line[]> =>
  scope.query<Line>({
    name: 'usage_lines_of_reports',
    text: `SELECT ${shown} FROM usage_line l WHERE l.organization_id = $1 AND l.report_id = ANY ($2)
           ORDER BY l.bucket_hour, l.dimension, l.id`,
    values: [scope.organizationId, reportIds],
  });

/**
 * Marks lines as SENDING with a call, in id order. Returns the ids of the lines that are unchanged since they
 * were read.
 */
export async function markSending(
  scope: OrgTransaction,
  lines: readonly Pick<Line, 'id' | 'quantity' | 'bucket_hour'>[],
  callId: string,
): Promise<Set<string>> {
  const marked = await scope.query<{ id: string }>({
    name: 'mark_usage_lines_sending',
    text: `UPDATE usage_line l SET state = 'SENDING', call_id = $4, attempts = l.attempts + 1, last_update_time = $5
           FROM (SELECT o.id FROM usage_line o
                   JOIN unnest($2::text[], $3::numeric[], $6::timestamptz[]) n (id, quantity, bucket_hour)
                     ON o.id = n.id AND o.quantity = n.quantity AND o.bucket_hour = n.bucket_hour
                   WHERE o.organization_id = $1 AND o.state IN ('WAITING', 'UNKNOWN') ORDER BY o.id FOR UPDATE OF o) open
           WHERE l.organization_id = $1 AND l.id = open.id RETURNING l.id`,
    values: [
      scope.organizationId,
      lines.map(({ id }) => id),
      lines.map(({ quantity }) => quantity),
      callId,
      scope.now,
      lines.map(({ bucket_hour: hour }) => hour),
    ],
  });
  return new Set(marked.map(({ id }) => id));
}

const changed = [
  'id',
  'state',
  'due_time',
  'external_id',
  'verdict',
  'bucket_hour',
  'deadline',
  'attempts',
  'alerted_time',
] as const;
export type LineChange = RowOf<'usage_line', 'id'> & {
  state: LineState;
  due_time: Date | null;
  external_id: string | null;
  verdict: string | null;
  bucket_hour: Date;
  deadline: Date | null;
  attempts: number;
  alerted_time: Date | null;
};

const change = defineStatement(
  'change_usage_lines',
  {
    key: columns('usage_line', ['organization_id', 'last_update_time']),
    lines: rows('usage_line', changed),
  },
  ({
    key,
    lines,
  }) => `UPDATE usage_line l SET state = n.state, due_time = n.due_time, external_id = n.external_id,
      verdict = n.verdict::json, bucket_hour = n.bucket_hour, deadline = n.deadline, attempts = n.attempts,
      alerted_time = n.alerted_time, last_update_time = ${key.at.last_update_time}
    FROM ${lines.unnest('n')} WHERE l.organization_id = ${key.at.organization_id} AND l.id = n.id`,
);

/** Updates lines that this transaction has locked or exclusively owns. */
export async function changeLines(scope: OrgTransaction, lines: readonly LineChange[]): Promise<void> {
  if (lines.length === 0) return;
  await scope.query(
    change({
      key: { organization_id: scope.organizationId, last_update_time: scope.now },
      lines: lines.map((line) => ({ ...line })),
    }),
  );
}

/** Returns the current values of a line as the base of a change. */
export const asItIs = (line: Line): LineChange => ({
  id: line.id,
  state: line.state,
  due_time: line.due_time === null ? null : new Date(line.due_time),
  external_id: line.external_id,
  verdict: line.verdict,
  bucket_hour: new Date(line.bucket_hour),
  deadline: line.deadline === null ? null : new Date(line.deadline),
  attempts: line.attempts,
  alerted_time: line.alerted_time === null ? null : new Date(line.alerted_time),
});

/** Locks and reads lines in id order. */
export const lockLines = (scope: OrgTransaction, ids: readonly string[]): Promise<Line[]> =>
  scope.query<Line>({
    name: 'lock_usage_lines',
    text: `SELECT ${shown} FROM usage_line l WHERE l.organization_id = $1 AND l.id = ANY ($2) ORDER BY l.id FOR UPDATE`,
    values: [scope.organizationId, ids],
  });

/**
 * Finds the hours, from a given hour on, for which a dimension of an entitlement has lines, with the line
 * states.
 */
export const findHours = (
  scope: OrgTransaction,
  { entitlement_id: entitlementId, dimension }: Pick<Line, 'entitlement_id' | 'dimension'>,
  from: Date,
): Promise<Pick<Line, 'bucket_hour' | 'state'>[]> =>
  scope.query<Pick<Line, 'bucket_hour' | 'state'>>({
    name: 'hours_of_usage_lines',
    text: `SELECT l.bucket_hour, l.state FROM usage_line l WHERE l.organization_id = $1 AND l.entitlement_id = $2
             AND l.dimension = $3 AND l.bucket_hour >= $4 ORDER BY l.bucket_hour`,
    values: [scope.organizationId, entitlementId, dimension, from],
  });
