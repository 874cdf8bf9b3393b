import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

type Ids = {
  meteredEntitlementId: string;
  usageRecordGroupId: string;
  usageBatchId: string;
  usageRecordReportId: string;
  billableMetricId: string;
};

const isOfUsage = ({ path }: Operation) => /usage/i.test(path);

/** Provides a record group, its call and entitlement, a report that needs manual action, and a metric. */
export function createUsageRecords(app: TestApp, { id, token }: TestOrganization) {
  let known: Ids | undefined;
  let isChanged = false;
  const reportId = app.app.newId('urr');
  const { query } = app.database;
  /** The report is for a future hour, so that no usage is sent while the suites run. */
  const insertReport = async (entitlementId: string) => {
    await query(
      `INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, partner, run_id, usage_from,
         usage_until, group_count, status, group_status, creation_time, last_update_time)
       SELECT $1, report, $3, 'trm_none', 'MKA', report, now(), now(), 0, 'FAILED', 'REPORT_FAILED', now(), now()
       FROM unnest(ARRAY[$2, $2 || '_other']) report`,
      [id, reportId, entitlementId],
    );
    await query(
      `INSERT INTO usage_line (organization_id, id, report_id, entitlement_id, entitlement_term_id, partner, dimension,
         bucket_hour, quantity, state, creation_time, last_update_time)
       SELECT $1, $2 || state, $2, $3, 'trm_none', 'MKA', state, date_trunc('hour', now()) + interval '40 hours', 1, state,
         now(), now() FROM unnest('{MISSED,UNKNOWN}'::text[]) state`,
      [id, reportId, entitlementId],
    );
  };
  /** Resets the lines so that the group can be deleted and retried. */
  const restoreGroup = async (groupId: string) => {
    await query(
      `UPDATE usage_line SET state = dimension, due_time = NULL WHERE organization_id = $1 AND report_id = $2`,
      [id, reportId],
    );
    await query(
      `WITH invalid AS (
         UPDATE usage_group SET state = 'INVALID', reason = 'none' WHERE organization_id = $1 AND id = $2 RETURNING batch_id)
       UPDATE usage_batch SET invalid = 1 FROM invalid WHERE organization_id = $1 AND id = invalid.batch_id`,
      [id, groupId],
    );
  };
  return {
    /** Returns an operation's records; `metered` returns an entitlement with the metering dimension `gpu`. */
    ids: async (operation: Operation | undefined, metered: () => Promise<string>): Promise<Ids> => {
      if (known) {
        if (isChanged || (operation && isOfUsage(operation))) await restoreGroup(known.usageRecordGroupId);
        isChanged = false;
        return known;
      }
      const meteredEntitlementId = await metered();
      const path = `/org/${id}/entitlement/${meteredEntitlementId}/usageRecordGroup`;
      const { body, text } = await app.request('POST', path, { token, body: { records: { gpu: 1 } } });
      if (!body.id) throw new Error(text);
      const { body: batches } = await app.request('GET', `/org/${id}/usageBatch?limit=1`, { token });
      const metric = { name: 'Metric', aggregationType: 'SUM' };
      const made = await app.request('POST', `/org/${id}/billableMetric`, { token, body: metric });
      known = {
        meteredEntitlementId,
        usageRecordGroupId: body.id,
        usageBatchId: batches[0].id,
        usageRecordReportId: reportId,
        billableMetricId: made.body.id,
      };
      await insertReport(meteredEntitlementId);
      await restoreGroup(known.usageRecordGroupId);
      return known;
    },
    used: (operation: Operation) => {
      if (isOfUsage(operation)) isChanged = true;
    },
  };
}
