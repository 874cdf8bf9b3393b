import type { WithId, WorkloadEntitlement } from '@tradepost/sdk';
import { applyAddon } from '../../generated/addons.ts';
import {
  addEntitlementCredit,
  connectSignup,
  divideEntitlementCommit,
  refundEntitlement,
  rejectEntitlement,
  revokeEntitlementLinks,
  scheduleEntitlementCancellation,
  updateEntitlementBilling,
  updateEntitlementMetaInfo,
  updateEntitlementName,
  updateEntitlementPriceModel,
  updateEntitlementSeat,
} from '../../generated/entitlements.ts';
import {
  sandboxCancelEntitlement,
  sandboxChangeEntitlementPlan,
  sandboxChangeEntitlementQuantity,
  sandboxRefuseEntitlementCancellation,
  sandboxReinstateEntitlement,
  sandboxSuspendEntitlement,
} from '../../generated/sandbox.ts';
import type { Action } from '../../ui/operation/action.ts';
import { startOf } from '../../ui/operation/action.ts';

type Entitlement = WithId<WorkloadEntitlement>;

const isAlive = ({ status }: Entitlement): boolean => status === 'ACTIVE' || status === 'SUSPENDED';
const notActive = ({ status }: Entitlement): boolean => status !== 'ACTIVE';
/** A direct sale has no marketplace in the sandbox. */
const isDirect = ({ partner }: Entitlement): boolean => !partner || partner.startsWith('PAY');

/** The seller's operations on an entitlement that need input. */
const sellers: readonly Action<Entitlement>[] = [
  { operation: updateEntitlementName, label: 'Rename', start: ({ name }) => (name ? { name } : {}) },
  { operation: updateEntitlementSeat, label: 'Change the number of seats', submit: 'Change' },
  {
    operation: updateEntitlementPriceModel,
    label: 'Change prices',
    start: ({ info }) => startOf(updateEntitlementPriceModel, { ...info }),
  },
  {
    operation: updateEntitlementBilling,
    label: 'Billing settings',
    start: ({ info }) => startOf(updateEntitlementBilling, { ...info }),
  },
  { operation: applyAddon, label: 'Apply an addon', submit: 'Apply' },
  { operation: addEntitlementCredit, label: 'Add credit', submit: 'Add' },
  { operation: divideEntitlementCommit, label: 'Divide the commit', submit: 'Divide' },
  { operation: refundEntitlement, label: 'Refund', kind: 'danger' },
  {
    operation: rejectEntitlement,
    label: 'Reject the purchase',
    submit: 'Reject',
    kind: 'danger',
    isHidden: ({ status }) => status !== 'PENDING_START',
  },
  {
    operation: revokeEntitlementLinks,
    label: 'Revoke links',
    question: 'All links to the buyer’s page of this entitlement stop working. The buyer needs a new link.',
    done: 'The links are revoked.',
  },
  { operation: scheduleEntitlementCancellation, label: 'Schedule a cancellation', submit: 'Schedule' },
  { operation: connectSignup, label: 'Record a sign-up', submit: 'Record', done: 'The sign-up is recorded.' },
  {
    operation: updateEntitlementMetaInfo,
    label: 'Notes and links',
    fields: ['internalNote', 'crmAOpportunityId', 'crmBDealId', 'crmCOpportunityId', 'customMetaInfo'],
    start: ({ metaInfo = {} }) => ({ ...metaInfo }),
  },
];

/** The operations of the buyer and the marketplace, in a TEST organization. */
const sandbox: readonly Action<Entitlement>[] = [
  {
    operation: sandboxChangeEntitlementQuantity,
    label: 'Change the quantity as buyer',
    submit: 'Change',
    isTest: true,
    isHidden: (row) => isDirect(row) || notActive(row),
  },
  {
    operation: sandboxChangeEntitlementPlan,
    label: 'Change the plan as buyer',
    submit: 'Change',
    isTest: true,
    isHidden: (row) => isDirect(row) || notActive(row),
  },
  {
    operation: sandboxRefuseEntitlementCancellation,
    label: 'Refuse the cancellation as buyer',
    isTest: true,
    isHidden: ({ status }) => status !== 'PENDING_CANCEL',
  },
  {
    operation: sandboxSuspendEntitlement,
    label: 'Suspend as marketplace',
    isTest: true,
    isHidden: (row) => isDirect(row) || notActive(row),
  },
  {
    operation: sandboxReinstateEntitlement,
    label: 'Reinstate as marketplace',
    isTest: true,
    isHidden: ({ status }) => status !== 'SUSPENDED',
  },
  {
    operation: sandboxCancelEntitlement,
    label: 'Cancel as buyer',
    isTest: true,
    isHidden: (row) => isDirect(row) || !isAlive(row),
  },
];

export const entitlementOperations = [...sellers, ...sandbox];
