import type { Exact } from '../../platform/money-and-time/exact.ts';
import type { BillingInvoiceType } from './records.ts';

/** Line of an invoice as its info shows it, with exact numbers. */
export type ShownLine = Readonly<Record<string, unknown>>;

/** Something to bill: a period, or an amount that is charged once. */
export type NewFee = {
  /** Identifies what is billed, so that it is billed only once. */
  key: string;
  termId: string;
  start: string;
  end: string;
  isLate: boolean;
  amount: Exact;
  lines: readonly ShownLine[];
};

/** Fee whose lines may be printed already. */
export type PrintedFee = Omit<NewFee, 'lines'> & { lines: readonly unknown[] };

/** Fee of an invoice that is neither voided nor deleted. */
export type KnownFee = {
  invoiceId: string;
  position: number;
  isDraft: boolean;
  kind: BillingInvoiceType;
  key: string;
  termId: string;
  start: string;
  /** End of the billed time; the time after it was credited. */
  until: string;
  amount: Exact;
  credited: Exact;
};

export const feeKey = (
  entitlementId: string,
  kind: BillingInvoiceType,
  ...parts: readonly string[]
): string => [entitlementId, kind, ...parts].join(':');

/** Sorts fees in the order in which the database returns them. */
export const byStart = (a: KnownFee, b: KnownFee): number =>
  compare(a.start, b.start) || compare(a.invoiceId, b.invoiceId) || a.position - b.position;
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** English texts that the service writes on invoices and credit notes. Documents translate them into the reader's language. */
export const generatedTexts = {
  drawnCommit: 'Commit drawn by usage',
  drawnBefore: 'Commit drawn by earlier usage',
  consumedInstalments: 'Part of later instalments consumed by usage',
  creditedBefore: 'Previously credited',
  shareOfTime: 'prorated',
  usageCheaper: 'Usage reported later made this period cheaper.',
  timeCut: 'The billed period was shortened by a change or an end.',
} as const;

/** English names of fees, as the records of invoices contain them. Documents translate them too. */
export const feeNames = {
  UNITS: 'Units',
  PACKAGES: 'Packages',
  BASIS_POINTS: 'Percentage in basis points',
  FLAT_FEE: 'Flat fee',
} as const;
