import { entitlementsOf } from './entitlements.fixture.ts';
import type { TestApp, TestOrganization } from './harness.ts';

/** Helpers for tests of revenue, for one organization. */
export function revenueOf(app: TestApp, org: TestOrganization) {
  const sale = entitlementsOf(app, org);
  const now = async () => new Date((await sale.get('sandbox/clock')).time as string);
  const query = async (text: string, ...values: unknown[]) =>
    (await app.database.query(text, [org.id, ...values])).rows;
  return {
    ...sale,
    query,
    now,
    fault: (partner: string, kind: string) => sale.post('sandbox/fault', { partner, kind }),
    /** Creates an accepted private offer with the fields that its marketplace requires. */
    sold: (partner: string, info: object = {}) =>
      sale.accepted({
        partner,
        info: {
          currency: 'USD',
          commits: [{ key: 'base', rate: 100 }],
          dimensions: [{ key: 'gpu', name: 'GPU', rate: 0.333 }],
          ...(partner === 'MKC' ? { mkCDuration: 12 } : {}),
          ...info,
        },
      }),
    report: (entitlementId: string, gpu: number) =>
      sale.post(`entitlement/${entitlementId}/usageRecordGroup`, { records: { gpu } }),
    /** Advances the clock to the fourth of a later month, by which marketplaces have paid out. */
    advanceToPayout: async (from: Date, months: number) => {
      const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 4));
      await sale.post('sandbox/clock', { to: to.toISOString() });
      await app.drainJobs();
      await app.dispatchEvents();
      await app.drainJobs();
      return to.toISOString().slice(0, 10);
    },
  };
}

export type Revenue = ReturnType<typeof revenueOf>;
