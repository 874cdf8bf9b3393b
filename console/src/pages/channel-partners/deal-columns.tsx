import type { DealRegistration, WithId } from '@tradepost/sdk';
import { Callout } from '../../ui/callout.tsx';
import { Money } from '../../ui/money.tsx';
import { RecordLinks } from '../../ui/resource/links.tsx';
import type { ResourceColumn, ResourceFact } from '../../ui/resource/resource.ts';
import { Badge, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

export type Deal = WithId<DealRegistration>;

/** The form of a deal, for creation and changes. */
export const dealForm = {
  fields: [
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
  ],
  labels: {
    channelPartnerId: 'Channel partner',
    'customer/name': 'Customer',
    'customer/domain': 'Domain of the customer',
    'customer/country': 'Country of the customer',
    customer: 'Other properties of the customer',
    productIds: 'Products',
    amount: 'Expected amount',
    expectedCloseDate: 'Expected on',
  },
  helps: { 'customer/name': '' },
  help: '',
} as const;

/** The seller’s form of a deal, which suggests products. */
export const sellerDealForm = { ...dealForm, kinds: { productIds: 'products' } } as const;

/** The filter of a list of deals. */
export const dealFilter = { name: 'status', words: { WON: 'Won', LOST: 'Lost' } } as const;

export const dealColumns: readonly ResourceColumn<Deal>[] = [
  { name: 'Deal', cell: ({ name, customer, id }) => name || customer?.name || id, width: 'wide' },
  { name: 'Customer', cell: ({ customer }) => customer?.name || customer?.domain },
  {
    name: 'Status',
    width: 'state',
    cell: ({ status, hasConflict }) => (
      <>
        <Status of={status} /> {hasConflict && <Badge kind="bad">Conflict</Badge>}
      </>
    ),
  },
  {
    name: 'Expected amount',
    width: 'amount',
    cell: ({ amount, currency }) => <Money of={amount} in={currency} />,
    align: 'end',
  },
  {
    name: 'Protected until',
    width: 'day',
    cell: ({ protectionEndTime }) => <Time at={protectionEndTime} only="day" />,
  },
];

/** The facts of a deal that the seller and the channel partner see. */
export const dealFacts: readonly ResourceFact<Deal>[] = [
  {
    name: 'Customer',
    cell: ({ customer }) => [customer?.name, customer?.domain, customer?.country].filter(Boolean).join(', '),
  },
  {
    name: 'Products',
    cell: ({ productIds = [] }, { orgId }) =>
      productIds.length > 0 && <RecordLinks orgId={orgId} kind="product" ids={productIds} />,
  },
  {
    name: 'Expected amount',
    cell: ({ amount, currency }) => amount !== undefined && <Money of={amount} in={currency} />,
  },
  { name: 'Expected on', cell: ({ expectedCloseDate: at }) => at && <Time at={at} only="utcDay" /> },
  { name: 'Notes', cell: ({ notes }) => notes },
  { name: 'Submitted', cell: ({ submissionTime: at }) => at && <Time at={at} /> },
  { name: 'Decided', cell: ({ decisionTime: at }) => at && <Time at={at} /> },
  { name: 'Protected until', cell: ({ protectionEndTime: at }) => at && <Time at={at} /> },
];

/** The message of the last decision or command about a deal. */
export const MessageOfDeal = ({ deal: { status, closeMessage, decisionMessage } }: { deal: Deal }) =>
  (closeMessage || decisionMessage) && (
    <Callout kind={status === 'REJECTED' || status === 'ACTION_REQUIRED' ? 'warning' : 'info'}>
      {closeMessage || decisionMessage}
    </Callout>
  );
