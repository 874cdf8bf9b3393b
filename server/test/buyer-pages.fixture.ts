import { type Entitlements, entitlementsOf } from './entitlements.fixture.ts';
import type { TestApp, TestOrganization } from './harness.ts';

/** A purchase with every part that its page can show. */
export type PageSale = { by: Entitlements; id: string; offerId: string; buyerId: string; invoiceId: string };

/** The terms of a sale with commit, usage prices, addons and instalments. */
export const saleInfo = {
  currency: 'USD',
  eulaUrl: 'https://seller.example/agreement.pdf',
  commits: [{ key: 'platform', name: 'Platform', rate: 12000, length: 1, timeUnit: 'YEAR' }],
  dimensions: [{ key: 'gpu', name: 'GPU hours', description: 'Hours of a GPU', rate: 2.5 }],
  autoRenew: true,
  netTermsInDays: 30,
  refundCancellationPolicy: 'Within 14 days.',
};

/** Sells on marketplace A, uses a part of the commit, and writes an issued invoice. */
export async function sellWithPage(
  app: TestApp,
  org: TestOrganization,
  given: { name?: string; info?: object } = {},
): Promise<PageSale> {
  const by = entitlementsOf(app, org);
  const sold = await by.accepted({
    partner: 'MKA',
    name: given.name ?? 'Platform for a year',
    info: { ...saleInfo, ...given.info },
  });
  await by.post(`entitlement/${sold.id}/addon`, {
    id: 'gpu',
    name: 'Training',
    description: 'One day',
    amount: 250,
    chargeOn: '2090-01-01',
  });
  const invoiceId = app.app.newId('inv');
  await app.database.query(
    `INSERT INTO invoice (organization_id, id, entitlement_id, buyer_id, type, status, number, currency, start_date,
       end_date, issue_date, due_date, finalize_at, subtotal_amount, due_amount, info, creation_time, last_update_time)
     VALUES ($1, $2, $3, $4, 'USAGE', 'FINALIZED', (SELECT coalesce(max(number), 0) + 1 FROM invoice WHERE organization_id = $1),
       'USD', '2027-01-01', '2027-02-01', '2027-02-03', '2090-03-01', '2090-01-01', 1250, 1250, '{}', now(), now())`,
    [org.id, invoiceId, sold.id, sold.buyerID],
  );
  return { by, id: sold.id, offerId: sold.offerID, buyerId: sold.buyerID, invoiceId };
}

/** Writes the consumption of the commit of the current term, by day of the term. */
export async function consume(
  app: TestApp,
  org: TestOrganization,
  entitlementId: string,
  days: readonly { after: number; units: number; amount: number }[],
): Promise<void> {
  const { query } = app.database;
  for (const [index, { after, units, amount }] of days.entries())
    for (const type of ['USAGE', 'COMMIT'])
      await query(
        `INSERT INTO usage_ledger (organization_id, entitlement_term_id, position, id, entitlement_id, type, dimension,
           quantity, amount, usage_hour, creation_time)
         SELECT e.organization_id, e.entitlement_term_id, $3 * 2 + $4, 'ule_' || e.id || $3 || $5, e.id, $5, 'gpu', $6,
           $7, t.start_time + $8 * interval '1 day', now()
         FROM entitlement e JOIN entitlement_term t ON t.organization_id = e.organization_id AND t.id = e.entitlement_term_id
           AND t.entitlement_id = e.id
         WHERE e.organization_id = $1 AND e.id = $2`,
        [
          org.id,
          entitlementId,
          index,
          type === 'USAGE' ? 1 : 2,
          type,
          units,
          type === 'COMMIT' ? amount : null,
          after,
        ],
      );
  await query(
    `UPDATE entitlement_term t SET used_commit_amount = $3 FROM entitlement e
     WHERE e.organization_id = $1 AND e.id = $2 AND t.organization_id = e.organization_id
       AND t.entitlement_id = e.id AND t.id = e.entitlement_term_id`,
    [org.id, entitlementId, days.reduce((sum, { amount }) => sum + amount, 0)],
  );
}
