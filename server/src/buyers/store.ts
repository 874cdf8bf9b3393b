import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, parameters } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';
import { createEntityEvents } from '../platform/events/entity-events.ts';
import { type BuyerRow, buyerColumnList, encodeBuyer } from './columns.ts';

/** Selects a buyer, even if the buyer is deleted or merged. */
export const selectBuyer = (scope: OrgScope, id: string): Statement => ({
  name: 'select_buyer',
  text: `SELECT ${buyerColumnList} FROM buyer b WHERE b.organization_id = $1 AND b.id = $2`,
  values: [scope.organizationId, id],
});

/** Selects one row if the buyer exists and is active. */
export const selectBuyerId = (scope: OrgScope, id: string): Statement => ({
  name: 'select_buyer_id',
  text: `SELECT id FROM buyer WHERE organization_id = $1 AND id = $2 AND status = 'ACTIVE'`,
  values: [scope.organizationId, id],
});

/**
 * Locks the buyers until the end of the transaction, in the order of their ids, and returns the buyers. They are read
 * after the lock has been acquired, because contacts that were read while waiting could be stale.
 */
export async function lockBuyers(scope: OrgTransaction, ids: readonly string[]): Promise<BuyerRow[]> {
  const values = [scope.organizationId, ids];
  await scope.query({
    name: 'lock_buyers',
    text: 'SELECT id FROM buyer WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE',
    values,
  });
  return scope.query<BuyerRow>({
    name: 'select_buyers',
    text: `SELECT ${buyerColumnList} FROM buyer b WHERE b.organization_id = $1 AND b.id = ANY ($2) ORDER BY b.id`,
    values,
  });
}

/** Finds the active buyer for an id: the buyer itself, or its survivor. */
export async function findBuyer(scope: OrgTransaction, id: string): Promise<BuyerRow | undefined> {
  const rows = await scope.query<BuyerRow>({
    name: 'find_buyer',
    text: `SELECT ${buyerColumnList} FROM buyer named
           JOIN buyer b ON b.organization_id = $1 AND b.id = coalesce(named.merged_into, named.id)
           WHERE named.organization_id = $1 AND named.id = $2 AND b.status = 'ACTIVE'`,
    values: [scope.organizationId, id],
  });
  return rows[0];
}

/** Finds the active buyers for ids. The result is indexed by the given ids. */
export async function findBuyers(
  scope: OrgTransaction,
  ids: readonly string[],
): Promise<Map<string, BuyerRow>> {
  const rows = await scope.query<BuyerRow & { named: string }>({
    name: 'find_buyers',
    text: `SELECT named.id AS named, ${buyerColumnList} FROM buyer named
           JOIN buyer b ON b.organization_id = $1 AND b.id = coalesce(named.merged_into, named.id)
           WHERE named.organization_id = $1 AND named.id = ANY ($2::text[]) AND b.status = 'ACTIVE'`,
    values: [scope.organizationId, ids],
  });
  return new Map(rows.map((row) => [row.named, row]));
}

const insert = defineStatement(
  'insert_buyer',
  {
    buyer: columns('buyer', [
      'organization_id',
      'id',
      'partner',
      'external_id',
      'name',
      'description',
      'info',
      'creation_time',
    ]),
  },
  ({ buyer }) => buyer.insert({ last_update_time: buyer.at.creation_time }),
);

/** @param buyer `partner` is '' for direct sales; `info` is JSON text */
export const insertBuyer = (scope: OrgScope, buyer: BuyerRow): Statement =>
  insert({ buyer: { ...buyer, organization_id: scope.organizationId } });

export function newBuyer(
  scope: OrgScope,
  given: {
    partner: string;
    externalId?: string;
    name?: string | undefined;
    description?: string | undefined;
    info: object;
  },
): BuyerRow {
  const now = scope.now.toISOString();
  return {
    organization_id: scope.organizationId,
    id: scope.newId('buy'),
    partner: given.partner,
    external_id: given.externalId ?? null,
    name: given.name ?? null,
    description: given.description ?? null,
    company_id: null,
    s3_key_logo: null,
    info: JSON.stringify({ ...given.info, lastModifiedBy: scope.actor.id }),
    status: 'ACTIVE',
    merged_into: null,
    contact_ids: [],
    creation_time: now,
    last_update_time: now,
    spa_version: 1,
    sequence: 1,
  };
}

const events = createEntityEvents<BuyerRow>('BUYER', encodeBuyer);

export const recordNewBuyer = (scope: OrgScope, buyer: BuyerRow): Statement =>
  events.record(scope, 'CREATE', { ...buyer, sequence: 1 });

type Change = Partial<
  Pick<
    BuyerRow,
    | 'partner'
    | 'external_id'
    | 'name'
    | 'description'
    | 'company_id'
    | 's3_key_logo'
    | 'info'
    | 'status'
    | 'merged_into'
    | 'spa_version'
  >
>;

const update = defineStatement(
  'change_buyer',
  {
    key: columns('buyer', ['organization_id', 'id']),
    buyer: columns('buyer', [
      'partner',
      'external_id',
      'name',
      'description',
      'company_id',
      's3_key_logo',
      'status',
      'merged_into',
      'last_update_time',
      'spa_version',
    ]),
    whole: columns('buyer', ['info']),
    more: parameters({ by: 'text' }),
  },
  ({ key, buyer, whole, more }) => `UPDATE buyer b SET ${buyer.set},
      info = ${whole.at.info} || jsonb_build_object('lastModifiedBy', ${more.by}), sequence = b.sequence + 1
    WHERE ${key.equals('b')} RETURNING ${buyerColumnList}`,
);

/** Writes the change of a locked buyer and its event. `info` replaces the whole stored value. */
export async function changeBuyer(
  scope: OrgTransaction,
  before: BuyerRow,
  action: string,
  change: Change = {},
  audited = true,
): Promise<BuyerRow> {
  const next = { ...before, ...change };
  const [row] = await scope.query<BuyerRow>(
    update({
      key: { organization_id: scope.organizationId, id: before.id },
      buyer: { ...next, last_update_time: scope.now },
      whole: next,
      more: { by: scope.actor.id },
    }),
  );
  if (!row) throw new Error(`buyer ${before.id} does not exist`);
  // The account of a deleted or merged buyer is removed; its event still contains the account.
  const shown = row.status === 'ACTIVE' ? row : { ...row, external_id: before.external_id };
  await scope.query(events.record(scope, action, shown, before, { audited }));
  return row;
}
