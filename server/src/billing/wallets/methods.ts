import type { BuyerRow } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { currencyOf } from './check.ts';
import type { WalletRow } from './columns.ts';
import { chooseDefault, lacksDefault } from './default.ts';
import { schedulePayments } from './funds-job-definition.ts';
import type { BillingWalletInfo } from './records.ts';
import { insertWallet, recordWallet } from './store.ts';

/** A means of payment as its provider has it. */
export type Method = {
  type: Exclude<WalletRow['type'], 'credit'>;
  partner: string;
  externalId: string;
  customerId: string;
  name: string;
  info: BillingWalletInfo;
};

/**
 * Makes a wallet of a means of payment that a buyer gave to a provider. The first one in a currency is the buyer's default
 * wallet there, and pays what is due.
 * @param buyer one that is not merged or deleted meanwhile
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
