import { requestImport } from '../../src/synchronization/requests.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { emptyShop, type Shop } from '../marketplace-double.ts';

export type World = ReturnType<typeof openWorld>;

/** Creates helpers for a PROD organization that sells on marketplace A. */
export function openWorld(app: TestApp, org: TestOrganization, shops: Map<string, Shop>) {
  const shop = emptyShop();
  shops.set(org.id, shop);
  const call = (method: string, path: string, body?: unknown) =>
    app.request(method, `/org/${org.id}/${path}`, { token: org.token, body });
  const rows = async (text: string, ...values: unknown[]) =>
    (await app.database.query(text, [org.id, ...values])).rows;
  return {
    shop,
    call,
    rows,
    /** Connects the marketplace, as a seller does. */
    connect: async (): Promise<void> => {
      const credentials = { role: 'x' };
      const body = { partner: 'MKA', service: 'MARKETPLACE', credentials };
      const created = await call('POST', 'integration', body);
      if (created.status !== 200) throw new Error(created.text);
      const verified = await call('POST', 'integration/MKA/MARKETPLACE/verify');
      if (verified.status !== 200) throw new Error(verified.text);
    },
    request: () => app.app.inOrganization(org.id, 'test', (scope) => requestImport(scope, 'MKA')),
    cancel: async () => {
      const [{ id }] = await rows(
        `SELECT id FROM job WHERE organization_id = $1 AND kind = 'synchronization.import' AND finished_at IS NULL`,
      );
      const reply = await call('POST', `v2/operation/${id}/cancel`);
      if (reply.status !== 200) throw new Error(reply.text);
    },
    /** Makes waiting jobs of a kind due immediately. */
    makeDue: (kind: string) =>
      rows(
        `UPDATE job SET ready_at = clock_timestamp(), due_at = clock_timestamp(), stands = 'LINE'
         WHERE organization_id = $1 AND kind = $2 AND finished_at IS NULL`,
        kind,
      ),
    counts: async () =>
      (
        await rows(
          `SELECT (SELECT count(*)::int FROM product WHERE organization_id = $1) AS products,
             (SELECT count(*)::int FROM offer WHERE organization_id = $1) AS offers,
             (SELECT count(*)::int FROM entitlement WHERE organization_id = $1) AS entitlements,
             (SELECT count(*)::int FROM entitlement_term WHERE organization_id = $1) AS terms,
             (SELECT count(*)::int FROM buyer WHERE organization_id = $1) AS buyers`,
        )
      )[0],
    lastEvent: async (): Promise<string> =>
      (await rows(`SELECT coalesce(max(id), '') AS id FROM event WHERE organization_id = $1`))[0].id,
    eventsSince: (since: string) =>
      rows(
        `SELECT entity_type || ' ' || action || coalesce(' ' || change, '') AS event, entity_id, sequence, payload
         FROM event WHERE organization_id = $1 AND id > $2 ORDER BY id`,
        since,
      ),
    jobsOf: (kind: string) =>
      rows(
        `SELECT id, outcome, ended_as, finished_at IS NOT NULL AS finished, waits_for FROM job
         WHERE organization_id = $1 AND kind = $2 ORDER BY creation_time, id`,
        kind,
      ),
  };
}
