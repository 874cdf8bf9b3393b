import type { OrgTransaction } from '../../platform/access/scope.ts';
import { lockEntitlement } from '../store.ts';
import { changeEntitlement } from './entitlement.ts';

/** What an entitlement came to so far, in its currency: exact decimals. */
export type RevenueAmounts = {
  grossAmount: string;
  invoicedAmount: string;
  collectableAmount: string;
  disbursedAmount: string;
};

/** Writes what an entitlement came to, with its event, where that is another sum than before. */
export async function setRevenueAmounts(
  scope: OrgTransaction,
  id: string,
  read: (currency: string) => Promise<RevenueAmounts>,
): Promise<void> {
  const entitlement = await lockEntitlement(scope, id);
  if (!entitlement) return;
  const info = JSON.parse(entitlement.info) as Record<string, unknown>;
  const amounts = await read(
    typeof info.currency === 'string' && info.currency !== '' ? info.currency : 'USD',
  );
  const changed = Object.entries(amounts).filter(([name, amount]) => Number(amount) !== (info[name] ?? 0));
  if (changed.length === 0) return;
  const text = changed.map(([name, amount]) => `${JSON.stringify(name)}:${amount}`).join(',');
  await changeEntitlement(scope, entitlement, 'UPDATE', { info: `{${text}}` });
}

/** Writes that the history of an entitlement's revenue was read in full. */
export async function markRevenueRead(scope: OrgTransaction, id: string): Promise<void> {
  const entitlement = await lockEntitlement(scope, id);
  if (entitlement)
    await changeEntitlement(scope, entitlement, 'UPDATE', { metaInfo: { isGrossRevenueFullSync: true } });
}
