import { createHash } from 'node:crypto';
import { runJob } from '../src/metering/run-job-definition.ts';
import { createInOrganization, type OrgTransaction } from '../src/platform/access/scope.ts';
import { enqueue } from '../src/platform/jobs/queue.ts';
import type { TestApp } from './harness.ts';

/** A reported group: usage of an entitlement at a time. */
export type ReportedUsage = { entitlementId: string; at: Date; records: Record<string, number | string> };

/** Helpers for tests of the run, for one organization. The helpers insert usage as the API stores it. */
export function usageOf(app: TestApp, org: { id: string }) {
  const { query } = app.database;
  const inOrganization = createInOrganization(app.app.database, app.app.newId);
  const act = <T>(work: (scope: OrgTransaction) => Promise<T>): Promise<T> =>
    inOrganization(org.id, 'req_test', work);
  const rowsOf = async (table: string, order: string, where = '') =>
    (await query(`SELECT * FROM ${table} WHERE organization_id = $1 ${where} ORDER BY ${order}`, [org.id]))
      .rows;
  return {
    act,
    /** Inserts a call with groups, as the API stores it. */
    report: (groups: readonly ReportedUsage[]): Promise<string> =>
      act(async (scope) => {
        const id = app.app.newId('ubt');
        await scope.query({
          name: 'test_insert_batch',
          text: `INSERT INTO usage_batch (organization_id, id, received_at, creation_time, source, size, content_hash, actor_type)
                 VALUES ($1, $2, $3, $4, 'API', $5, $6, 'SERVICE')`,
          values: [
            org.id,
            id,
            scope.wallNow,
            scope.now,
            groups.length,
            createHash('sha256').update(id).digest(),
          ],
        });
        for (const [ordinal, { entitlementId, at, records }] of groups.entries())
          await scope.query({
            name: 'test_insert_group',
            text: `INSERT INTO usage_group (organization_id, batch_id, ordinal, received_at, id, entitlement_id,
                     usage_time, time_given, keys, quantities)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, true, $8, $9::numeric[])`,
            values: [
              ...[org.id, id, ordinal, scope.wallNow, app.app.newId('urg'), entitlementId, at],
              ...[Object.keys(records), Object.values(records).map(String)],
            ],
          });
        return id;
      }),
    /** Settles all pending usage. */
    run: async () => {
      await act((scope) => scope.query(enqueue(scope, runJob, {})));
      await app.drainJobs();
    },
    ledger: async (termId?: string) =>
      (await rowsOf('usage_ledger', 'entitlement_term_id, position')).filter(
        (row) => !termId || row.entitlement_term_id === termId,
      ),
    lines: () => rowsOf('usage_line', 'entitlement_id, dimension, bucket_hour'),
    reports: () => rowsOf('usage_report', 'usage_from, id'),
    rowsOf,
  };
}

/** Formats ledger entries as `TYPE dimension quantity`, without trailing zeros. */
export const shownEntries = (entries: readonly Record<string, unknown>[]): string[] =>
  entries.map(({ type, dimension, quantity }) => `${type} ${dimension} ${trim(quantity)}`);
export const shownLines = (lines: readonly Record<string, unknown>[]): string[] =>
  lines.map(
    ({ dimension, bucket_hour: hour, quantity, state }) =>
      `${dimension} ${(hour as Date).toISOString().slice(11, 13)} ${trim(quantity)} ${state}`,
  );
const trim = (value: unknown): string =>
  String(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
