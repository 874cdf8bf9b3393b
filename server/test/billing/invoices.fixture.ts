import type { TestApp, TestOrganization } from '../harness.ts';

/** Writes an invoice without a sale, for tests that only show it. */
export async function writeInvoice(
  app: TestApp,
  { id: organizationId }: TestOrganization,
  given: Readonly<Record<string, string | number>> = {},
): Promise<string> {
  const id = app.app.newId('inv');
  const now = new Date().toISOString();
  const row = {
    organization_id: organizationId,
    id,
    entitlement_id: 'ent_none',
    type: 'COMMIT',
    status: 'DRAFT',
    currency: 'USD',
    start_date: now,
    end_date: now,
    finalize_at: now,
    creation_time: now,
    last_update_time: now,
    ...given,
  };
  const names = Object.keys(row);
  await app.database.query(
    `INSERT INTO invoice (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return id;
}
