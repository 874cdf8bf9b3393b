import type { OrgTransaction } from '../platform/access/scope.ts';
import { insertSql } from '../platform/database/define-statement.ts';
import { type Finding, invalid } from '../platform/errors.ts';
import { acquireBuyersLock } from './accounts.ts';
import type { BuyerRow } from './columns.ts';
import type { BuyerReferences } from './references.ts';
import { filledFrom } from './rules.ts';
import { requireActiveBuyer } from './service.ts';
import { changeBuyer, lockBuyers, selectBuyer } from './store.ts';

const most = 100;

/**
 * Merges several buyers into one. The survivor receives their offers, entitlements and terms, contacts, accounts, and
 * values for its empty fields. Buyers that have already been merged into the survivor are ignored, so that a repeat has
 * the same result.
 *
 * During a merge, purchases, other merges and deletions of buyers wait. Lock order: offers, then entitlements, then
 * buyers, each in the order of their ids.
 * @throws 400 that names the ids that do not match a buyer of the organization
 */
export async function mergeBuyers(
  scope: OrgTransaction,
  references: readonly BuyerReferences[],
  id: string,
  given: readonly string[] | undefined,
): Promise<BuyerRow> {
  await acquireBuyersLock(scope);
  const [row] = await scope.query<BuyerRow>(selectBuyer(scope, id));
  requireActiveBuyer(row);
  const buyerIds = given ?? [];
  check(id, buyerIds);
  const from = await toBeMerged(scope, id, buyerIds);
  if (from.length === 0) return row as BuyerRow;
  for (const reference of references) await reference.repointBuyers(scope, from, id);
  const rows = await lockBuyers(scope, [id, ...from]);
  await moveLinks(scope, from, id);
  const survivor = rows.find((other) => other.id === id) as BuyerRow;
  const merged = from.map((other) => rows.find((found) => found.id === other) as BuyerRow);
  for (const other of merged)
    await changeBuyer(
      scope,
      other,
      'DELETE',
      { status: 'MERGED', merged_into: id, external_id: null },
      false,
    );
  return changeBuyer(scope, survivor, 'MERGE', mergedFields(survivor, merged));
}

function check(id: string, buyerIds: readonly string[]): void {
  const findings: Finding[] = [];
  if (buyerIds.length === 0 || buyerIds.length > most)
    findings.push({ pointer: '/buyerIds', message: `must have 1 to ${most} ids of buyers` });
  for (const [index, other] of buyerIds.slice(0, most).entries())
    if (other === id)
      findings.push({
        pointer: `/buyerIds/${index}`,
        message: 'must not be the buyer in the path',
      });
  if (findings.length > 0) throw invalid(findings);
}

/** Returns the buyers that are not merged yet, in the given order. */
async function toBeMerged(scope: OrgTransaction, id: string, buyerIds: readonly string[]): Promise<string[]> {
  const rows = await scope.query<Pick<BuyerRow, 'id' | 'status' | 'merged_into'>>({
    name: 'states_of_buyers',
    text: 'SELECT id, status, merged_into FROM buyer WHERE organization_id = $1 AND id = ANY ($2)',
    values: [scope.organizationId, buyerIds],
  });
  const known = new Map(rows.map((row) => [row.id, row]));
  const findings: Finding[] = [];
  const from = new Set<string>();
  for (const [index, other] of buyerIds.entries()) {
    const found = known.get(other);
    const pointer = `/buyerIds/${index}`;
    if (found?.status === 'ACTIVE') from.add(other);
    else if (!found?.merged_into)
      findings.push({ pointer, message: 'does not match a buyer in this organization' });
    else if (found.merged_into !== id)
      findings.push({ pointer, message: `was merged into ${found.merged_into}` });
  }
  if (findings.length > 0) throw invalid(findings);
  return [...from];
}

async function moveLinks(scope: OrgTransaction, from: readonly string[], to: string): Promise<void> {
  const values = [scope.organizationId, from, to];
  await scope.query({
    name: 'move_buyer_accounts',
    text: 'UPDATE buyer_account SET buyer_id = $3 WHERE organization_id = $1 AND buyer_id = ANY ($2)',
    values,
  });
  await scope.query({
    name: 'move_buyer_contacts',
    text: `WITH moved AS (
             DELETE FROM buyer_contact WHERE organization_id = $1 AND buyer_id = ANY ($2)
             RETURNING contact_id, creation_time)
           ${insertSql('buyer_contact', {
             organization_id: '$1',
             buyer_id: '$3',
             contact_id: 'contact_id',
             creation_time: 'min(creation_time)',
           })} FROM moved GROUP BY contact_id
           ON CONFLICT (organization_id, buyer_id, contact_id) DO NOTHING`,
    values,
  });
  // Buyers that were merged into these buyers earlier now refer to the survivor.
  await scope.query({
    name: 'lead_to_survivor',
    text: 'UPDATE buyer SET merged_into = $3 WHERE organization_id = $1 AND merged_into = ANY ($2)',
    values,
  });
}

function mergedFields(survivor: BuyerRow, merged: readonly BuyerRow[]) {
  const first = <K extends 'name' | 'description' | 'company_id' | 's3_key_logo'>(key: K) =>
    [survivor, ...merged].find((row) => row[key] !== null)?.[key] ?? null;
  const info = merged.reduce((filled, other) => filledFrom(filled, JSON.parse(other.info)), {
    ...JSON.parse(survivor.info),
  });
  const account =
    survivor.external_id === null
      ? merged.find((row) => row.external_id !== null && ['', row.partner].includes(survivor.partner))
      : undefined;
  return {
    name: first('name'),
    description: first('description'),
    company_id: first('company_id'),
    s3_key_logo: first('s3_key_logo'),
    info: JSON.stringify(info),
    // A revoked link to an invoice of a merged buyer must not be valid again.
    spa_version: Math.max(survivor.spa_version, ...merged.map((row) => row.spa_version)),
    ...(account ? { partner: account.partner, external_id: account.external_id } : {}),
  };
}
