import { z } from 'zod';
import { findAiBillingParty, switchAiOn } from '../../organizations/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { insertInto } from '../../platform/database/define-statement.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import { createEntityEvents } from '../../platform/events/entity-events.ts';
import { backoff, type JobDefinition, type JobHandler } from '../../platform/jobs/queue.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { chargeOf, endOfMonth } from './charge.ts';
import { type AiInvoiceRow, aiInvoiceColumns, encodeAiInvoice } from './columns.ts';
import { billMail } from './mails.ts';

type BillPayload = { month: string };

/** Bills the AI usage of a month. Retried without limit, because no other job bills the month. */
export const billJob: JobDefinition<BillPayload> = {
  kind: 'billing.aiBill',
  payload: z.object({ month: z.string() }),
  lane: () => 'ai bill',
  retry: backoff({ tries: Number.POSITIVE_INFINITY }),
};

/** The time after a month’s end in which calls that began in the month may still be in flight. */
const graceMs = 3_600_000;

export const billTimeOf = (month: string): Date => new Date(endOfMonth(month).getTime() + graceMs);

/** Bills a month with usage once, and re-enables AI features that the month’s spending cap disabled. */
export const billJobHandler: JobHandler<BillPayload> = {
  definition: billJob,
  run: (job) => job.finish('billed AI usage', (scope) => billMonth(scope, job.payload.month)),
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

/**
 * Closes a month: reserved amounts count as used, and the totals become final. Returns undefined if the month
 * is already closed.
 */
async function closeMonth(
  scope: OrgTransaction,
  month: string,
): Promise<RowOf<'ai_month', 'calls' | 'used' | 'credit_cents'> | undefined> {
  const [row] = await scope.query<RowOf<'ai_month', 'calls' | 'used' | 'credit_cents'>>({
    name: 'close_ai_month',
    text: `UPDATE ai_month m SET used = m.used + m.reserved, reserved = 0, billed_time = $3, last_update_time = $3
           WHERE m.organization_id = $1 AND m.month = $2 AND m.billed_time IS NULL
           RETURNING m.calls, m.used, m.credit_cents`,
    values: [scope.organizationId, month, scope.now],
  });
  return row;
}
