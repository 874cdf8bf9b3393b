import type { OrgTransaction } from '../platform/access/scope.ts';
import type { RowOf } from '../platform/database/rows.ts';

/** The integration through which a marketplace is synchronized. */
export type SyncIntegration = RowOf<'integration', 'id' | 'account'> & { is_verified: boolean };

export async function findSyncIntegration(
  scope: OrgTransaction,
  partner: string,
): Promise<SyncIntegration | undefined> {
  const [row] = await scope.query<SyncIntegration>({
    name: 'find_connected_marketplace',
    text: `SELECT i.id, i.account, i.status = 'VERIFIED' AS is_verified FROM integration i
           WHERE i.organization_id = $1 AND i.partner = $2 AND i.service = 'MARKETPLACE'`,
    values: [scope.organizationId, partner],
  });
  return row;
}

/** The import of an integration, with the times at which it began, ended, or was stopped on request. */
export type Import = RowOf<
  'marketplace_import',
  'integration_id' | 'account' | 'begun_at' | 'ended_at' | 'stopped_at'
>;

const shown = 'm.integration_id, m.account, m.begun_at, m.ended_at, m.stopped_at';

type Source = Pick<SyncIntegration, 'id' | 'account'>;

/** Returns whether an import is known to be from a different account than the connected account. */
export const isOfOtherAccount = (known: Import | undefined, connected: Source | undefined): boolean =>
  known?.account != null && connected?.account != null && known.account !== connected.account;

/** Returns whether an import is from the currently connected integration and account. */
export const isOf = (known: Import | undefined, connected: Source | undefined): known is Import =>
  known !== undefined && known.integration_id === connected?.id && !isOfOtherAccount(known, connected);

export async function findImport(scope: OrgTransaction, partner: string): Promise<Import | undefined> {
  const [row] = await scope.query<Import>({
    name: 'find_marketplace_import',
    text: `SELECT ${shown} FROM marketplace_import m WHERE m.organization_id = $1 AND m.partner = $2`,
    values: [scope.organizationId, partner],
  });
  return row;
}

/** Records that the import of an integration begins now. */
export async function insertImport(
  scope: OrgTransaction,
  partner: string,
  { id, account }: SyncIntegration,
): Promise<Import> {
  const [row] = await scope.query<Import>({
    name: 'begin_marketplace_import',
    text: `INSERT INTO marketplace_import AS m (organization_id, partner, integration_id, begun_at, account)
           VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (organization_id, partner) DO UPDATE SET
             integration_id = excluded.integration_id, account = excluded.account, begun_at = excluded.begun_at, ended_at = NULL, stopped_at = NULL
           RETURNING ${shown}`,
    values: [scope.organizationId, partner, id, scope.now, account],
  });
  return row as Import;
}

/** Records that an import was stopped on request or has been resumed. */
export async function setStopped(scope: OrgTransaction, partner: string, isStopped: boolean): Promise<void> {
  await scope.query({
    name: 'stop_marketplace_import',
    text: `UPDATE marketplace_import SET stopped_at = CASE WHEN $3 THEN $4::timestamptz END
           WHERE organization_id = $1 AND partner = $2`,
    values: [scope.organizationId, partner, isStopped, scope.now],
  });
}

/** Records that an import is complete. Returns false if its end has already been recorded. */
export async function endImport(scope: OrgTransaction, partner: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'end_marketplace_import',
    text: `UPDATE marketplace_import SET ended_at = $3, stopped_at = NULL
           WHERE organization_id = $1 AND partner = $2 AND ended_at IS NULL RETURNING partner`,
    values: [scope.organizationId, partner, scope.now],
  });
  return rows.length > 0;
}
