import { isDirect } from '../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import type { Batch } from '../platform/http/route.ts';
import { acquireBuyersLock } from './accounts.ts';
import type { BuyerRow } from './columns.ts';
import { buyerErrors } from './errors.ts';
import type { BuyerPages } from './page-links.ts';
import { scheduleProviderSync } from './provider-job-definition.ts';
import type { CreateBuyerParams, UpdateBuyerParams } from './records.ts';
import type { BuyerReferences } from './references.ts';
import { changedInfo, withoutUnset } from './rules.ts';
import { changeBuyer, insertBuyer, lockBuyers, newBuyer, recordNewBuyer } from './store.ts';

/** Creates a buyer of direct sales. Buyers of marketplaces are created with their purchases. */
export function createBuyer(scope: OrgScope, pages: BuyerPages, body: CreateBuyerParams): Batch {
  const { name, description, partner, payBCustomerId, ...info } = body;
  if (!isDirect(partner))
    throw invalid([
      {
        pointer: '/partner',
        message: 'must be PAYA, PAYB or absent: buyers of marketplaces are created with their purchases',
      },
    ]);
  const payBBuyer = { shopperId: payBCustomerId };
  const buyer = newBuyer(scope, {
    partner: partner ?? '',
    name: name || undefined,
    description: description || undefined,
    info: withoutUnset({ ...info, payBBuyer }),
  });
  return {
    statements: [
      insertBuyer(scope, buyer),
      recordNewBuyer(scope, buyer),
      ...scheduleProviderSync(scope, buyer),
    ],
    respond: () => pages.answer(scope, buyer),
  };
}

/**
 * Returns an active buyer.
 * @throws 404 for a buyer that does not exist, was deleted, or was merged into another buyer
 */
export function requireActiveBuyer(row: BuyerRow | undefined): BuyerRow {
  if (row?.status === 'ACTIVE') return row;
  if (row?.merged_into) throw buyerErrors.buyer_not_found(`The buyer was merged into ${row.merged_into}.`);
  throw buyerErrors.buyer_not_found();
}

export async function lockBuyer(scope: OrgTransaction, id: string): Promise<BuyerRow> {
  const [row] = await lockBuyers(scope, [id]);
  return requireActiveBuyer(row);
}

export async function updateBuyer(
  scope: OrgTransaction,
  id: string,
  patch: UpdateBuyerParams,
): Promise<BuyerRow> {
  const buyer = await lockBuyer(scope, id);
  const { name, description, ...rest } = patch;
  const row = await changeBuyer(scope, buyer, 'UPDATE', {
    ...(name === undefined ? {} : { name: name || null }),
    ...(description === undefined ? {} : { description: description || null }),
    info: JSON.stringify(changedInfo(JSON.parse(buyer.info), rest)),
  });
  if (rest.payACustomerId !== undefined)
    for (const statement of scheduleProviderSync(scope, row)) await scope.query(statement);
  return row;
}

/** Stores the id of the customer at payment provider A on a locked buyer. */
export function changePayACustomer(
  scope: OrgTransaction,
  buyer: BuyerRow,
  payACustomerId: string,
): Promise<BuyerRow> {
  const info = JSON.stringify({ ...JSON.parse(buyer.info), payACustomerId });
  return changeBuyer(scope, buyer, 'UPDATE', { info }, false);
}

/**
 * Changes the payment settings of a locked buyer, with an event; undefined settings are removed.
 * @param audited false if another change is the audit entry
 */
export function changePaymentConfig(
  scope: OrgTransaction,
  buyer: BuyerRow,
  change: { defaultWalletId: string | undefined; defaultWalletIds: Record<string, string> | undefined },
  audited = true,
): Promise<BuyerRow> {
  const info = JSON.parse(buyer.info) as { paymentConfig?: object };
  const paymentConfig = { ...info.paymentConfig, ...change };
  return changeBuyer(scope, buyer, 'UPDATE', { info: JSON.stringify({ ...info, paymentConfig }) }, audited);
}

/**
 * Updates a buyer with the values of the form of the signup page: the name, the e-mail address, and all values in
 * `info.fields`.
 */
export async function applySignupToBuyer(
  scope: OrgTransaction,
  id: string,
  form: { companyName: string; emailAddress: string },
): Promise<BuyerRow> {
  const buyer = await lockBuyer(scope, id);
  const info = { ...JSON.parse(buyer.info), emailAddress: form.emailAddress, fields: form };
  return changeBuyer(scope, buyer, 'UPDATE', { name: form.companyName, info: JSON.stringify(info) });
}

/**
 * Revokes every link that was issued so far: to the buyer's page, to its entitlements, and to its invoices, whose links
 * contain the buyer's version. Entitlements are locked before buyers.
 */
export async function revokeLinks(
  scope: OrgTransaction,
  references: readonly BuyerReferences[],
  id: string,
): Promise<BuyerRow> {
  for (const reference of references) await reference.revokeLinks?.(scope, id);
  const buyer = await lockBuyer(scope, id);
  return changeBuyer(scope, buyer, 'UPDATE', { spa_version: buyer.spa_version + 1 });
}

/**
 * Marks a buyer as deleted, and removes its accounts and contacts, so that a later agreement of the same account
 * creates a new buyer.
 * @throws 409 while a purchase has not ended, credit is unused, or an invoice is unpaid
 */
export async function deleteBuyer(
  scope: OrgTransaction,
  references: readonly BuyerReferences[],
  id: string,
  confirm: string,
): Promise<void> {
  await acquireBuyersLock(scope);
  const buyer = await lockBuyer(scope, id);
  if (confirm !== id) throw invalid([{ pointer: 'confirm', message: 'must be the id of the buyer' }]);
  for (const reference of references)
    if (await reference.holdsBuyer(scope, id)) throw (reference.held ?? buyerErrors.buyer_has_entitlements)();
  await scope.query({
    name: 'drop_buyer_accounts',
    text: 'DELETE FROM buyer_account WHERE organization_id = $1 AND buyer_id = $2',
    values: [scope.organizationId, id],
  });
  await scope.query({
    name: 'drop_buyer_contacts',
    text: 'DELETE FROM buyer_contact WHERE organization_id = $1 AND buyer_id = $2',
    values: [scope.organizationId, id],
  });
  await changeBuyer(scope, buyer, 'DELETE', { status: 'DELETED', external_id: null });
}
