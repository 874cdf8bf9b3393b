import { paths } from '../../paths.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { type Payment, paymentActions, paymentColumns, paymentList } from './payment-table.tsx';

export const { ListPage } = resourcePages<Payment>({
  noun: ['payment', 'payments'],
  path: paths.payments,
  list: {
    ...paymentList,
    filters: ['type', 'status', { name: 'buyerId', label: 'Buyer ID' }],
    columns: [
      ...paymentColumns.slice(0, 1),
      {
        name: 'Buyer',
        width: 'wide',
        cell: ({ buyerID }, { orgId }) => <RecordLink orgId={orgId} kind="buyer" id={buyerID} />,
      },
      ...paymentColumns.slice(1),
      {
        name: 'Invoice',
        width: 'narrow',
        cell: ({ invoiceID }, { orgId }) => (
          <RecordLink orgId={orgId} kind="invoice" id={invoiceID}>
            Open
          </RecordLink>
        ),
      },
    ],
    rowActions: paymentActions,
    empty: 'No payments yet',
    about:
      'Payments of invoices and their refunds. Invoices are paid with the credit of the buyer and the default wallet, or by bank transfer.',
  },
});
