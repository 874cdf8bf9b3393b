import { type MovedBilling, moveBilled } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { creditIssued, redraw } from './credit.ts';
import { type DailyUsage, isShown } from './daily-usage.ts';
import type { Deduction } from './deductions.ts';
import { parseExact, printExact } from './exact-json.ts';
import { removeFee, shortenFee } from './fee-store.ts';
import type { KnownFee } from './fees.ts';
import type { InvoiceHooks } from './hooks.ts';
import { lockInvoice } from './store.ts';
import type { RefreshedFee } from './usage-fees.ts';

/** The new content of a draft after more usage of its period was reported. */
export type RefreshedDraft = {
  invoiceId: string;
  fees: readonly RefreshedFee[];
  deductions: readonly Deduction[];
  /** What each day of these fees had. */
  daily: readonly DailyUsage[];
};

/** Changes that late usage makes to existing invoices: drafts are refreshed, issued invoices are credited. */
export type UsageAdjustments = {
  drafts: readonly RefreshedDraft[];
  credits: readonly { fee: KnownFee; credit: Exact }[];
  /** Usage to move to another invoice, because its draft has no fee for it any more. */
  moves: readonly MovedBilling[];
};

export const isAdjusted = ({ drafts, credits, moves }: UsageAdjustments): boolean =>
  drafts.length + credits.length + moves.length > 0;

/** The reason that a credit note of usage gives. */
const reason = 'Usage that was reported later makes the period cheaper.';

/** Adjusts invoices of a locked entitlement; the drafts among them are locked. */
export async function adjustUsage(
  scope: OrgTransaction,
  { drafts, credits, moves }: UsageAdjustments,
  hooks: InvoiceHooks,
): Promise<void> {
  for (const draft of drafts) await refreshDraft(scope, draft, hooks);
  for (const move of moves) await moveBilled(scope, move);
  for (const [invoiceId, ofInvoice] of groupBy(credits, ({ fee }) => fee.invoiceId)) {
    const invoice = await lockInvoice(scope, invoiceId);
    const cuts = ofInvoice.map(({ fee, credit }) => ({ fee, credit, until: fee.until }));
    if (invoice?.status === 'FINALIZED') await creditIssued(scope, invoice, cuts, reason, hooks);
  }
}

async function refreshDraft(
  scope: OrgTransaction,
  { invoiceId, fees, deductions, daily }: RefreshedDraft,
  { taxRates }: InvoiceHooks,
): Promise<void> {
  const invoice = await lockInvoice(scope, invoiceId);
  if (invoice?.status !== 'DRAFT') throw new Error(`invoice ${invoiceId} is no draft any more`);
  for (const { fee, amount, lines } of fees)
    if (lines.length === 0) await removeFee(scope, fee);
    else await shortenFee(scope, fee, { until: fee.until, amount, lines });
  const { usageDailyRevenues = [], ...info } = parseExact<{ usageDailyRevenues?: DailyUsage[] }>(
    invoice.info,
  );
  const isOther = ({ date }: DailyUsage) =>
    !fees.some(({ fee }) => date >= fee.start.slice(0, 10) && `${date}T00:00:00.000Z` < fee.until);
  const days = [...usageDailyRevenues.filter(isOther), ...daily];
  await redraw(
    scope,
    {
      ...invoice,
      deductions: JSON.stringify(deductions),
      deducted_commit_invoice_id: deductions[0]?.invoiceId ?? null,
      info: printExact({ ...info, ...(isShown(days) ? { usageDailyRevenues: days } : {}) }),
    },
    taxRates,
  );
}
