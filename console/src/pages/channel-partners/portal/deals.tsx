import type { PortalDealRegistration, WithId } from '@tradepost/sdk';
import {
  createPortalDealRegistration,
  getPortalDealRegistration,
  listPortalDealRegistrations,
  submitPortalDealRegistration,
  updatePortalDealRegistration,
  withdrawPortalDealRegistration,
} from '../../../generated/partnerPortal.ts';
import { paths } from '../../../paths.ts';
import type { Action } from '../../../ui/operation/action.ts';
import { resourcePages } from '../../../ui/resource/index.ts';
import { dealColumns, dealFacts, dealFilter, dealForm, MessageOfDeal } from '../deal-columns.tsx';
import { only, reasonAgainstSubmission } from '../deal-rules.ts';

type Deal = WithId<PortalDealRegistration>;

const form = {
  ...dealForm,
  kinds: { productIds: 'portalProducts' },
  helps: {
    ...dealForm.helps,
    productIds:
      'Products of your agreements and deals are suggested. Ask the seller for the identifiers of others.',
    notes: 'Visible to the seller.',
  },
} as const;

const actions: readonly Action<Deal>[] = [
  {
    operation: submitPortalDealRegistration,
    label: 'Submit',
    kind: 'primary',
    isHidden: only('DRAFT', 'ACTION_REQUIRED'),
    reason: reasonAgainstSubmission,
    done: 'The deal is submitted for approval.',
  },
  {
    operation: updatePortalDealRegistration,
    label: 'Edit',
    ...form,
    isHidden: only('DRAFT', 'ACTION_REQUIRED'),
  },
  {
    operation: withdrawPortalDealRegistration,
    label: 'Withdraw',
    kind: 'danger',
    help: 'The deal and its protection end. This cannot be undone.',
    labels: { message: 'Message to the seller' },
    helps: { message: '' },
    isHidden: only('DRAFT', 'SUBMITTED', 'ACTION_REQUIRED', 'APPROVED'),
    done: 'The deal is withdrawn.',
  },
];

/** The deals of the channel partner for which the member acts. */
export const { ListPage, RecordPage } = resourcePages<Deal>({
  noun: ['deal', 'deals'],
  path: paths.portalDeals,
  recordPath: paths.portalDeal,
  list: {
    operation: listPortalDealRegistrations,
    query: { order: 'desc' },
    filters: [dealFilter],
    columns: dealColumns,
    empty: 'No deals yet',
    about:
      'Register a deal to protect your customer: the seller then approves no other channel partner for it.',
    actions: [
      {
        operation: createPortalDealRegistration,
        label: 'New deal',
        kind: 'primary',
        ...form,
        help: 'The deal is a draft until you submit it. A submission requires a product and the domain of the customer.',
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getPortalDealRegistration,
    title: ({ name, customer, id }) => name || customer?.name || id,
    status: ({ status }) => status,
    notice: (deal) => <MessageOfDeal deal={deal} />,
    facts: dealFacts,
    actions,
  },
});
