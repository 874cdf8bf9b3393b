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
import type { Action } from '../../ui/operation/action.ts';
import { RecordLink, resourcePages } from '../../ui/resource/index.ts';
import {
  type Deal,
  dealColumns,
  dealFacts,
  dealFilter,
  MessageOfDeal,
  sellerDealForm,
} from './deal-columns.tsx';
import { Conflicts } from './deal-conflicts.tsx';
import { only, reasonAgainstSubmission } from './deal-rules.ts';

const message = { message: 'Message to the channel partner' };

const actions: readonly Action<Deal>[] = [
  {
    operation: submitDealRegistration,
    label: 'Submit',
    kind: 'primary',
    isHidden: only('DRAFT', 'ACTION_REQUIRED'),
    reason: reasonAgainstSubmission,
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
    ...sellerDealForm,
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
    filters: [dealFilter, { name: 'channelPartnerId', label: 'Identifier of a channel partner' }],
    columns: dealColumns,
    empty:
      'No deals yet. A channel partner registers a deal to protect its customer from other channel partners.',
    actions: [
      {
        operation: createDealRegistration,
        label: 'New deal',
        kind: 'primary',
        ...sellerDealForm,
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getDealRegistration,
    title: ({ name, customer, id }) => name || customer?.name || id,
    status: ({ status }) => status,
    notice: (deal) => (
      <>
        <MessageOfDeal deal={deal} />
        {deal.hasConflict && deal.status === 'SUBMITTED' && (
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
          channelPartnerId && <RecordLink orgId={orgId} kind="channelPartner" id={channelPartnerId} />,
      },
      ...dealFacts,
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
