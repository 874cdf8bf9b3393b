import type { BillingInvoice, WithId } from '@tradepost/sdk';
import { lazy } from 'react';
import {
  getInvoice,
  issueInvoice,
  listInvoices,
  notifyInvoiceContacts,
  payInvoice,
  recordInvoicePayment,
  updateInvoiceInfo,
  voidInvoice,
} from '../../generated/invoices.ts';
import { useNow } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { CopyLink } from '../../ui/copy-link.tsx';
import { Money } from '../../ui/money.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { RecordLink, resourcePages, section } from '../../ui/resource/index.ts';
import { SafeLink } from '../../ui/safe-link.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from '../../ui/words.ts';
import { daysOverdue, openAmountOf, stateOf } from './lines.ts';
import { CreditNotes, Lines, PaymentNotice, TaxNotice } from './parts.tsx';
import { type Payment, paymentActions, paymentColumns, paymentList } from './payment-table.tsx';

// The code of further tabs is loaded when they are opened.
const Parties = lazy(async () => ({ default: (await import('./parties.tsx')).Parties }));
const MailPreview = lazy(async () => ({ default: (await import('./mail-preview.tsx')).MailPreview }));

type Invoice = WithId<BillingInvoice>;

/** The name of an invoice: its number once it is issued. */
const nameOfInvoice = ({ info, type }: Invoice): string =>
  info?.number ? `Invoice ${info.number}` : `Draft for ${nameOf(type).toLowerCase()}`;

/** The state of an invoice by the organization's clock. */
const State = ({ orgId, invoice }: { orgId: string; invoice: Invoice }) => (
  <Status of={stateOf(invoice, useNow(orgId))} />
);

/** The number of days since an unpaid invoice was due. */
function Overdue({ orgId, invoice }: { orgId: string; invoice: Invoice }) {
  const now = useNow(orgId);
  const days = daysOverdue(invoice, now);
  return days > 0 && <span className="text-bad">{days === 1 ? '1 day' : `${days} days`} overdue</span>;
}

const isIssued = ({ status }: Invoice) => status === 'FINALIZED';
const isMoving = ({ paymentStatus }: Invoice) =>
  paymentStatus === 'PROCESSING' ? 'A payment is in progress.' : undefined;
const isPayable = (invoice: Invoice) => isIssued(invoice) && openAmountOf(invoice) > 0;

const recipients = {
  kinds: { $items: 'contacts' },
  labels: { $items: 'Contacts' },
} as const;

const actions: readonly Action<Invoice>[] = [
  {
    operation: issueInvoice,
    label: 'Issue',
    submit: 'Issue the invoice',
    kind: 'primary',
    ...recipients,
    help: 'The invoice gets its number, is due today, and is mailed to these contacts; without contacts, to all contacts of the buyer. An issued invoice cannot be changed.',
    isHidden: ({ status }) => status !== 'DRAFT',
    done: 'The invoice is issued.',
  },
  {
    operation: recordInvoicePayment,
    label: 'Record a payment',
    submit: 'Record the payment',
    kind: 'primary',
    fields: ['amount', 'receivedDate', 'reference'],
    help: 'Record a bank transfer that you received. Without an amount, the whole open amount is paid.',
    isHidden: (invoice) => !isPayable(invoice),
    done: 'The payment is recorded.',
  },
  {
    operation: payInvoice,
    label: 'Charge now',
    question:
      'The open amount is charged now: first from the credit of the buyer, then from the default wallet.',
    isHidden: (invoice) => !isPayable(invoice),
    reason: isMoving,
    done: 'The payment is started.',
  },
  {
    operation: updateInvoiceInfo,
    label: 'Edit',
    fields: ['memo', 'discountType', 'discountAmount', 'dueDate'],
    labels: { memo: 'Note to the buyer' },
    start: ({ info }) => ({
      ...(info?.memo ? { memo: info.memo } : {}),
      ...(info?.dueDate ? { dueDate: info.dueDate } : {}),
    }),
    isHidden: ({ status }) => status !== 'DRAFT',
  },
  {
    operation: notifyInvoiceContacts,
    label: 'Send again',
    submit: 'Send',
    ...recipients,
    help: 'Each contact gets a separate mail with the invoice. Without contacts, all contacts of the buyer get it.',
    isHidden: (invoice) => !isIssued(invoice),
    done: 'The invoice is sent again.',
  },
  {
    operation: voidInvoice,
    label: 'Void',
    kind: 'danger',
    isInMenu: true,
    question:
      'The invoice is no longer owed, and its fees are drafted again on a new invoice. This cannot be undone.',
    isHidden: ({ status }) => status !== 'DRAFT' && status !== 'FINALIZED',
    reason: (invoice) =>
      isMoving(invoice) ?? ((invoice.info?.paidAmount ?? 0) > 0 ? 'The invoice has payments.' : undefined),
    done: 'The invoice is voided.',
  },
];

export const { ListPage, RecordPage } = resourcePages<Invoice>({
  noun: ['invoice', 'invoices'],
  path: paths.invoices,
  recordPath: paths.invoice,
  list: {
    operation: listInvoices,
    query: { order: 'desc' },
    filters: [
      {
        name: 'status',
        options: ['DRAFT', 'FINALIZED', 'CANCELED', 'DELETED'],
        words: { FINALIZED: 'Issued', CANCELED: 'Voided' },
      },
      { name: 'buyerId', label: 'Buyer ID' },
    ],
    columns: [
      { name: 'Invoice', cell: nameOfInvoice },
      {
        name: 'Buyer',
        width: 'wide',
        cell: ({ buyerID, info }, { orgId }) =>
          info?.buyer?.name || <RecordLink orgId={orgId} kind="buyer" id={buyerID} />,
      },
      { name: 'For', width: 'narrow', cell: ({ type }) => nameOf(type) },
      {
        name: 'Status',
        width: 'state',
        cell: (invoice, { orgId }) => <State orgId={orgId} invoice={invoice} />,
      },
      {
        name: 'Total',
        width: 'amount',
        sort: 'dueAmount',
        align: 'end',
        cell: ({ info }) => <Money of={info?.dueAmount} in={info?.currency} />,
      },
      {
        name: 'Open',
        width: 'amount',
        align: 'end',
        cell: (invoice) =>
          isIssued(invoice) ? <Money of={openAmountOf(invoice)} in={invoice.info?.currency} /> : '–',
      },
      {
        name: 'Issued',
        sort: 'issueDate',
        isHidden: true,
        cell: ({ info }) => <Time at={info?.issueDate} only="utcDay" />,
      },
      {
        name: 'Due',
        sort: 'dueDate',
        width: 'day',
        cell: ({ info }) => <Time at={info?.dueDate} only="utcDay" />,
      },
    ],
    empty: 'No invoices yet',
    about:
      'Invoices bill buyers of direct sales for commits, usage, addons and instalments. They are drafted automatically when an entitlement of a direct sale has fees.',
  },
  record: {
    operation: getInvoice,
    title: nameOfInvoice,
    summary: (invoice, { orgId }) => (
      <>
        <span className="text-lg font-semibold text-ink">
          <Money of={invoice.info?.dueAmount} in={invoice.info?.currency} />
        </span>
        <RecordLink orgId={orgId} kind="buyer" id={invoice.buyerID} />
        <Overdue orgId={orgId} invoice={invoice} />
      </>
    ),
    status: (invoice, { orgId }) => <State orgId={orgId} invoice={invoice} />,
    notice: (invoice, { orgId }) => (
      <>
        <PaymentNotice invoice={invoice} />
        <TaxNotice orgId={orgId} invoice={invoice} />
      </>
    ),
    facts: [
      {
        name: 'Entitlement',
        cell: ({ entitlementID }, { orgId }) => (
          <RecordLink orgId={orgId} kind="entitlement" id={entitlementID} />
        ),
      },
      { name: 'For', cell: ({ type }) => nameOf(type) },
      {
        name: 'Period',
        cell: ({ startDate, endDate }) => (
          <>
            <Time at={startDate} only="utcDay" /> – <Time at={endDate} only="utcDay" />
          </>
        ),
      },
      { name: 'Issued', cell: ({ info }) => info?.issueDate && <Time at={info.issueDate} only="utcDay" /> },
      { name: 'Due', cell: ({ info }) => info?.dueDate && <Time at={info.dueDate} only="utcDay" /> },
      { name: 'Note to the buyer', cell: ({ info }) => info?.memo },
      {
        name: 'Page for the buyer',
        cell: ({ info }) => info?.spaUrl && <CopyLink to={info.spaUrl}>Open the page</CopyLink>,
      },
      {
        name: 'Documents',
        cell: ({ invoiceURL, info }) =>
          invoiceURL && (
            <span className="flex flex-wrap gap-x-4">
              <SafeLink to={invoiceURL}>Download PDF</SafeLink>
              {info?.receiptUrl && <SafeLink to={info.receiptUrl}>Receipt</SafeLink>}
            </span>
          ),
      },
    ],
    actions,
    sections: [
      { title: 'Lines', Content: Lines },
      section<Invoice, Payment>({
        ...paymentList,
        title: 'Payments',
        queryOf: ({ id }) => ({ invoiceId: id }),
        columns: paymentColumns,
        rowActions: paymentActions,
        empty: 'No payments yet.',
      }),
      { title: 'Credit notes', Content: CreditNotes },
      { title: 'Parties', tab: 'Parties', Content: Parties },
      { title: 'Mail', tab: 'Mail', Content: MailPreview },
    ],
    timeline: 'INVOICE',
  },
});
