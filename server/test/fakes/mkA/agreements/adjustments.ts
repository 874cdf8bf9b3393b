import { Decimal } from 'decimal.js';
import type { Clock } from '../../http/clock.ts';
import type { Pages } from '../../http/pages.ts';
import { denied, ServiceError } from '../errors.ts';
import type { Ids } from '../ids.ts';
import type { Agreements } from './agreements.ts';
import type { Invoices } from './invoices.ts';
import { requireParty, wrong } from './reads.ts';

type Entry = {
  agreementId: string;
  originalInvoiceId: string;
  adjustmentAmount: string;
  currencyCode: string;
  adjustmentReasonCode: string;
  description?: string;
  clientToken: string;
};
export type Adjustment = Entry & {
  id: string;
  proposer: string;
  status: 'PENDING' | 'COMPLETED' | 'VALIDATION_FAILED';
  statusMessage: string;
  createdMs: number;
  updatedMs: number;
};
type AdjustmentQuery = { agreementId?: string; billingAdjustmentRequestId?: string };
type ListInput = {
  agreementId?: string;
  status?: string;
  createdAfter?: number;
  createdBefore?: number;
  maxResults?: number;
  nextToken?: string;
};
type Parts = {
  agreements: Agreements;
  invoices: Invoices;
  clock: Clock;
  ids: Ids;
  pages: Pages;
  onNews: (adjustment: Adjustment) => void;
};

/** Processing time of a refund. */
const workMs = 120_000;

/**
 * Simulates refunds that sellers request. Each refund is validated individually, processed later, and then
 * listed as a credit memo.
 */
export function createAdjustments(parts: Parts) {
  const { kept, byToken, ordered, failureOf, open } = createWork(parts);
  return {
    all: () => [...kept.values()],
    ordered,
    ...createOperations(parts, { kept, byToken, failureOf, open }),
  };
}

/** Receives the outcomes of refunds. */
function createWork({ clock, ids, invoices, onNews }: Parts) {
  const kept = new Map<string, Adjustment>();
  const byToken = new Map<string, Adjustment>();
  /** Error codes with which the next refunds fail during processing. */
  const ordered: string[] = [];

  const complete = (one: Adjustment) => {
    const failure = ordered.shift();
    Object.assign(one, {
      status: failure === undefined ? 'COMPLETED' : 'VALIDATION_FAILED',
      statusMessage: failure ?? '',
      updatedMs: clock.now(),
    });
    if (failure === undefined) {
      const amount = new Decimal(one.adjustmentAmount).abs().negated().toFixed(2);
      invoices.issue(one.agreementId, { type: 'CREDIT_MEMO', amount, currency: one.currencyCode });
    }
    onNews(one);
  };
  const failureOf = (entry: Entry): { code: string; message: string } | undefined => {
    const invoice = invoices.find(entry.agreementId, entry.originalInvoiceId);
    if (invoice?.type !== 'INVOICE')
      return { code: 'RESOURCE_NOT_FOUND_EXCEPTION', message: 'There is no such invoice.' };
    if (invoice.currency !== entry.currencyCode)
      return { code: 'VALIDATION_EXCEPTION', message: 'currencyCode must be that of the offer.' };
    if (new Decimal(entry.adjustmentAmount).abs().gt(invoice.maxAdjustmentAmount))
      return { code: 'VALIDATION_EXCEPTION', message: 'EXCEEDED_MAXIMUM_ADJUSTMENT_AMOUNT' };
    return undefined;
  };
  const open = (entry: Entry, proposer: string): Adjustment => {
    const one: Adjustment = {
      ...entry,
      id: `ba-${ids.word(25)}`,
      proposer,
      status: 'PENDING',
      statusMessage: '',
      createdMs: clock.now(),
      updatedMs: clock.now(),
    };
    const invoice = invoices.find(entry.agreementId, entry.originalInvoiceId);
    if (invoice)
      invoice.maxAdjustmentAmount = new Decimal(invoice.maxAdjustmentAmount)
        .minus(new Decimal(entry.adjustmentAmount).abs())
        .toFixed(2);
    kept.set(one.id, one);
    byToken.set(`${proposer} ${entry.clientToken}`, one);
    clock.schedule('WORK', clock.now() + workMs, () => complete(one));
    return one;
  };

  return { kept, byToken, ordered, failureOf, open };
}

type Work = Omit<ReturnType<typeof createWork>, 'ordered'>;

function createOperations({ agreements, pages }: Parts, { kept, byToken, failureOf, open }: Work) {
  return {
    BatchCreateBillingAdjustmentRequest: (
      { billingAdjustmentRequestEntries: entries }: { billingAdjustmentRequestEntries: Entry[] },
      account: string,
    ) => {
      if (new Set(entries.map(({ agreementId }) => agreementId)).size > 1)
        throw wrong('MULTIPLE_AGREEMENT_IDS', 'All entries are about one agreement.');
      const agreement = requireParty(agreements, entries[0]?.agreementId, account);
      if (agreement.proposer !== account) throw denied('Only the proposer may refund.');
      const items: object[] = [];
      const errors: object[] = [];
      for (const entry of entries) {
        const { clientToken } = entry;
        const known = byToken.get(`${account} ${clientToken}`);
        const failure = known ? undefined : failureOf(entry);
        if (failure) errors.push({ ...failure, clientToken });
        else items.push({ billingAdjustmentRequestId: (known ?? open(entry, account)).id, clientToken });
      }
      return { items, errors };
    },
    GetBillingAdjustmentRequest: (
      { agreementId, billingAdjustmentRequestId: id = '' }: AdjustmentQuery,
      account: string,
    ) => {
      requireParty(agreements, agreementId, account);
      const one = kept.get(id);
      if (!one || one.agreementId !== agreementId)
        throw new ServiceError('ResourceNotFoundException', 404, `There is no billing adjustment ${id}.`);
      const { adjustmentReasonCode, description, statusMessage } = one;
      return { ...summaryOf(one), adjustmentReasonCode, description, statusMessage };
    },
    ListBillingAdjustmentRequests: (input: ListInput, account: string) => {
      const { maxResults = 50, nextToken } = input;
      const rows = [...kept.values()].filter(
        (one) =>
          one.proposer === account &&
          (input.agreementId === undefined || one.agreementId === input.agreementId) &&
          (input.status === undefined || one.status === input.status) &&
          one.createdMs > (input.createdAfter ?? 0) * 1000 &&
          one.createdMs < (input.createdBefore ?? Number.POSITIVE_INFINITY) * 1000,
      );
      const page =
        nextToken === undefined
          ? pages.first(rows, maxResults)
          : pages.next<Adjustment>(nextToken, maxResults);
      if (!page) throw wrong('INVALID_NEXT_TOKEN', 'nextToken is not valid.');
      return { items: page.rows.map(summaryOf), nextToken: page.next };
    },
  };
}

const summaryOf = (one: Adjustment) => ({
  billingAdjustmentRequestId: one.id,
  originalInvoiceId: one.originalInvoiceId,
  adjustmentAmount: one.adjustmentAmount,
  currencyCode: one.currencyCode,
  status: one.status,
  agreementId: one.agreementId,
  createdAt: one.createdMs / 1000,
  updatedAt: one.updatedMs / 1000,
  agreementType: 'PurchaseAgreement',
  catalog: 'AWSMarketplace',
});
