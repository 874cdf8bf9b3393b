import type { OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../platform/database/define-statement.ts';
import type { RowOf } from '../platform/database/rows.ts';
import { type Account, acquireSharedBuyersLock, knownAs } from './accounts.ts';
import type { BuyerRow } from './columns.ts';
import { newBuyer } from './store.ts';

type BuyerAccountRow = RowOf<'buyer_account', 'external_id' | 'buyer_id'>;

/**
 * Finds or creates the buyers with these accounts at one partner, without events, and returns them by the
 * partner's ids. Simultaneous calls create only one buyer for each account.
 */
export async function ensureBuyersOfPast(
  scope: OrgTransaction,
  partner: string,
  accounts: readonly Omit<Account, 'partner'>[],
): Promise<ReadonlyMap<string, string>> {
  // The order is fixed to avoid deadlocks.
  const wanted = [...new Map(accounts.map((account) => [account.externalId, account])).values()].sort(
    (a, b) => (a.externalId < b.externalId ? -1 : 1),
  );
  if (wanted.length === 0) return new Map();
  await acquireSharedBuyersLock(scope);
  const found = await findAccounts(scope, partner, wanted);
  const made = await makeBuyers(
    scope,
    partner,
    wanted.filter(({ externalId }) => !found.has(externalId)),
  );
  const all = new Map([...found, ...made]);
  const taken = wanted.filter(({ externalId }) => !all.has(externalId));
  // Another transaction has inserted the account in the meantime, and the insert waited until that transaction
  // committed.
  return taken.length === 0 ? all : new Map([...all, ...(await findAccounts(scope, partner, taken))]);
}

async function findAccounts(
  scope: OrgTransaction,
  partner: string,
  accounts: readonly { externalId: string }[],
): Promise<Map<string, string>> {
  const found = await scope.query<BuyerAccountRow>({
    name: 'find_buyers_by_accounts',
    text: `SELECT b.external_id, b.id AS buyer_id FROM buyer b
           WHERE b.organization_id = $1 AND b.partner = $2 AND b.external_id = ANY ($3::text[])
           UNION ALL
           SELECT a.external_id, a.buyer_id FROM buyer_account a
           WHERE a.organization_id = $1 AND a.partner = $2 AND a.external_id = ANY ($3::text[])`,
    values: [scope.organizationId, partner, accounts.map(({ externalId }) => externalId)],
  });
  // Rows of `buyer_account` are last, so that they take precedence.
  return new Map(found.map((row) => [row.external_id, row.buyer_id]));
}

const insertAccounts = defineStatement(
  'keep_accounts_of_buyers',
  {
    scope: columns('buyer_account', ['organization_id', 'partner', 'creation_time']),
    accounts: rows('buyer_account', ['external_id', 'buyer_id']),
  },
  ({ scope, accounts }) =>
    `${accounts.insert('n', scope.at)} FROM ${accounts.unnest('n')} ORDER BY n.external_id
     ON CONFLICT (organization_id, partner, external_id) DO NOTHING RETURNING external_id, buyer_id`,
);

const insertBuyers = defineStatement(
  'insert_buyers_of_the_past',
  {
    scope: columns('buyer', ['organization_id', 'partner', 'creation_time']),
    buyers: rows('buyer', ['id', 'external_id', 'name', 'info']),
  },
  ({ scope: { at }, buyers }) =>
    `${buyers.insert('n', { ...at, last_update_time: at.creation_time, sequence: '0' })} FROM ${buyers.unnest('n')}`,
);

/**
 * Creates buyers for accounts without a buyer. The account is inserted before the buyer's row, so that only one
 * of two concurrent transactions creates a buyer.
 */
async function makeBuyers(
  scope: OrgTransaction,
  partner: string,
  accounts: readonly Omit<Account, 'partner'>[],
): Promise<Map<string, string>> {
  if (accounts.length === 0) return new Map();
  const buyers = accounts.map(({ externalId, name }) =>
    newBuyer(scope, { partner, externalId, name, info: knownAs({ partner, externalId, name }) }),
  );
  const own = { organization_id: scope.organizationId, partner, creation_time: scope.now };
  const taken = await scope.query<BuyerAccountRow>(
    insertAccounts({
      scope: own,
      accounts: buyers.map(({ id, external_id }) => ({ external_id: external_id as string, buyer_id: id })),
    }),
  );
  const ids = new Set(taken.map((row) => row.buyer_id));
  const made: BuyerRow[] = buyers.filter(({ id }) => ids.has(id));
  if (made.length > 0) await scope.query(insertBuyers({ scope: own, buyers: made }));
  return new Map(taken.map((row) => [row.external_id, row.buyer_id]));
}
