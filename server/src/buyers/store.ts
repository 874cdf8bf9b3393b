import { recordEvent } from '../platform/events.ts';
import type { OrgScope, OrgTransaction } from '../platform/scope.ts';
import type { Statement } from '../platform/statement.ts';

export type BuyerRow = { id: string; partner: string; external_id: string | null; name: string | null };

export async function findBuyer(scope: OrgTransaction, id: string): Promise<BuyerRow | undefined> {
  const rows = await scope.query<BuyerRow>({
    name: 'find_buyer',
    text: 'SELECT id, partner, external_id, name FROM buyer WHERE organization_id = $1 AND id = $2',
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** How many of the contacts exist. */
export async function findContacts(scope: OrgTransaction, ids: readonly string[]): Promise<string[]> {
  const rows = await scope.query<{ id: string }>({
    name: 'find_contacts',
    text: 'SELECT id FROM contact WHERE organization_id = $1 AND id = ANY ($2)',
    values: [scope.organizationId, ids],
  });
  return rows.map((row) => row.id);
}

/**
 * The buyer with this account at a partner, made when unknown. Two observations at once end with one buyer.
 * A buyer whom the offer named, and who has no account at the partner yet, gets this one.
 */
export async function ensureBuyer(
  scope: OrgTransaction,
  account: { partner: string; externalId: string; name: string | undefined },
  namedBuyerId?: string,
): Promise<string> {
  const named = namedBuyerId ? await findBuyer(scope, namedBuyerId) : undefined;
  if (named && (named.external_id === null || named.external_id === account.externalId)) {
    if (named.external_id === null && account.partner !== '') await adoptAccount(scope, named, account);
    return named.id;
  }
  const id = scope.newId('buy');
  const [row] = await scope.query<{ id: string }>({
    name: 'ensure_buyer',
    text: `INSERT INTO buyer (organization_id, id, partner, external_id, name, creation_time, last_update_time)
           VALUES ($1, $2, $3, $4, $5, $6, $6)
           ON CONFLICT (organization_id, partner, external_id) WHERE external_id IS NOT NULL
           DO UPDATE SET name = coalesce(buyer.name, EXCLUDED.name)
           RETURNING id`,
    values: [scope.organizationId, id, account.partner, account.externalId, account.name ?? null, scope.now],
  });
  if (row?.id === id) {
    const made = {
      id,
      partner: account.partner,
      external_id: account.externalId,
      name: account.name ?? null,
    };
    await recordBuyer(scope, made, 1, 'CREATE');
  }
  return row?.id as string;
}

async function adoptAccount(
  scope: OrgTransaction,
  named: BuyerRow,
  account: { partner: string; externalId: string },
): Promise<void> {
  const [row] = await scope.query<BuyerRow & { sequence: number }>({
    name: 'adopt_buyer_account',
    text: `UPDATE buyer b SET partner = $3, external_id = $4, last_update_time = $5, sequence = b.sequence + 1
           WHERE b.organization_id = $1 AND b.id = $2 AND NOT EXISTS (
             SELECT FROM buyer other WHERE other.organization_id = $1 AND other.partner = $3 AND other.external_id = $4)
           RETURNING id, partner, external_id, name, sequence`,
    values: [scope.organizationId, named.id, account.partner, account.externalId, scope.now],
  });
  if (row) await recordBuyer(scope, row, row.sequence, 'UPDATE', named);
}

const recordBuyer = (
  scope: OrgTransaction,
  buyer: BuyerRow,
  sequence: number,
  action: string,
  before?: BuyerRow,
): Promise<unknown> =>
  scope.query(
    recordEvent(scope, {
      entityType: 'BUYER',
      entityId: buyer.id,
      sequence,
      action,
      payload: snapshot(scope, buyer),
      before: before && snapshot(scope, before),
    }),
  );

const snapshot = (scope: OrgTransaction, { id, partner, external_id: externalId, name }: BuyerRow): string =>
  JSON.stringify({
    id,
    organizationID: scope.organizationId,
    partner,
    externalID: externalId ?? undefined,
    name: name ?? undefined,
  });

export const selectBuyerId = (scope: OrgScope, id: string): Statement => ({
  name: 'select_buyer_id',
  text: 'SELECT id FROM buyer WHERE organization_id = $1 AND id = $2',
  values: [scope.organizationId, id],
});
