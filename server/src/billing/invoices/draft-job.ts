import { draftJob, lockForBilling, scheduleDraft } from '../../entitlements/index.ts';
import { isDirect } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { chargeFees } from './charge-fees.ts';
import { commitFees } from './commit-fees.ts';
import { creditCuts } from './credit.ts';
import { writeDraft } from './draft.ts';
import { draftUsage } from './draft-usage.ts';
import { readFees } from './fee-store.ts';
import type { InvoiceHooks } from './hooks.ts';

type Payload = { entitlementId: string; at: string };

/** Drafts the invoices of a direct sale that are due by now, and makes the job for when the next ones are. */
export const draftJobHandler = (hooks: InvoiceHooks): JobHandler<Payload> => ({
  definition: draftJob,
  run: (job) =>
    job.finish('drafted what was due', async (scope) => {
      const next = await draftDue(scope, job.payload.entitlementId, hooks);
      if (next) await scheduleDraft(scope, job.payload.entitlementId, new Date(next));
    }),
});

/**
 * Drafts what is due of an entitlement. It is locked first, so that of two at once the second finds what the first one drafted;
 * then invoices are.
 * @returns when more is due
 */
async function draftDue(
  scope: OrgTransaction,
  entitlementId: string,
  hooks: InvoiceHooks,
): Promise<string | undefined> {
  const sale = await lockForBilling(scope, entitlementId);
  if (!sale || !isDirect(sale.entitlement.partner) || sale.entitlement.status === 'DELETED') return undefined;
  const now = scope.now.toISOString();
  const known = await readFees(scope, entitlementId);
  const ofCommits = commitFees(
    sale,
    known.filter(({ kind }) => kind === 'COMMIT'),
    now,
  );
  await creditCuts(scope, ofCommits.cuts, hooks);
  if (ofCommits.fees.length > 0)
    await writeDraft(scope, sale, { type: 'COMMIT', fees: ofCommits.fees }, hooks.taxRates);
  const charges = chargeFees(sale, new Set(known.map(({ key }) => key)), now);
  for (const { kind, fee, detail } of charges.fees)
    await writeDraft(scope, sale, { type: kind, fees: [fee], detail }, hooks.taxRates);
  const usage = await draftUsage(scope, sale, hooks.taxRates);
  return [ofCommits.next, charges.next, usage].filter((at) => at !== undefined).sort()[0];
}
