import { Decimal } from 'decimal.js';
import { printable } from '../../../platform/printable.ts';
import type { RevenueAmounts, RevenueDates, RevenueLine } from '../../revenue.ts';

/** Columns of the report by their headings without case, spaces and punctuation. */
const texts: Readonly<Record<string, string>> = {
  accountid: 'accountID',
  currency: 'currency',
  googleentity: 'googleEntity',
  insightaccountid: 'insightAccountID',
  insightsaccountid: 'insightAccountID',
  paymentschedule: 'paymentSchedule',
  paymenttype: 'paymentType',
  refundreason: 'refundReason',
  resource: 'resource',
  sku: 'sku',
  unit: 'unit',
  usedby: 'usedBy',
};
const numbers: Readonly<Record<string, string>> = {
  abandoned: 'abandoned',
  charges: 'charges',
  duevendor: 'dueVendor',
  prepaycredits: 'prepayCredits',
  refundbalancedeductedthismonth: 'refundBalanceDeductedThisMonth',
  refundbalanceoutstanding: 'refundBalanceOutstanding',
  released: 'released',
  trialuse: 'trialUse',
  usage: 'usage',
  withheld: 'withheld',
};
/** The column that names the quote of a private offer. */
const quoteColumn = 'quoteid';

const decimal = /^[+-]?\d{1,30}(?:\.\d{1,30})?$/;
const longestText = 256;
/** Currency of a report without a column for it: the marketplace sells in this currency only. */
const usualCurrency = 'USD';

const plain = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A row of a report: its named values, and the other columns by their headings. */
export type Row = {
  text: (field: string) => string | undefined;
  /** The exact amount of a column; undefined if the cell is empty or the report lacks the column. */
  number: (field: string) => string | undefined;
  quoteId: string | undefined;
  others: Readonly<Record<string, string>>;
};

/** Returns the columns that a report must have and lacks. */
export function missingColumns(headings: readonly string[]): string[] {
  const there = new Set(headings.map(plain));
  return ['charges', 'duevendor'].filter((name) => !there.has(name));
}

/** Creates the reader of a report's rows; undefined for an unreadable row. */
export function rowReader(headings: readonly string[]) {
  const names = headings.map(plain);
  return (cells: readonly string[]): Row | undefined => {
    if (cells.length !== headings.length) return undefined;
    const values = new Map<string, string>();
    const others: Record<string, string> = {};
    let quoteId: string | undefined;
    for (const [place, name] of names.entries()) {
      const value = printable((cells[place] ?? '').trim()).slice(0, longestText);
      const amount = numbers[name];
      if (value === '') continue;
      if (amount !== undefined && !decimal.test(value)) return undefined;
      const field = amount ?? texts[name];
      if (name === quoteColumn) quoteId = value;
      if (field === undefined) others[(headings[place] ?? '').slice(0, longestText)] = value;
      else values.set(field, value);
    }
    const currency = values.get('currency') ?? usualCurrency;
    if (!/^[A-Z]{3}$/.test(currency) || !values.has('charges')) return undefined;
    values.set('currency', currency);
    const text = (field: string) => values.get(field);
    return { text, number: text, quoteId, others };
  };
}

/** The place of a line: its report with its generation, and its position in the report. */
export type Place = { name: string; day: string; generation: string; ordinal: number };

/** The identity of a line. A corrected report replaces each line by position, whatever its content. */
const identityOf = ({ name, generation, ordinal }: Place) =>
  ({ id: `${name}#${ordinal}`, version: generation.padStart(20, '0'), versionsAscend: true }) as const;

/** Converts a row to a revenue line. */
export function lineOf(row: Row, place: Place, soldId: string): RevenueLine {
  const { text } = row;
  const currency = text('currency') as string;
  const entity = text('googleEntity');
  const isReleased = !new Decimal(row.number('released') ?? 0).isZero();
  // The seller is paid by each company of the marketplace once for a report.
  const payoutId = isReleased ? [place.day, entity].filter(Boolean).join(' ') : undefined;
  const resource = text('resource');
  return {
    ...identityOf(place),
    record: recordOf(row, place),
    soldId,
    day: place.day,
    currency,
    amounts: amountsOf(row),
    dates: datesOf(row, place),
    facts: { ...(resource ? { resource } : {}), ...(payoutId ? { paymentId: payoutId } : {}) },
    payoutId,
  };
}

/** Creates the line that replaces a line which a corrected report no longer has. */
export const emptyLine = (place: Place): RevenueLine => ({
  ...identityOf(place),
  record: { ordinal: place.ordinal, reportDate: place.day },
  day: place.day,
  currency: usualCurrency,
  amounts: {},
  dates: {},
  facts: {},
});

function amountsOf({ number }: Row): RevenueAmounts {
  const charges = new Decimal(number('charges') ?? 0);
  const released = new Decimal(number('released') ?? 0);
  const due = number('dueVendor');
  return {
    gross: charges.toFixed(),
    ...(due === undefined ? {} : { collectable: new Decimal(due).toFixed() }),
    ...(charges.isNegative() && !charges.isZero()
      ? { refundInvoiced: charges.negated().toFixed() }
      : { invoiced: charges.toFixed() }),
    ...(released.isZero()
      ? {}
      : released.isNegative()
        ? { refundDisbursed: released.negated().toFixed() }
        : { disbursed: released.toFixed() }),
  };
}

const datesOf = ({ number }: Row, { day }: Place): RevenueDates =>
  new Decimal(number('charges') ?? 0).isNegative() ? { refundInvoiceDate: day } : { invoiceDate: day };

function recordOf({ text, number, others }: Row, { day, ordinal }: Place): Record<string, unknown> {
  const record: Record<string, unknown> = { ordinal, reportDate: day };
  for (const field of new Set(Object.values(texts)))
    if (text(field) !== undefined) record[field] = text(field);
  for (const field of Object.values(numbers)) {
    const value = number(field);
    if (value !== undefined) record[field] = new Decimal(value).toNumber();
  }
  return Object.keys(others).length > 0 ? { ...record, otherColumns: others } : record;
}
