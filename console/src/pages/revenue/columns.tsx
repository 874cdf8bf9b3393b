import type { RevenueRecord } from '@tradepost/sdk';
import { Money } from '../../ui/money.tsx';
import type { ResourceColumn } from '../../ui/resource/resource.ts';

const amount = (
  name: string,
  of: (record: RevenueRecord) => number | undefined,
): ResourceColumn<RevenueRecord> => ({
  name,
  align: 'end',
  width: 'amount',
  cell: (record) => <Money of={of(record)} in={record.currency} />,
});

/** The amounts of a revenue record. */
export const amountColumns: readonly ResourceColumn<RevenueRecord>[] = [
  amount('Billed to buyers', (record) => record.amount),
  amount('After the fee', ({ collectableAmount }) => collectableAmount),
  amount('Invoiced', ({ invoiceAmount }) => invoiceAmount),
  amount('Tax', ({ taxAmount }) => taxAmount),
  amount('Paid out', ({ disburseAmount }) => disburseAmount),
];
