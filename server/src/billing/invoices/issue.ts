import { z } from 'zod';
import { type WaitingUsage, withWaitingUsage } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { due, type UpcomingSource, upcomingSource } from '../../platform/jobs/upcoming.ts';
import { requireKnownMove } from '../../platform/records/moves.ts';
import { type InvoicePrinter, type InvoiceRow, invoiceEvents } from './columns.ts';
import { draftDue } from './draft.ts';
import { redraw } from './drafts.ts';
import { parseExact, printExact } from './exact-json.ts';
import { readFeesOf } from './fee-store.ts';
import type { InvoiceHooks } from './hooks.ts';
import { type FinalizePayload, finalizeJob } from './jobs.ts';
import { readParties } from './parties.ts';
import { invoiceChange, invoicesPath, lockExisting, requireContacts, requireMove } from './preconditions.ts';
import { BillingInvoice } from './records.ts';
import { invoiceMoves } from './states.ts';
import { lockInvoice, nextNumber, selectInvoice, updateInvoice } from './store.ts';
import { nextLook } from './times.ts';
import { shownTaxes, taxesOf, totalColumns, totalOf } from './totals.ts';

export const issueInvoiceRoute = (hooks: InvoiceHooks, printer: InvoicePrinter) =>
  route({
    ...invoiceChange,
    path: `${invoicesPath}/{invoiceId}/issue`,
    operationId: 'issueInvoice',
    summary: 'Issue an invoice',
    description:
      'Issues a draft before its automatic issue. It is due the same day, and issuing cannot be undone. An ' +
      'issued invoice is returned unchanged. Mailed to the contacts in the body, or by default to all of the ' +
      'buyer’s contacts or the buyer’s own address.',
    body: z.array(z.string().max(200)).max(1000).optional(),
    example: ['con_01m7z53qrwf3raysksbfq2fp2q'],
    response: BillingInvoice,
    responseDescription: 'The issued invoice',
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(printer.show(await issueInvoice(scope, params.invoiceId, body, hooks))),
      }),
    },
  });

/**
 * Issues a draft on request: it is due the same day, and mailed to the chosen contacts or else to all the
 * buyer’s contacts. An invoice that is issued already is returned unchanged.
 */
async function issueInvoice(
  scope: OrgTransaction,
  id: string,
  contactIds: readonly string[] | undefined,
  hooks: InvoiceHooks,
): Promise<InvoiceRow> {
  const invoice = await lockExisting(scope, id);
  if (invoice.status === 'FINALIZED') return invoice;
  requireMove(invoice, 'FINALIZED');
  await requireContacts(scope, contactIds);
  return finalize(scope, invoice, { dueDate: scope.now.toISOString(), contactIds }, hooks);
}

/**
 * Issues a locked draft. The invoice gets its number, its final taxes, and a copy of issuer and buyer that
 * does not follow later changes. An invoice with nothing due is paid at once; a draft without fees is
 * deleted.
 */
async function finalize(
  scope: OrgTransaction,
  invoice: InvoiceRow,
  { dueDate, contactIds }: { dueDate: string; contactIds?: readonly string[] | undefined },
  hooks: InvoiceHooks,
): Promise<InvoiceRow> {
  const fees = await readFeesOf(scope, invoice.id);
  if (fees.length === 0) return redraw(scope, invoice, hooks.taxRates);
  requireKnownMove([invoiceMoves], invoice, 'FINALIZED');
  const parties = await readParties(scope, invoice);
  const taxes = taxesOf(hooks.taxRates, parties);
  const total = totalOf(fees, invoice, taxes);
  const row = await updateInvoice(scope, {
    ...invoice,
    ...totalColumns(total),
    status: 'FINALIZED',
    payment_status: total.due.isZero() ? 'SUCCESS' : 'PENDING',
    issue_date: scope.now.toISOString(),
    due_date: dueDate,
    info: printExact({ ...parseExact<object>(invoice.info), ...shownTaxes(taxes, total), ...parties }),
    number: await nextNumber(scope, 'INVOICE'),
  });
  await scope.query(invoiceEvents.record(scope, 'ISSUE', row, invoice));
  await hooks.onFinalized(scope, row, contactIds);
  return row;
}

const dayMs = 86_400_000;

/**
 * Issues a draft automatically once all usage of its period is settled. An invoice that is no longer a draft
 * is left unchanged.
 */
export const finalizeJobHandler = (hooks: InvoiceHooks): JobHandler<FinalizePayload> => ({
  definition: finalizeJob,
  run: (job) =>
    job.repeat('issued, or no longer a draft', async (scope) => {
      const { invoiceId, waitedMs = 0 } = job.payload;
      const look = nextLook(await readWaitingUsage(scope, invoiceId, hooks), waitedMs);
      if (look !== undefined)
        return {
          at: new Date(scope.now.getTime() + look - waitedMs),
          payload: { invoiceId, waitedMs: look },
        };
      const invoice = await lockInvoice(scope, invoiceId);
      if (invoice?.status !== 'DRAFT') return undefined;
      const { netTermsInDays } = JSON.parse(invoice.info) as { netTermsInDays?: number };
      const due = new Date(scope.now.getTime() + Math.max(0, netTermsInDays ?? 0) * dayMs);
      await finalize(scope, invoice, { dueDate: invoice.due_date ?? due.toISOString() }, hooks);
      return undefined;
    }),
});

/**
 * Refreshes a usage draft with usage settled since, and reads whether more is waiting. The entitlement is
 * locked before the draft.
 */
async function readWaitingUsage(
  scope: OrgTransaction,
  invoiceId: string,
  hooks: InvoiceHooks,
): Promise<WaitingUsage | undefined> {
  const [found] = await scope.query<InvoiceRow>(selectInvoice(scope, invoiceId));
  if (found?.status !== 'DRAFT' || found.type !== 'USAGE') return undefined;
  const { entitlement_id: entitlementId, end_date: end } = found;
  await draftDue(scope, entitlementId, hooks, { leavesLate: true });
  return (await withWaitingUsage(scope, [{ entitlementId, before: end }])).get(entitlementId);
}

type UpcomingInvoiceRow = Pick<InvoiceRow, 'id' | 'status'> & { key: string; name: string | null };

/** Upcoming actions for invoices: the automatic issue of drafts. */
export const invoiceUpcoming: UpcomingSource = upcomingSource<UpcomingInvoiceRow>({
  entity: 'INVOICE',
  jobs: [
    due({
      definition: finalizeJob,
      keyOf: ({ invoiceId }) => invoiceId,
      happens: ({ status }) => (status === 'DRAFT' ? 'INVOICE_ISSUED' : undefined),
    }),
  ],
  // An invoice has no name, and a draft no number, so it is listed under the name of its entitlement.
  find: (scope, ids) =>
    scope.query<UpcomingInvoiceRow>({
      name: 'invoices_due',
      text: `SELECT i.id AS key, i.id, i.status, e.name FROM invoice i
             LEFT JOIN entitlement e ON e.organization_id = i.organization_id AND e.id = i.entitlement_id
             WHERE i.organization_id = $1 AND i.id = ANY ($2)`,
      values: [scope.organizationId, ids],
    }),
});
