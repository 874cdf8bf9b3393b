import { findAiBillingParty, switchAiOn } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto } from '../../platform/database/define-statement.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { type BillPayload, billJob } from './bill-job-definition.ts';
import { chargeOf } from './charge.ts';
import { type AiInvoiceRow, aiInvoiceColumns, encodeAiInvoice } from './columns.ts';
import { billMail } from './mails.ts';
import { endOfMonth } from './months.ts';
import { closeMonth } from './store.ts';

/** Bills a month once, where there was use, and switches on again what its cap switched off. */
export const billJobHandler: JobHandler<BillPayload> = {
  definition: billJob,
  run: (job) => job.finish('billed the use of AI features', (scope) => billMonth(scope, job.payload.month)),
};

const insertBill = insertInto(
  'insert_ai_invoice',
  'ai_invoice',
  aiInvoiceColumns.map(([, column]) => column),
);
const { record } = createEntityEvents<AiInvoiceRow>('AI_INVOICE', encodeAiInvoice);

async function billMonth(scope: OrgTransaction, month: string): Promise<void> {
  const closed = await closeMonth(scope, month);
  if (closed && Number(closed.used) > 0) {
    const party = await findAiBillingParty(scope);
    const bill: AiInvoiceRow = {
      organization_id: scope.organizationId,
      id: scope.newId('aiv'),
      month,
      calls: closed.calls,
      used_cents: closed.used,
      credit_cents: closed.credit_cents,
      amount_cents: chargeOf(closed.used, closed.credit_cents).toNumber(),
      currency: 'USD',
      billing_email: party.email,
      creation_time: scope.now.toISOString(),
    };
    await scope.query(insertBill(bill));
    await scope.query(record(scope, 'CREATE', { ...bill, sequence: 1 }));
    if (party.email) {
      const mail = { id: scope.newId('mai'), now: scope.wallNow, sentFor: scope.organizationId };
      await scope.query(queueMail({ ...mail, ...billMail(party.email, party.name, bill) }));
    }
  }
  await switchAiOn(scope, endOfMonth(month));
}
