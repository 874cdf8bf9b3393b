import { Exact } from '../../platform/money-and-time/exact.ts';
import {
  type BillingInvoiceInfo,
  type InvoiceRow,
  parseExact,
  type ShownCreditNote,
  taxedCreditNotes,
} from '../invoices/index.ts';
import { amountIn, dayIn, generatedIn, type Words, wordsOf } from './words.ts';

/** Records from which an invoice document is created. */
export type DocumentRecords = {
  invoice: InvoiceRow;
  info: BillingInvoiceInfo;
  /** Issuer and buyer; for an issued invoice, as at the time of issue. */
  issuer: Party;
  buyer: Party;
  /** Whether the buyer has a payment method that is charged on the due date. Only mails mention this. */
  isCharged?: boolean;
};

export type Party = NonNullable<BillingInvoiceInfo['issuer']>;

/** Content of a document in the buyer’s language. */
export type Content = {
  words: Words;
  /** `Invoice 12`. */
  title: string;
  name: string;
  issuer: Party;
  facts: readonly Fact[];
  lines: readonly Line[];
  totals: readonly Fact[];
  notes: readonly Fact[];
  /** Whether the buyer has an amount to pay; if not, the reason. */
  asked: 'OPEN' | 'PAID' | 'NOTHING' | 'VOID';
  /** Whether the open amount is charged automatically. */
  isCharged: boolean;
  /** Label of the link to the document. */
  opens: string;
  /** Open amount, formatted. */
  due: string;
  dueDay: string | undefined;
};

export type Fact = { name: string; value: string; isSum?: boolean };
export type Line = { name: string; detail: string; amount: string };

/** Builds the content of an invoice document from an explicit list of fields. */
export function contentOf({ invoice, info, issuer, buyer, isCharged = false }: DocumentRecords): Content {
  const words = wordsOf(info.language);
  const amount = (value: string) => amountIn(words, value, invoice.currency);
  const number = invoice.number === null ? '' : ` ${invoice.number}`;
  const asked = askedOf(invoice);
  const title =
    invoice.status === 'DRAFT'
      ? words.draft
      : `${words.invoice}${number}${invoice.status === 'FINALIZED' ? '' : ` (${words.voided})`}`;
  return {
    words,
    title,
    name: issuer.name ?? '',
    issuer,
    facts: [
      ...partyFacts(words, words.issuer, issuer),
      ...partyFacts(words, words.buyer, buyer),
      ...fact(words.number, invoice.number === null ? undefined : String(invoice.number)),
      ...fact(words.issued, dayIn(words, invoice.issue_date)),
      ...(asked === 'OPEN' ? fact(words.due, dayIn(words, invoice.due_date)) : []),
      ...fact(words.period, periodIn(words, invoice.start_date, invoice.end_date)),
    ],
    lines: linesOf(words, invoice, info),
    totals: totalsOf(words, invoice, info, amount),
    notes: [
      ...taxNote(words, invoice, info),
      ...(asked === 'OPEN' && !isCharged ? fact(words.bankDetails, issuer.bankDetails) : []),
      ...creditNotesOf(words, invoice),
      ...fact(words.memo, invoice.memo),
    ],
    asked,
    isCharged: isCharged && asked === 'OPEN',
    opens: words.open,
    due: amount(openOf(invoice)),
    dueDay: dayIn(words, invoice.due_date),
  };
}

/** Says why the contact gets a mail with the document. */
export const reasonForMail = ({ words, name }: Pick<Content, 'words' | 'name'>): string =>
  name ? words.whyMail.replace('{name}', () => name) : '';

/** Formats the credit notes of an invoice with their taxes. */
const creditNotesOf = (words: Words, invoice: InvoiceRow): Fact[] =>
  notesOf(invoice).map((note) => ({
    name: `${words.creditNote} ${note.number}`,
    value: noteTotals(words, invoice, note)
      .map(({ name, value }) => `${name} ${value}`)
      .join('; '),
  }));

/** Parses the credit notes of an invoice, with taxes. */
export const notesOf = (invoice: InvoiceRow): ShownCreditNote[] =>
  taxedCreditNotes(
    invoice,
    parseExact<{ creditNotes?: ShownCreditNote[] }>(invoice.info).creditNotes ?? [],
  ) as ShownCreditNote[];

/** Formats the totals of a credit note: net amount, taxes, amount. */
function noteTotals(words: Words, { currency }: InvoiceRow, note: ShownCreditNote): Fact[] {
  const amount = (value: unknown) => amountIn(words, String(value ?? 0), currency);
  const taxes = (note.taxes ?? []) as { name?: string; percent?: unknown; amount?: unknown }[];
  return [
    { name: words.net, value: amount(note.netAmount) },
    ...(taxes.length > 0
      ? taxes.map((tax) => ({
          name: `${tax.name ?? words.tax} ${String(tax.percent).replace('.', words.point)} %`,
          value: amount(tax.amount),
        }))
      : [{ name: words.tax, value: amount(note.taxAmount) }]),
    { name: words.amountCredited, value: amount(note.amount), isSum: true },
  ];
}

/** Builds the content of a credit-note document. The parties are those of its invoice. */
export function creditNoteContentOf(
  { invoice, info, issuer, buyer }: DocumentRecords,
  note: ShownCreditNote,
): Content {
  const words = wordsOf(info.language);
  const totals = noteTotals(words, invoice, note);
  const day = dayIn(words, String(note.creationTime));
  return {
    words,
    title: `${words.creditNote} ${note.number}`,
    name: issuer.name ?? '',
    issuer,
    facts: [
      ...partyFacts(words, words.issuer, issuer),
      ...partyFacts(words, words.buyer, buyer),
      ...fact(words.number, String(note.number)),
      ...fact(words.issued, day),
      ...fact(words.ofInvoice, [invoice.number, dayIn(words, invoice.issue_date)].filter(Boolean).join(', ')),
      ...fact(words.period, periodIn(words, invoice.start_date, invoice.end_date)),
    ],
    lines: [
      {
        name: `${words.invoice} ${invoice.number}`,
        detail: generatedIn(words, String(note.reason ?? '')),
        amount: amountIn(words, String(note.netAmount), invoice.currency),
      },
    ],
    totals,
    notes: taxNote(words, { ...invoice, tax_amount: String(note.taxAmount) }, info),
    asked: 'NOTHING',
    isCharged: false,
    opens: words.openCreditNote,
    due: amountIn(words, String(note.amount), invoice.currency),
    dueDay: undefined,
  };
}

function askedOf(invoice: InvoiceRow): Content['asked'] {
  if (invoice.status === 'CANCELED') return 'VOID';
  if (Number(openOf(invoice)) > 0) return 'OPEN';
  return Number(invoice.paid_amount) > 0 ? 'PAID' : 'NOTHING';
}

const fact = (name: string, value: string | null | undefined): Fact[] => (value ? [{ name, value }] : []);

const partyFacts = (words: Words, name: string, party: Party): Fact[] => [
  ...fact(name, [party.name, party.address, party.emailAddress].filter(Boolean).join('\n')),
  ...fact(words.taxIds, party.taxIds?.filter(Boolean).join(', ')),
];

/** Formats a period as days. The last day is the day before the period’s end. */
function periodIn(words: Words, start: string | undefined, end: string | undefined): string | undefined {
  const first = dayIn(words, start);
  const moment = Date.parse(end ?? '');
  const last = Number.isNaN(moment) ? undefined : dayIn(words, new Date(moment - 1).toISOString());
  return first && last && first !== last ? `${first} – ${last}` : first;
}

/** Formats a number from JSON exactly. */
const exactOf = (value: number | undefined): string => new Exact(value ?? 0).toFixed();

/** Returns the name of a line. The service names lines that have no key. */
const nameIn = (words: Words, { name }: { name?: string | undefined }, key: unknown): string | undefined =>
  key === undefined && name !== undefined ? generatedIn(words, name) : name;

function linesOf(words: Words, { type, currency }: InvoiceRow, info: BillingInvoiceInfo): Line[] {
  const line = (name: string, detail: (string | undefined)[], value: number | undefined): Line => ({
    name,
    detail: detail.filter(Boolean).join('; '),
    amount: amountIn(words, exactOf(value), currency),
  });
  const usage = (info.billableDimensionDetails ?? []).map((one) =>
    line(
      nameIn(words, one, one.billableMetricKey) || one.billableMetricKey?.id || words.lines,
      [
        one.billableMetricKey?.groupBysExpression,
        periodIn(words, one.startDate, one.endDate),
        one.quantity === undefined ? undefined : String(one.quantity),
        ...(one.details ?? []).map(({ feeExpressions, descriptions }) => feeExpressions || descriptions),
        one.discountExpression,
        one.isLate ? words.late : undefined,
        one.isTrial ? words.trial : undefined,
      ],
      one.amount,
    ),
  );
  const commits = (info.commitsRevenueDetails ?? []).map((one) =>
    line(
      nameIn(words, one, one.key) || one.key || words.lines,
      [
        one.description,
        periodIn(words, one.startDate, one.endDate),
        generatedIn(words, one.expression ?? ''),
      ],
      one.amount,
    ),
  );
  const { addonDetail: addon, paymentInstallmentsDetail: instalment } = info;
  const once = [
    ...(type === 'ADDON' && addon
      ? [line(addon.name || words.lines, [addon.description, dayIn(words, addon.chargeOn)], addon.amount)]
      : []),
    ...(type === 'INSTALLMENT' && instalment
      ? [
          line(
            instalment.description || words.instalment,
            [dayIn(words, instalment.chargeOn)],
            instalment.amount,
          ),
        ]
      : []),
  ];
  return [...usage, ...commits, ...once];
}

type Amount = (value: string) => string;

function totalsOf(words: Words, invoice: InvoiceRow, info: BillingInvoiceInfo, amount: Amount): Fact[] {
  const less = (name: string, value: string): Fact[] =>
    Number(value) === 0 ? [] : [{ name, value: amount(new Exact(value).negated().toFixed()) }];
  const commitInvoice = invoice.deducted_commit_invoice_id;
  const isOpen = invoice.status === 'FINALIZED';
  return [
    ...less(`${words.deducted}${commitInvoice ? ` (${commitInvoice})` : ''}`, invoice.deducted_commit_amount),
    { name: words.subtotal, value: amount(invoice.subtotal_amount) },
    ...less(words.discount, invoice.discount_amount),
    ...taxesOf(words, invoice, info, amount),
    { name: words.amountDue, value: amount(invoice.due_amount), isSum: true },
    ...less(words.credited, invoice.credited_amount),
    ...less(words.paid, invoice.paid_amount),
    ...(Number(invoice.refunded_amount) === 0
      ? []
      : [{ name: words.refunded, value: amount(invoice.refunded_amount) }]),
    ...(isOpen ? [{ name: words.toPay, value: amount(openOf(invoice)), isSum: true }] : []),
  ];
}

/** Open amount of an invoice, regardless of refunds; for a draft, its full amount. */
const openOf = ({ due_amount: due, credited_amount: credited, paid_amount: paid }: InvoiceRow): string =>
  Exact.max(0, new Exact(due).minus(credited).minus(paid)).toFixed();

const taxesOf = (words: Words, invoice: InvoiceRow, info: BillingInvoiceInfo, amount: Amount): Fact[] =>
  (info.taxes ?? []).length > 0
    ? (info.taxes ?? []).map((tax) => ({
        name: `${tax.name ?? words.tax} ${exactOf(tax.percent).replace('.', words.point)} %`,
        value: amount(exactOf(tax.amount)),
      }))
    : [{ name: words.tax, value: amount(invoice.tax_amount) }];

/** Note about taxes; always present if no tax is charged, with the reason. */
const taxNote = (
  words: Words,
  { tax_amount: tax }: InvoiceRow,
  { taxNote: note }: BillingInvoiceInfo,
): Fact[] => fact(words.tax, note ?? (Number(tax) === 0 ? words.noTax : undefined));
