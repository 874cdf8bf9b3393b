import { Exact } from '../../platform/money-and-time/exact.ts';
import type { BillingInvoiceInfo, InvoiceRow } from '../invoices/index.ts';
import { amountIn, dayIn, type Words, wordsOf } from './words.ts';

/** The records that a document of an invoice is made of. */
export type Printed = {
  invoice: InvoiceRow;
  info: BillingInvoiceInfo;
  /** Who issues it and whom it is for: of an issued one as they were then. */
  issuer: Party;
  buyer: Party;
  /** Whether the buyer has a means of payment that is charged when it is due. Mails say so; other documents are the same before and after. */
  isCharged?: boolean;
};

export type Party = NonNullable<BillingInvoiceInfo['issuer']>;

/** What a document says, in the words of its reader. */
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
  /** Whether the buyer is to pay something, and why not. */
  asked: 'OPEN' | 'PAID' | 'NOTHING' | 'VOID';
  /** Whether what is to be paid is charged by itself. */
  isCharged: boolean;
  /** The amount that the buyer owes, and until when. */
  due: string;
  dueDay: string | undefined;
};

export type Fact = { name: string; value: string; isSum?: boolean };
export type Line = { name: string; detail: string; amount: string };

/** Puts together what a document says. Each field is named here: what is not, is not shown. */
export function contentOf({ invoice, info, issuer, buyer, isCharged = false }: Printed): Content {
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
      ...fact(words.memo, invoice.memo),
    ],
    asked,
    isCharged: isCharged && asked === 'OPEN',
    due: amount(openOf(invoice)),
    dueDay: dayIn(words, invoice.due_date),
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

/** A period of days: it ends before the day on which the next one begins. */
function periodIn(words: Words, start: string | undefined, end: string | undefined): string | undefined {
  const first = dayIn(words, start);
  const moment = Date.parse(end ?? '');
  const last = Number.isNaN(moment) ? undefined : dayIn(words, new Date(moment - 1).toISOString());
  return first && last && first !== last ? `${first} – ${last}` : first;
}

/** An exact number as it stands in JSON. */
const exactOf = (value: number | undefined): string => new Exact(value ?? 0).toFixed();

function linesOf(words: Words, { type, currency }: InvoiceRow, info: BillingInvoiceInfo): Line[] {
  const line = (name: string, detail: (string | undefined)[], value: number | undefined): Line => ({
    name,
    detail: detail.filter(Boolean).join('; '),
    amount: amountIn(words, exactOf(value), currency),
  });
  const usage = (info.billableDimensionDetails ?? []).map((one) =>
    line(
      one.name || one.billableMetricKey?.id || words.lines,
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
      one.name || one.key || words.lines,
      [one.description, periodIn(words, one.startDate, one.endDate), one.expression],
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

/** Of an invoice what is left to pay, whatever was paid back of it; of a draft what it comes to. */
const openOf = ({ due_amount: due, credited_amount: credited, paid_amount: paid }: InvoiceRow): string =>
  Exact.max(0, new Exact(due).minus(credited).minus(paid)).toFixed();

const taxesOf = (words: Words, invoice: InvoiceRow, info: BillingInvoiceInfo, amount: Amount): Fact[] =>
  (info.taxes ?? []).length > 0
    ? (info.taxes ?? []).map((tax) => ({
        name: `${tax.name ?? words.tax} ${exactOf(tax.percent).replace('.', words.point)} %`,
        value: amount(exactOf(tax.amount)),
      }))
    : [{ name: words.tax, value: amount(invoice.tax_amount) }];

/** Why there is no tax is always said. */
const taxNote = (
  words: Words,
  { tax_amount: tax }: InvoiceRow,
  { taxNote: note }: BillingInvoiceInfo,
): Fact[] => fact(words.tax, note ?? (Number(tax) === 0 ? words.noTax : undefined));
