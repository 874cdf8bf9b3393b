import type { BillingInvoice, WithId } from '@tradepost/sdk';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { RecordLink } from '../../ui/resource/index.ts';
import { SafeLink } from '../../ui/safe-link.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { Time } from '../../ui/time.tsx';
import { type InvoiceLine, linesOf, openAmountOf } from './lines.ts';

type Invoice = WithId<BillingInvoice>;
type Props = { record: Invoice };

/** What to do about a missing country of the buyer, which decides the tax. */
export const TaxNotice = ({
  orgId,
  invoice: { info, buyerID, status },
}: {
  orgId: string;
  invoice: Invoice;
}) =>
  info?.taxNote?.includes('country is unknown') && status !== 'CANCELED' ? (
    <Callout
      kind="warning"
      title="No tax is charged, because the buyer’s country is unknown"
      fix={
        <RecordLink orgId={orgId} kind="buyer" id={buyerID}>
          Open the buyer
        </RecordLink>
      }
    >
      <p>Enter the country and the tax number of the buyer. They apply to invoices that are issued later.</p>
    </Callout>
  ) : null;

/** What to do about a failed payment. */
export const PaymentNotice = ({ invoice }: { invoice: Invoice }) =>
  invoice.paymentStatus === 'FAILED' && openAmountOf(invoice) > 0 ? (
    <Callout kind="error" title="The last payment failed">
      <p>
        Failed charges are not repeated automatically. Ask the buyer for another payment method and choose
        Charge now, or record a bank transfer. The reason is in the list of payments.
      </p>
    </Callout>
  ) : null;

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 8 });

/** The lines of an invoice, with its totals and taxes. */
export function Lines({ record }: Props) {
  const lines = linesOf(record);
  const currency = record.info?.currency;
  return (
    <Card title="Lines" isFlush>
      {lines.length === 0 ? (
        <p className="px-4 py-3 text-quiet">No lines yet: usage of the period is added when it is settled.</p>
      ) : (
        <ShortTable
          label="Lines"
          isFlush
          rows={lines}
          keyOf={(_, at) => `${at}`}
          columns={[
            { name: 'Description', cell: (line) => <Description line={line} /> },
            {
              name: 'Period',
              cell: ({ from, to }) => (
                <>
                  <Time at={from} only="utcDay" />
                  {to && (
                    <>
                      {' – '}
                      <Time at={to} only="utcDay" />
                    </>
                  )}
                </>
              ),
            },
            {
              name: 'Quantity',
              align: 'end',
              cell: ({ quantity }) => (quantity === undefined ? '–' : number.format(quantity)),
            },
            { name: 'Amount', align: 'end', cell: ({ amount }) => <Money of={amount} in={currency} /> },
          ]}
        />
      )}
      <Totals invoice={record} />
    </Card>
  );
}

const Description = ({ line: { name, notes } }: { line: InvoiceLine }) => (
  <>
    <strong className="font-medium">{name}</strong>
    {notes.map((note) => (
      <p key={note} className="text-sm text-quiet">
        {note}
      </p>
    ))}
  </>
);

/** The totals of an invoice, from the subtotal to the open amount. */
function Totals({ invoice }: { invoice: Invoice }) {
  const { info = {}, status } = invoice;
  const { currency, taxes = [], taxNote } = info;
  const minus = (amount: number | undefined) => (amount ? -amount : undefined);
  const rows: readonly (readonly [string, number | undefined, isTotal?: boolean])[] = [
    ['Paid by a commit', minus(info.deductedCommitAmount)],
    ['Subtotal', info.subtotalAmount],
    ['Discount', minus(info.discountAmount)],
    ...taxes.map(({ name = 'Tax', percent, amount }) => [`${name} (${percent} %)`, amount] as const),
    ['Total', info.dueAmount ?? 0],
    ['Paid', minus(info.paidAmount)],
    ['Credit notes', minus(info.creditedAmount)],
    ['Refunded', info.refundedAmount],
    ['Amount due', status === 'FINALIZED' ? openAmountOf(invoice) : undefined, true],
  ];
  return (
    <div className="grid justify-end gap-2 border-t border-line px-4 py-3">
      <dl className="grid min-w-56 grid-cols-[minmax(8rem,1fr)_auto] gap-x-8 gap-y-1">
        {rows
          .filter(([, amount]) => amount !== undefined)
          .map(([name, amount, isTotal]) => (
            <div key={name} className={`contents ${isTotal ? 'font-semibold' : ''}`}>
              <dt className={isTotal ? '' : 'text-quiet'}>{name}</dt>
              <dd className="text-end">
                <Money of={amount} in={currency} />
              </dd>
            </div>
          ))}
      </dl>
      {taxNote && <p className="max-w-md text-sm text-quiet">{taxNote}</p>}
    </div>
  );
}

/** The amounts of an issued invoice that are no longer owed. */
export function CreditNotes({ record }: Props) {
  const notes = record.info?.creditNotes ?? [];
  if (notes.length === 0) return null;
  const currency = record.info?.currency;
  return (
    <Card title="Credit notes" isFlush>
      <ShortTable
        label="Credit notes"
        isFlush
        rows={notes}
        keyOf={({ id }, at) => id ?? `${at}`}
        columns={[
          { name: 'Number', cell: (note) => note.number },
          { name: 'Created', cell: ({ creationTime }) => <Time at={creationTime} only="utcDay" /> },
          { name: 'Reason', cell: ({ reason }) => reason },
          { name: 'Amount', align: 'end', cell: ({ amount }) => <Money of={amount} in={currency} /> },
          {
            name: 'Tax in it',
            align: 'end',
            cell: ({ taxAmount }) => <Money of={taxAmount} in={currency} />,
          },
          {
            name: 'Document',
            cell: ({ creditNoteURL: url }) => (url ? <SafeLink to={url}>Download PDF</SafeLink> : '–'),
          },
        ]}
      />
    </Card>
  );
}
