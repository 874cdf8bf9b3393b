import type { DealRegistration, WithId } from '@tradepost/sdk';
import { Money } from '../../ui/money.tsx';
import type { ResourceColumn } from '../../ui/resource/resource.ts';
import { Badge, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

export type Deal = WithId<DealRegistration>;

export const dealFields = [
  'channelPartnerId',
  'name',
  'customer/name',
  'customer/domain',
  'customer/country',
  'productIds',
  'amount',
  'currency',
  'expectedCloseDate',
  'notes',
];
export const dealLabels = {
  channelPartnerId: 'Channel partner',
  'customer/name': 'Customer',
  'customer/domain': 'Domain of the customer',
  'customer/country': 'Country of the customer',
  customer: 'Other properties of the customer',
  productIds: 'Products',
  amount: 'Expected amount',
  expectedCloseDate: 'Expected on',
};

export const dealKinds = { productIds: 'products' };

export const dealColumns: readonly ResourceColumn<Deal>[] = [
  { name: 'Deal', cell: ({ name, customer, id }) => name || customer?.name || id, width: 'wide' },
  { name: 'Customer', cell: ({ customer }) => customer?.name || customer?.domain },
  {
    name: 'Status',
    cell: ({ status, hasConflict }) => (
      <>
        <Status of={status} /> {hasConflict && <Badge kind="bad">Conflict</Badge>}
      </>
    ),
  },
  {
    name: 'Expected amount',
    cell: ({ amount, currency }) => <Money of={amount} in={currency} />,
    align: 'end',
  },
  { name: 'Protected until', cell: ({ protectionEndTime }) => <Time at={protectionEndTime} only="day" /> },
];
