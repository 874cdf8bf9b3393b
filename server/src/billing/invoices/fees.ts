import type { Exact } from '../../platform/money-and-time/exact.ts';
import type { BillingInvoiceType } from './records.ts';

/** A line of an invoice as its info shows it, with exact numbers. */
export type ShownLine = Readonly<Record<string, unknown>>;

/** What is to be billed: a time, or an amount that is charged once. */
export type NewFee = {
  /** What bills the same has the same key. */
  key: string;
  termId: string;
  start: string;
  end: string;
  isLate: boolean;
  amount: Exact;
  lines: readonly ShownLine[];
};

/** One whose lines are printed, or are to be. */
export type PrintedFee = Omit<NewFee, 'lines'> & { lines: readonly unknown[] };

/** A fee of an invoice that is neither voided nor withdrawn. */
export type KnownFee = {
  invoiceId: string;
  position: number;
  isDraft: boolean;
  kind: BillingInvoiceType;
  key: string;
  termId: string;
  start: string;
  /** Until when it is billed: what came after that was credited. */
  until: string;
  amount: Exact;
  credited: Exact;
};

export const feeKey = (
  entitlementId: string,
  kind: BillingInvoiceType,
  ...parts: readonly string[]
): string => [entitlementId, kind, ...parts].join(':');
