import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Row, Statement } from '../platform/database/statement.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { buyerColumnList, encodeBuyer } from './columns.ts';

export type BuyerRow = Row & {
  organization_id: string;
  id: string;
  partner: string;
  external_id: string | null;
  name: string | null;
  description: string | null;
  company_id: string | null;
  s3_key_logo: string | null;
  /** JSON text. */
  info: string;
  status: string;
  merged_into: string | null;
  contact_ids: string[];
  creation_time: string;
  last_update_time: string;
  spa_version: number;
  sequence: number;
};

/** The buyer, deleted and merged ones included. */
export const selectBuyer = (scope: OrgScope, id: string): Statement => ({
  name: 'select_buyer',
  text: `SELECT ${buyerColumnList} FROM buyer b WHERE b.organization_id = $1 AND b.id = $2`,
  values: [scope.organizationId, id],
});

/** A row when the buyer is there, and was neither deleted nor merged. */
export const selectBuyerId = (scope: OrgScope, id: string): Statement => ({
  name: 'select_buyer_id',
  text: `SELECT id FROM buyer WHERE organization_id = $1 AND id = $2 AND status = 'ACTIVE'`,
  values: [scope.organizationId, id],
});

/**
 * The buyers, locked until the end of the transaction, in the order of their ids. They are read after they were
 * locked: a list of contacts that was gathered while waiting would be the one from before.
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

/** The buyer that has this id now: the one itself, or the one that it was merged into. */
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

/** @param buyer `partner` is '' for direct sales; `info` is JSON text */
export const insertBuyer = (scope: OrgScope, buyer: BuyerRow): Statement => ({
  name: 'insert_buyer',
  text: `INSERT INTO buyer (organization_id, id, partner, external_id, name, description, info, creation_time,
           last_update_time)
         VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $8)`,
  values: [
    scope.organizationId,
    buyer.id,
    buyer.partner,
    buyer.external_id,
    buyer.name,
    buyer.description,
    buyer.info,
    buyer.creation_time,
  ],
});

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

export const recordNewBuyer = (scope: OrgScope, buyer: BuyerRow): Statement =>
  recordEvent(scope, {
    entityType: 'BUYER',
    entityId: buyer.id,
    sequence: 1,
    action: 'CREATE',
    payload: encodeBuyer(buyer),
  });

type Change = Partial<
  Pick<
    BuyerRow,
    'partner' | 'external_id' | 'name' | 'description' | 'info' | 'status' | 'merged_into' | 'spa_version'
  >
> & { company_id?: string | null; s3_key_logo?: string | null };

/** Writes what changed of a locked buyer, and the event of the change. `info` is the whole of it. */
export async function changeBuyer(
  scope: OrgTransaction,
  before: BuyerRow,
  action: string,
  change: Change = {},
  audited = true,
): Promise<BuyerRow> {
  const next = { ...before, ...change };
  const [row] = await scope.query<BuyerRow>({
    name: 'change_buyer',
    text: `UPDATE buyer b SET partner = $3, external_id = $4, name = $5, description = $6, company_id = $7,
             s3_key_logo = $8, info = $9::jsonb || jsonb_build_object('lastModifiedBy', $10::text), status = $11,
             merged_into = $12, last_update_time = $13, spa_version = $14, sequence = b.sequence + 1
           WHERE b.organization_id = $1 AND b.id = $2 RETURNING ${buyerColumnList}`,
    values: [
      scope.organizationId,
      before.id,
      next.partner,
      next.external_id,
      next.name,
      next.description,
      next.company_id,
      next.s3_key_logo,
      next.info,
      scope.actor.id,
      next.status,
      next.merged_into,
      scope.now,
      next.spa_version,
    ],
  });
  if (!row) throw new Error(`buyer ${before.id} is not there`);
  // One that goes lets go of its account; who hears of it wants to know which it was.
  const shown = row.status === 'ACTIVE' ? row : { ...row, external_id: before.external_id };
  await scope.query(
    recordEvent(scope, {
      entityType: 'BUYER',
      entityId: row.id,
      sequence: row.sequence,
      action,
      payload: encodeBuyer(shown),
      before: encodeBuyer(before),
      audited,
    }),
  );
  return row;
}
