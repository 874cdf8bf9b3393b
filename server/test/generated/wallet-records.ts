import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

/** Creates credit of a buyer and returns its id. */
export async function giveCredit(
  app: TestApp,
  { id, token }: TestOrganization,
  buyerId: string,
): Promise<string> {
  const path = `/org/${id}/buyer/${buyerId}/wallet`;
  return (await app.request('POST', path, { token, body: { totalAmount: 1 } })).body.id;
}

/** Provides wallets of a buyer, and replaces used-up wallets. */
export function createWalletRecords(app: TestApp, org: TestOrganization) {
  let credit: { buyerId: string; walletId: string } | undefined;
  let card: { buyerId: string; walletId: string } | undefined;
  /** Inserts a card as stored by a payment provider. */
  const addCard = async (buyerId: string) => {
    const walletId = app.app.newId('wal');
    await app.database.query(
      `INSERT INTO wallet (organization_id, id, buyer_id, type, status, currency, start_time, partner, external_id,
         external_customer_id, creation_time, last_update_time)
       VALUES ($1, $2, $3, 'card', 'ACTIVE', 'USD', now(), 'PAYA', $2, 'customer', now(), now())`,
      [org.id, walletId, buyerId],
    );
    // If the wallet is the default, invoices of the buyer are charged to the wallet.
    await app.database.query(
      `INSERT INTO sandbox_payment_method (organization_id, id, type, outcome, creation_time)
       VALUES ($1, $2, 'card', 'SUCCEED', now())`,
      [org.id, walletId],
    );
    return walletId;
  };
  return {
    ids: async (buyerId: string, { operationId, path }: Operation) => {
      if (!path.includes('{walletId}')) return {};
      if (operationId === 'setBuyerDefaultWallet') {
        // A wallet that is already the default would not change.
        if (card?.buyerId !== buyerId) card = { buyerId, walletId: await addCard(buyerId) };
        return { walletId: card.walletId };
      }
      if (credit?.buyerId !== buyerId) credit = { buyerId, walletId: await giveCredit(app, org, buyerId) };
      return { walletId: credit.walletId };
    },
    used: ({ operationId }: Operation) => {
      if (operationId === 'closeCreditWallet' || operationId === 'deleteBuyerWallet') credit = undefined;
      if (operationId === 'setBuyerDefaultWallet') card = undefined;
    },
  };
}
