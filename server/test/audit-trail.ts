import { createVerifier, verifyAudit } from '../src/auditing/index.ts';
import type { AuditReport } from '../src/auditing/wiring.ts';
import type { TestApp, TestOrganization } from './harness.ts';

type Options = Partial<Parameters<typeof verifyAudit>[1]>;

/** Helpers for tests that fill, tamper with and verify the audit trail of an organization. */
export function createTrail(app: TestApp, org: TestOrganization) {
  const { database, sealer, auditKey: key } = app.app;
  const verifies = createVerifier([key.publicKey]);
  const sealAll = async () => {
    for (let sealed = 1; sealed > 0; ) sealed = await sealer.step();
  };
  /** Runs a statement that bypasses the triggers of the database; `$1` is the organization. */
  const tamper = (text: string) =>
    app.database.query(
      `SET session_replication_role = replica; ${text.replaceAll('$1', `'${org.id}'`)}; RESET session_replication_role`,
    );
  /** Removes all entries except the organization's own, before anything is sealed. */
  const forgetClient = () => {
    const ofClient = `SELECT id FROM event WHERE organization_id = $1 AND entity_type = 'API_CLIENT'`;
    return tamper(`DELETE FROM unsealed_event WHERE organization_id = $1 AND event_id IN (${ofClient});
      DELETE FROM event WHERE organization_id = $1 AND id IN (${ofClient})`);
  };
  /** Creates a number of entries, including the organization's first entry, sealed in several batches. */
  const fill = async (entries: number, batches = 2) => {
    await forgetClient();
    await sealAll();
    for (let batch = 0; batch < batches; batch++) {
      const first = Math.floor(((entries - 1) * batch) / batches);
      const last = Math.floor(((entries - 1) * (batch + 1)) / batches);
      await app.database.query(
        `WITH added AS (
           INSERT INTO event (organization_id, id, entity_type, entity_id, sequence, action, payload, before, actor_type,
             actor_id, creation_time)
           SELECT $1, 'evt_' || n, 'OFFER', 'ofr_x', n, 'UPDATE', '{"name":"after"}', '{"name":"before"}', 'USER', 'usr_x',
             '2027-01-01T00:00:00Z'::timestamptz + n * interval '1 day' FROM generate_series($2::int + 1, $3::int) n
           RETURNING id, sequence)
         INSERT INTO unsealed_event (organization_id, event_id) SELECT $1, id FROM added ORDER BY sequence`,
        [org.id, first, last],
      );
      await sealAll();
    }
  };
  const verify = async (options: Options = {}): Promise<AuditReport> => {
    const reports: AuditReport[] = [];
    const usual = { organizationId: org.id, verifies };
    for await (const report of verifyAudit(database, { ...usual, ...options })) reports.push(report);
    return reports[0] as AuditReport;
  };
  /** Returns the findings of a verification as `kind position event`. */
  const found = async (options?: Options): Promise<string[]> =>
    (await verify(options)).findings.map(({ kind, position, eventId }) =>
      [kind, position, eventId].filter((part) => part !== undefined).join(' '),
    );
  return { key, verifies, forgetClient, sealAll, fill, tamper, verify, found };
}

export type Trail = ReturnType<typeof createTrail>;
