import { Exact } from '../../platform/money-and-time/exact.ts';
import {
  type BillingInvoiceInfo,
  type InvoiceRow,
  parseExact,
  type ShownCreditNote,
  taxedCreditNotes,
} from '../invoices/index.ts';
import { exactOf, type Line, linesOf } from './lines.ts';
import { amountIn, dayIn, generatedIn, numberIn, periodIn, type Words, wordsOf } from './words.ts';

/** Records from which an invoice document is created. */
export type DocumentRecords = {
  invoice: InvoiceRow;
  info: BillingInvoiceInfo;
  /** Issuer and buyer; for an issued invoice, as at the time of issue. */
  issuer: Party;
  buyer: Party;
  /** The number of the invoice of the commit that covers usage of this invoice. */
  commitInvoiceNumber?: number | undefined;
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
  /** Issuer and buyer with their addresses. */
  parties: readonly PartyFact[];
  /** Numbers and days. */
  facts: readonly Fact[];
  /** The open amount with its due date, or the state that explains why there is none. */
  summary: string;
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
/** A party: its label, its name, and the lines of its address. */
export type PartyFact = Fact & { party: string };

/** Builds the content of an invoice document from an explicit list of fields. */
export function contentOf(records: DocumentRecords): Content {
  const { invoice, info, issuer, buyer, isCharged = false } = records;
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
    parties: partiesOf(words, issuer, buyer),
    facts: [
      ...fact(words.number, invoice.number === null ? undefined : String(invoice.number)),
      ...fact(words.issued, dayIn(words, invoice.issue_date)),
      ...(asked === 'OPEN' ? fact(words.due, dayIn(words, invoice.due_date)) : []),
      ...fact(words.period, periodIn(words, invoice.start_date, invoice.end_date)),
    ],
    summary: summaryOf(words, invoice, asked),
    lines: linesOf(words, invoice, info),
    totals: totalsOf(words, records, amount),
    notes: [
      ...taxNote(words, invoice, info),
      ...(asked === 'OPEN' && !isCharged ? termsOf(words, invoice, info, title) : []),
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
          name: `${tax.name ?? words.tax} ${numberIn(words, String(tax.percent))} %`,
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
    parties: partiesOf(words, issuer, buyer),
    facts: [
      ...fact(words.number, String(note.number)),
      ...fact(words.creditIssued, day),
      ...fact(words.ofInvoice, [invoice.number, dayIn(words, invoice.issue_date)].filter(Boolean).join(', ')),
      ...fact(words.period, periodIn(words, invoice.start_date, invoice.end_date)),
    ],
    lines: [
      {
        name: `${words.invoice} ${invoice.number}`,
        detail: generatedIn(words, String(note.reason ?? '')),
        period: '',
        quantity: '',
        price: '',
        amount: amountIn(words, String(note.netAmount), invoice.currency),
        parts: [],
      },
    ],
    summary: `${words.amountCredited}: ${amountIn(words, String(note.amount), invoice.currency)}`,
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

/** Returns the line in large type: the open amount and its due date, or that nothing is to be paid. */
function summaryOf(words: Words, invoice: InvoiceRow, asked: Content['asked']): string {
  const day = dayIn(words, invoice.due_date);
  const open = amountIn(words, openOf(invoice), invoice.currency);
  if (asked === 'OPEN') return `${words.toPay}: ${open}${day ? ` · ${words.due}: ${day}` : ''}`;
  return { PAID: words.paidInFull, NOTHING: words.nothingDue, VOID: words.voidDue }[asked];
}

/** Terms of payment of an issued invoice. */
function termsOf(words: Words, invoice: InvoiceRow, info: BillingInvoiceInfo, title: string): Fact[] {
  const { due_date: due, issue_date: issue } = invoice;
  const day = dayIn(words, due);
  if (day === undefined || invoice.number === null) return [];
  const days = Math.round((Date.parse(due ?? '') - Date.parse(issue ?? '')) / 86_400_000);
  const isNet = days > 0 && days === info.netTermsInDays;
  const terms = (isNet ? words.payWithin : words.payBy).replace('{days}', `${days}`).replace('{day}', day);
  return fact(words.terms, `${terms}\n${words.reference.replace('{title}', title)}`);
}

const fact = (name: string, value: string | null | undefined): Fact[] => (value ? [{ name, value }] : []);

const partiesOf = (words: Words, issuer: Party, buyer: Party): PartyFact[] =>
  [partyFact(words, words.issuer, issuer), partyFact(words, words.buyer, buyer)].filter(
    ({ party, value }) => party || value,
  );

const partyFact = (words: Words, name: string, party: Party): PartyFact => {
  const taxIds = party.taxIds?.filter(Boolean).join(', ');
  const lines = [party.address, party.emailAddress, taxIds && `${words.taxIds}: ${taxIds}`];
  return { name, party: party.name ?? '', value: lines.filter(Boolean).join('\n') };
};

type Amount = (value: string) => string;

function totalsOf(
  words: Words,
  { invoice, info, commitInvoiceNumber }: DocumentRecords,
  amount: Amount,
): Fact[] {
  const less = (name: string, value: string): Fact[] =>
    Number(value) === 0 ? [] : [{ name, value: amount(new Exact(value).negated().toFixed()) }];
  const commit = commitInvoiceNumber === undefined ? '' : ` (${words.invoice} ${commitInvoiceNumber})`;
  const isOpen = invoice.status === 'FINALIZED';
  return [
    ...less(`${words.deducted}${commit}`, invoice.deducted_commit_amount),
    { name: words.subtotal, value: amount(invoice.subtotal_amount) },
    ...less(words.discount, invoice.discount_amount),
    ...taxesOf(words, invoice, info, amount),
    { name: words.amountDue, value: amount(invoice.due_amount), isSum: true },
    ...less(words.credited, invoice.credited_amount),
    ...less(words.paid, invoice.paid_amount),
    ...(Number(invoice.refunded_amount) === 0
      ? []
      : [{ name: words.refunded, value: amount(invoice.refunded_amount) }]),
    // Without payments and credits, the amount due is the amount to pay.
    ...(isOpen && openOf(invoice) !== new Exact(invoice.due_amount).toFixed()
      ? [{ name: words.toPay, value: amount(openOf(invoice)), isSum: true }]
      : []),
  ];
}

/** Open amount of an invoice, regardless of refunds; for a draft, its full amount. */
const openOf = ({ due_amount: due, credited_amount: credited, paid_amount: paid }: InvoiceRow): string =>
  Exact.max(0, new Exact(due).minus(credited).minus(paid)).toFixed();

function taxesOf(words: Words, invoice: InvoiceRow, info: BillingInvoiceInfo, amount: Amount): Fact[] {
  const { taxes = [] } = info;
  if (taxes.length === 0) return [{ name: words.tax, value: amount(invoice.tax_amount) }];
  const taxed = new Exact(invoice.due_amount).minus(invoice.tax_amount).toFixed();
  return taxes.map((tax) => ({
    name: `${tax.name ?? words.tax} ${numberIn(words, exactOf(tax.percent))} % ${words.taxedAmount.replace('{amount}', amount(taxed))}`,
    value: amount(exactOf(tax.amount)),
  }));
}

/** Note about taxes; always present if no tax is charged, with the reason. */
const taxNote = (
  words: Words,
  { tax_amount: tax }: InvoiceRow,
  { taxNote: note }: BillingInvoiceInfo,
): Fact[] => fact(words.tax, note ?? (Number(tax) === 0 ? words.noTax : undefined));
