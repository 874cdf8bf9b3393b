import type { Entitlements } from './entitlements.fixture.ts';
import type { TestApp, TestOrganization } from './harness.ts';

/** Two dimensions with distinct keys and names, and two dimensions with a common name. */
export const dimensions = [
  { key: 'gpu', name: 'GPU hours', rate: 2 },
  { key: 'disk', name: 'Disk', rate: 0.25 },
  { key: 'in', name: 'Traffic', rate: 1 },
  { key: 'out', name: 'Traffic', rate: 1 },
];

/** Helpers for tests of usage calls, for one organization. */
export function usageCallsOf(app: TestApp, org: TestOrganization, { call, direct }: Entitlements) {
  const { query } = app.database;
  return {
    /** Creates an entitlement of a direct sale with these metered dimensions. */
    metered: async (info: object = {}) => direct({ info: { dimensions, ...info } }),
    report: (entitlementId: string, body: object) =>
      call('POST', `entitlement/${entitlementId}/usageRecordGroup`, body),
    batch: (body: readonly object[], suffix = '', headers: Record<string, string> = {}) =>
      app.request('POST', `/org/${org.id}/batchCreateUsageRecordGroups${suffix}`, {
        token: org.token,
        body,
        headers,
      }),
    validate: (body: readonly object[]) => call('POST', 'batchValidateUsageRecordGroups', body),
    /** Counts the rows of calls, record groups and identifiers. */
    stored: async () => {
      const { rows } = await query<{ batches: number; groups: number; keys: number }>(
        `SELECT (SELECT count(*) FROM usage_batch WHERE organization_id = $1)::int AS batches,
                (SELECT count(*) FROM usage_group WHERE organization_id = $1)::int AS groups,
                (SELECT count(*) FROM usage_key WHERE organization_id = $1)::int AS keys`,
        [org.id],
      );
      return rows[0];
    },
    ago: (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString(),
  };
}
