import {
  approveDealRegistration,
  createDealRegistration,
  deleteDealRegistration,
  getDealRegistration,
  listDealRegistrations,
  loseDealRegistration,
  rejectDealRegistration,
  requestDealRegistrationAction,
  submitDealRegistration,
  updateDealRegistration,
  winDealRegistration,
  withdrawDealRegistration,
} from '../../generated/dealRegistrations.ts';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/callout.tsx';
import { Money } from '../../ui/money.tsx';
import type { Action } from '../../ui/operation/action.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import { Named, NamedList } from '../../ui/resource/named.tsx';
import { Time } from '../../ui/time.tsx';
import { type Deal, dealColumns, dealFields, dealKinds, dealLabels } from './deal-columns.tsx';
import { Conflicts } from './deal-conflicts.tsx';

/** Hides an action unless the deal has one of the states. */
const only =
  (...states: string[]) =>
  ({ status }: Deal): boolean =>
    !states.includes(status ?? '');

const message = { message: 'Message to the channel partner' };

const actions: readonly Action<Deal>[] = [
  {
    operation: submitDealRegistration,
    label: 'Submit',
    kind: 'primary',
    isHidden: only('DRAFT', 'ACTION_REQUIRED'),
    done: 'The deal is submitted for approval.',
  },
  {
    operation: approveDealRegistration,
    label: 'Approve',
    kind: 'primary',
    help: 'The customer is protected for the products of the deal, for the days of the channel partner’s tier.',
    labels: { ...message, overrideReason: 'Reason to override the protection of another deal' },
    isHidden: only('SUBMITTED', 'ACTION_REQUIRED'),
  },
  {
    operation: requestDealRegistrationAction,
    label: 'Request an action',
    submit: 'Request',
    help: 'The channel partner changes the deal and submits it again.',
    labels: { message: 'What the channel partner should do' },
    isHidden: only('SUBMITTED'),
  },
  {
    operation: rejectDealRegistration,
    label: 'Reject',
    kind: 'danger',
    help: 'The deal ends without protection.',
    labels: { message: 'Reason, visible to the channel partner' },
    isHidden: only('SUBMITTED', 'ACTION_REQUIRED'),
  },
  {
    operation: winDealRegistration,
    label: 'Mark as won',
    help: 'An entitlement of the customer wins the deal automatically. Use this for other sales.',
    labels: { ...message, offerID: 'Offer', entitlementID: 'Entitlement' },
    isHidden: only('APPROVED'),
  },
  {
    operation: loseDealRegistration,
    label: 'Mark as lost',
    help: 'The protection of the customer ends.',
    labels: message,
    isHidden: only('APPROVED'),
  },
  {
    operation: updateDealRegistration,
    label: 'Edit',
    fields: dealFields,
    labels: dealLabels,
    kinds: dealKinds,
    help: '',
    isHidden: only('DRAFT', 'ACTION_REQUIRED', 'SUBMITTED'),
  },
  {
    operation: withdrawDealRegistration,
    label: 'Withdraw',
    help: 'The deal and its protection end.',
    labels: message,
    isHidden: only('SUBMITTED', 'ACTION_REQUIRED', 'APPROVED'),
  },
  {
    operation: deleteDealRegistration,
    label: 'Delete',
    kind: 'danger',
    question: 'The draft is deleted.',
    isHidden: only('DRAFT'),
    opens: 'list',
  },
];

export const { ListPage, RecordPage } = resourcePages<Deal>({
  noun: ['deal', 'deals'],
  path: paths.deals,
  recordPath: paths.deal,
  list: {
    operation: listDealRegistrations,
    query: { order: 'desc' },
    filters: ['status', { name: 'channelPartnerId', label: 'Identifier of a channel partner' }],
    columns: dealColumns,
    empty:
      'No deals yet. A channel partner registers a deal to protect its customer from other channel partners.',
    actions: [
      {
        operation: createDealRegistration,
        label: 'New deal',
        kind: 'primary',
        fields: dealFields,
        labels: dealLabels,
        kinds: dealKinds,
        help: '',
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getDealRegistration,
    title: ({ name, customer, id }) => name || customer?.name || id,
    status: ({ status }) => status,
    notice: ({ status, decisionMessage, closeMessage, hasConflict }) => (
      <>
        {(closeMessage || decisionMessage) && (
          <Callout kind={status === 'REJECTED' || status === 'ACTION_REQUIRED' ? 'warning' : 'info'}>
            {closeMessage || decisionMessage}
          </Callout>
        )}
        {hasConflict && status === 'SUBMITTED' && (
          <Callout kind="warning" title="Another record concerns this customer">
            <p>See the conflicts before you decide. Approving a protected customer needs a reason.</p>
          </Callout>
        )}
      </>
    ),
    facts: [
      {
        name: 'Channel partner',
        cell: ({ channelPartnerId }, { orgId }) =>
          channelPartnerId && <Named orgId={orgId} kind="channelPartner" id={channelPartnerId} />,
      },
      {
        name: 'Customer',
        cell: ({ customer }) =>
          [customer?.name, customer?.domain, customer?.country].filter(Boolean).join(', '),
      },
      {
        name: 'Products',
        cell: ({ productIds = [] }, { orgId }) =>
          productIds.length > 0 && <NamedList orgId={orgId} kind="product" ids={productIds} />,
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
      { name: 'Override reason', cell: ({ overrideReason }) => overrideReason },
      {
        name: 'Offer',
        cell: ({ offerID }, { orgId }) => offerID && <RecordLink orgId={orgId} kind="offer" id={offerID} />,
      },
      {
        name: 'Entitlement',
        cell: ({ entitlementID: id }, { orgId }) =>
          id && <RecordLink orgId={orgId} kind="entitlement" id={id} />,
      },
    ],
    actions,
    sections: [{ title: 'Conflicts', Content: Conflicts }],
    timeline: 'DEAL_REGISTRATION',
  },
});
