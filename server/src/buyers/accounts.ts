import { isDirect, traitsOf } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { insertInto } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import type { BuyerRow } from './columns.ts';
import { mergeAccountJob } from './merge-job-definition.ts';
import { changeBuyer, findBuyer, insertBuyer, lockBuyers, newBuyer, recordNewBuyer } from './store.ts';

export type Account = { partner: string; externalId: string; name: string | undefined };

/**
 * Acquires the shared lock on the organization's buyers, which prevents merges and deletions until the end of the
 * transaction. Code that writes a buyer's id into a record must call this function before acquiring other locks.
 */
export const acquireSharedBuyersLock = (scope: OrgTransaction): Promise<unknown> =>
  scope.query({
    name: 'hold_buyers',
    text: `SELECT pg_advisory_xact_lock_shared(hashtext('buyers'), hashtext($1))`,
    values: [scope.organizationId],
  });

/**
 * Acquires the exclusive lock on the organization's buyers until the end of the transaction; waits for all holders of
 * the shared lock.
 */
export const acquireBuyersLock = (scope: OrgTransaction): Promise<unknown> =>
  scope.query({
    name: 'hold_buyers_alone',
    text: `SELECT pg_advisory_xact_lock(hashtext('buyers'), hashtext($1))`,
    values: [scope.organizationId],
  });

/**
 * Finds or creates the buyer with this account at a partner. Simultaneous calls create only one buyer. If the offer's
 * buyer has no account at the partner yet, the account is added to this buyer; a buyer that an earlier purchase or
 * agreement created for the account is merged into the offer's buyer. For direct sales, returns the offer's buyer.
 */
export async function ensureBuyer(
  scope: OrgTransaction,
  account: Account,
  namedBuyerId?: string,
): Promise<string> {
  await acquireSharedBuyersLock(scope);
  const known = await findByAccount(scope, account);
  const named = namedBuyerId ? await findBuyer(scope, namedBuyerId) : undefined;
  if (named && (named.id === known || isDirect(account.partner))) return named.id;
  if (named && !(await hasAccount(scope, named.id, account.partner))) {
    if (known === undefined) await adoptAccount(scope, named.id, account);
    else await letBecomeOne(scope, account, { known, named: named.id });
    return named.id;
  }
  return known ?? (await makeBuyer(scope, account));
}

async function makeBuyer(scope: OrgTransaction, account: Account): Promise<string> {
  const { partner, externalId, name } = account;
  const made = newBuyer(scope, { partner, externalId, name, info: knownAs(account) });
  // The account is inserted before the buyer's row, so that a simultaneous call waits.
  if (!(await keepAccount(scope, account, made.id))) return (await findByAccount(scope, account)) as string;
  await scope.query(insertBuyer(scope, made));
  await scope.query(recordNewBuyer(scope, made));
  return made.id;
}

/**
 * Enqueues the merge of the account's buyer into the offer's buyer, if the account's buyer was created automatically. A
 * buyer that a caller created may be a different customer and is not merged.
 */
async function letBecomeOne(
  scope: OrgTransaction,
  { partner, externalId }: Account,
  { known, named }: { known: string; named: string },
): Promise<void> {
  const made = await scope.query<RowOf<'buyer', 'id'>>({
    name: 'find_buyer_made_with_account',
    text: `SELECT b.id FROM buyer_account a
           JOIN buyer b ON b.organization_id = a.organization_id AND b.id = a.buyer_id AND b.creation_time = a.creation_time
           WHERE a.organization_id = $1 AND a.partner = $2 AND a.external_id = $3 AND b.id = $4`,
    values: [scope.organizationId, partner, externalId, known],
  });
  if (made.length > 0) scope.send(enqueue(scope, mergeAccountJob, { buyerId: named, accountBuyerId: known }));
}

async function adoptAccount(scope: OrgTransaction, id: string, account: Account): Promise<void> {
  if (!(await keepAccount(scope, account, id))) return;
  const [buyer] = (await lockBuyers(scope, [id])) as [BuyerRow];
  const isFirst = buyer.external_id === null && ['', account.partner].includes(buyer.partner);
  await changeBuyer(scope, buyer, 'UPDATE', {
    info: JSON.stringify({ ...knownAs(account), ...JSON.parse(buyer.info) }),
    ...(isFirst ? { partner: account.partner, external_id: account.externalId } : {}),
  });
}

/** The `info` fields that contain an account besides `externalID`. */
export function knownAs({ partner, externalId }: Account): object {
  const { buyerAccount } = traitsOf(partner);
  if (!buyerAccount) return {};
  const [record, field] = buyerAccount;
  return { [record]: { [field]: externalId } };
}

/**
 * Finds the buyer of an account. For a buyer created by an earlier version, only the buyer's row contains the account.
 */
async function findByAccount(scope: OrgTransaction, account: Account): Promise<string | undefined> {
  const rows = await scope.query<RowOf<'buyer_account', 'buyer_id'>>({
    name: 'find_buyer_by_account',
    text: `SELECT buyer_id FROM buyer_account WHERE organization_id = $1 AND partner = $2 AND external_id = $3
           UNION ALL
           SELECT id FROM buyer WHERE organization_id = $1 AND partner = $2 AND external_id = $3
           LIMIT 1`,
    values: [scope.organizationId, account.partner, account.externalId],
  });
  return rows[0]?.buyer_id;
}

async function hasAccount(scope: OrgTransaction, buyerId: string, partner: string): Promise<boolean> {
  const rows = await scope.query({
    name: 'has_account_at_partner',
    text: `SELECT buyer_id FROM buyer_account
           WHERE organization_id = $1 AND buyer_id = $2 AND partner = $3 LIMIT 1`,
    values: [scope.organizationId, buyerId, partner],
  });
  return rows.length > 0;
}

const insertAccount = insertInto(
  'keep_buyer_account',
  'buyer_account',
  ['organization_id', 'partner', 'external_id', 'buyer_id', 'creation_time'],
  { after: 'ON CONFLICT (organization_id, partner, external_id) DO NOTHING RETURNING buyer_id' },
);

/** @returns false if the account already belongs to a buyer */
async function keepAccount(scope: OrgTransaction, account: Account, buyerId: string): Promise<boolean> {
  const rows = await scope.query(
    insertAccount({
      organization_id: scope.organizationId,
      partner: account.partner,
      external_id: account.externalId,
      buyer_id: buyerId,
      creation_time: scope.now,
    }),
  );
  return rows.length > 0;
}
