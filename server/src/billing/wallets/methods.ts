import type { BuyerRow } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { currencyOf } from './check.ts';
import { type WalletRow, walletColumnList } from './columns.ts';
import { chooseDefault, dropDefault, isDefaultWallet, lacksDefault } from './default.ts';
import { schedulePayments } from './jobs.ts';
import type { BillingWalletInfo } from './records.ts';
import { changeWallet, insertWallet, recordWallet } from './store.ts';

/** Payment method, as stored at its provider. */
type Method = {
  type: Exclude<WalletRow['type'], 'credit'>;
  partner: string;
  externalId: string;
  customerId: string;
  name: string;
  info: BillingWalletInfo;
};

/**
 * Creates a wallet for a payment method that a buyer added at a provider. The first wallet in a currency
 * becomes the buyer’s default and is charged for due invoices.
 * @param buyer locked against merging and deletion
 */
export async function keepMethod(
  scope: OrgTransaction,
  buyer: BuyerRow,
  method: Method,
): Promise<{ wallet: WalletRow; buyer: BuyerRow }> {
  const { paymentConfig } = JSON.parse(buyer.info) as { paymentConfig?: { currency?: string } };
  const now = scope.now.toISOString();
  const wallet: WalletRow = {
    organization_id: scope.organizationId,
    id: scope.newId('wal'),
    buyer_id: buyer.id,
    name: method.name,
    type: method.type,
    status: 'ACTIVE',
    currency: currencyOf(method.type, paymentConfig?.currency),
    total_amount: null,
    used_amount: null,
    start_time: now,
    expire_time: null,
    partner: method.partner,
    external_id: method.externalId,
    external_customer_id: method.customerId,
    info: JSON.stringify(method.info),
    creation_time: now,
    last_update_time: now,
    sequence: 1,
  };
  await scope.query(insertWallet(scope, wallet));
  await scope.query(recordWallet(scope, 'CREATE', wallet));
  if (!(await lacksDefault(scope, buyer, wallet.currency))) return { wallet, buyer };
  for (const statement of schedulePayments(scope, wallet)) await scope.query(statement);
  return { wallet, buyer: await chooseDefault(scope, buyer, wallet, false) };
}

/** Payment method, as listed by its provider. */
export type ShownMethod = Pick<Method, 'type' | 'externalId' | 'name' | 'info'> & { isExpired: boolean };

export type ShownMethods = {
  methods: readonly ShownMethod[];
  /** Default payment method of the customer at the provider. */
  defaultId?: string | undefined;
};

/**
 * Synchronizes the wallets of a customer with the provider’s list. A wallet that the seller deleted stays
 * deleted, and a wallet that is no longer listed is deleted. If two buyers share a customer, only the wallets
 * of the given buyer change. The provider’s default becomes the buyer’s default wallet if the buyer has no
 * default wallet.
 * @param buyer locked
 */
export async function mirrorMethods(
  scope: OrgTransaction,
  buyer: BuyerRow,
  { partner, customerId }: Pick<Method, 'partner' | 'customerId'>,
  { methods, defaultId }: ShownMethods,
): Promise<void> {
  const wallets = await lockWalletsOfCustomer(scope, buyer.id, { partner, customerId });
  const known = new Map(wallets.map((wallet) => [wallet.external_id, wallet]));
  const shown = new Set(methods.map(({ externalId }) => externalId));
  const others = await walletsElsewhere(scope, partner, shown, wallets);
  let current = await dropMissing(scope, buyer, wallets, shown);
  const chosenFirst = [...methods].sort(
    (a, b) => Number(b.externalId === defaultId) - Number(a.externalId === defaultId),
  );
  for (const { isExpired, ...method } of chosenFirst) {
    const wallet = known.get(method.externalId);
    if (wallet) await follow(scope, current, wallet, { ...method, isExpired });
    else if (!isExpired && !others.has(method.externalId))
      ({ buyer: current } = await keepMethod(scope, current, { ...method, partner, customerId }));
  }
  const chosen = defaultId === undefined ? undefined : known.get(defaultId);
  if (chosen?.status !== 'ACTIVE' || !shown.has(chosen.external_id ?? '')) return;
  if (!(await lacksDefault(scope, current, chosen.currency))) return;
  await chooseDefault(scope, current, chosen, false);
  for (const statement of schedulePayments(scope, chosen)) await scope.query(statement);
}

async function dropMissing(
  scope: OrgTransaction,
  buyer: BuyerRow,
  wallets: readonly WalletRow[],
  shown: ReadonlySet<string>,
): Promise<BuyerRow> {
  let current = buyer;
  for (const wallet of wallets) {
    if (wallet.status === 'DELETED' || shown.has(wallet.external_id ?? '')) continue;
    await changeWallet(scope, wallet, 'DELETE', { status: 'DELETED' });
    current = await dropDefault(scope, current, wallet.id);
  }
  return current;
}

async function follow(
  scope: OrgTransaction,
  buyer: BuyerRow,
  wallet: WalletRow,
  { isExpired, name, info: given }: ShownMethod,
): Promise<void> {
  if (wallet.status !== 'ACTIVE' && wallet.status !== 'EXPIRED') return;
  const status = isExpired ? 'EXPIRED' : 'ACTIVE';
  const before = JSON.parse(wallet.info) as BillingWalletInfo;
  const info = { ...before, ...given };
  const isSame = status === wallet.status && name === wallet.name && isEqual(info, before);
  if (isSame) return;
  const row = await changeWallet(scope, wallet, isExpired ? 'EXPIRE' : 'UPDATE', {
    status,
    name,
    info: JSON.stringify(info),
  });
  if (wallet.status !== status && isDefaultWallet(buyer, wallet.id))
    for (const statement of schedulePayments(scope, row)) await scope.query(statement);
}

/** Compares values regardless of the order of their fields, because the database changes that order. */
const isEqual = (one: unknown, other: unknown): boolean => ordered(one) === ordered(other);
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

const lockWalletsOfCustomer = (
  scope: OrgTransaction,
  buyerId: string,
  { partner, customerId }: Pick<Method, 'partner' | 'customerId'>,
): Promise<WalletRow[]> =>
  scope.query<WalletRow>({
    name: 'lock_wallets_of_customer',
    text: `SELECT ${walletColumnList} FROM wallet w
           WHERE w.organization_id = $1 AND w.buyer_id = $2 AND w.partner = $3 AND w.external_customer_id = $4
           ORDER BY w.id FOR UPDATE`,
    values: [scope.organizationId, buyerId, partner, customerId],
  });

/** Finds listed payment methods that already belong to a wallet outside the given wallets. */
async function walletsElsewhere(
  scope: OrgTransaction,
  partner: string,
  externalIds: ReadonlySet<string>,
  wallets: readonly WalletRow[],
): Promise<ReadonlySet<string>> {
  const rows = await scope.query<{ external_id: string }>({
    name: 'wallets_of_other_customers',
    text: `SELECT w.external_id FROM wallet w
           WHERE w.organization_id = $1 AND w.partner = $2 AND w.external_id = ANY ($3::text[]) AND w.status <> 'DELETED'
             AND w.id <> ALL ($4::text[])`,
    values: [scope.organizationId, partner, [...externalIds], wallets.map(({ id }) => id)],
  });
  return new Set(rows.map(({ external_id: id }) => id));
}
