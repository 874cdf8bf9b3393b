import { withWaitingUsage } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import type { InvoiceRow } from './columns.ts';
import { draftDue } from './draft-due.ts';
import { finalize } from './finalize.ts';
import { finalizeJob } from './finalize-job-definition.ts';
import type { InvoiceHooks } from './hooks.ts';
import { lockInvoice, selectInvoice } from './store.ts';

const dayMs = 86_400_000;
/** Usage that was reported and waits for the run is settled within the hour: so often is looked. */
const waitMs = 600_000;

/** Issues a draft by itself, once no usage of its time waits to be settled. One that was issued, voided or withdrawn before is left as it is. */
export const finalizeJobHandler = (hooks: InvoiceHooks): JobHandler<{ invoiceId: string }> => ({
  definition: finalizeJob,
  run: (job) =>
    job.repeat('issued, unless it was before', async (scope) => {
      const { invoiceId } = job.payload;
      if (await isUsageWaiting(scope, invoiceId, hooks))
        return { at: new Date(scope.now.getTime() + waitMs), payload: job.payload };
      const invoice = await lockInvoice(scope, invoiceId);
      if (invoice?.status !== 'DRAFT') return undefined;
      const { netTermsInDays } = JSON.parse(invoice.info) as { netTermsInDays?: number };
      const due = new Date(scope.now.getTime() + Math.max(0, netTermsInDays ?? 0) * dayMs);
      await finalize(scope, invoice, { dueDate: invoice.due_date ?? due.toISOString() }, hooks);
      return undefined;
    }),
});

/** Adds to a draft of usage what was settled since it was drafted, and says whether more of it waits. The entitlement is locked before the draft. */
async function isUsageWaiting(
  scope: OrgTransaction,
  invoiceId: string,
  hooks: InvoiceHooks,
): Promise<boolean> {
  const [found] = await scope.query<InvoiceRow>(selectInvoice(scope, invoiceId));
  if (found?.status !== 'DRAFT' || found.type !== 'USAGE') return false;
  const { entitlement_id: entitlementId, end_date: end } = found;
  await draftDue(scope, entitlementId, hooks, { leavesLate: true });
  return (await withWaitingUsage(scope, [{ entitlementId, before: end }])).size > 0;
}
