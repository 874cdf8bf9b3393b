import type { Facts, OperationFacts } from '../../facts/contract.ts';
import { commonChoices, everyCall } from './common.ts';

const accounts = '/v1/providers/{provider:segment}/accounts';
const account = `${accounts}/{account:segment}`;
const entitlements = '/v1/providers/{provider:segment}/entitlements';
const entitlement = `${entitlements}/{entitlement:segment}`;

/** Returns an operation that changes an account or an entitlement by a verb. */
const verb = (path: string, body: string, answer: string) => ({
  method: 'POST',
  path,
  ...everyCall,
  body,
  answers: { 200: answer },
});

const operations = {
  listAccounts: {
    method: 'GET',
    path: accounts,
    ...everyCall,
    query: { ...everyCall.query, pageSize: 'digits', pageToken: 'text' },
    answers: { 200: 'AccountList' },
  },
  getAccount: {
    method: 'GET',
    path: account,
    ...everyCall,
    query: { ...everyCall.query, view: 'AccountView' },
    answers: { 200: 'Account' },
  },
  approveAccount: verb(`${account}:approve`, 'ApproveAccount', 'Empty'),
  rejectAccount: verb(`${account}:reject`, 'RejectAccount', 'Empty'),
  resetAccount: verb(`${account}:reset`, 'Empty', 'Empty'),
  listEntitlements: {
    method: 'GET',
    path: entitlements,
    ...everyCall,
    query: { ...everyCall.query, filter: 'text', pageSize: 'digits', pageToken: 'text' },
    answers: { 200: 'EntitlementList' },
  },
  getEntitlement: { method: 'GET', path: entitlement, ...everyCall, answers: { 200: 'Entitlement' } },
  updateEntitlement: {
    method: 'PATCH',
    path: entitlement,
    ...everyCall,
    query: { ...everyCall.query, updateMask: 'text' },
    body: 'Entitlement',
    answers: { 200: 'Entitlement' },
  },
  approveEntitlement: verb(`${entitlement}:approve`, 'ApproveEntitlement', 'Empty'),
  rejectEntitlement: verb(`${entitlement}:reject`, 'RejectEntitlement', 'Empty'),
  approvePlanChange: verb(`${entitlement}:approvePlanChange`, 'ApprovePlanChange', 'Empty'),
  rejectPlanChange: verb(`${entitlement}:rejectPlanChange`, 'RejectPlanChange', 'Empty'),
  suspendEntitlement: verb(`${entitlement}:suspend`, 'SuspendEntitlement', 'Empty'),
} satisfies Record<string, OperationFacts>;

const choices = {
  ...commonChoices,
  AccountView: ['ACCOUNT_VIEW_UNSPECIFIED', 'ACCOUNT_VIEW_BASIC', 'ACCOUNT_VIEW_FULL'],
  AccountState: ['ACCOUNT_STATE_UNSPECIFIED', 'ACCOUNT_ACTIVATION_REQUESTED', 'ACCOUNT_ACTIVE'],
  ApprovalState: ['STATE_UNSPECIFIED', 'PENDING', 'APPROVED', 'REJECTED'],
  EntitlementState: [
    'ENTITLEMENT_STATE_UNSPECIFIED',
    'ENTITLEMENT_ACTIVATION_REQUESTED',
    'ENTITLEMENT_ACTIVE',
    'ENTITLEMENT_PENDING_CANCELLATION',
    'ENTITLEMENT_CANCELLED',
    'ENTITLEMENT_PENDING_PLAN_CHANGE',
    'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL',
    'ENTITLEMENT_SUSPENDED',
  ],
};

const records = {
  Empty: {},
  Account: {
    name: 'text',
    provider: 'text',
    state: 'AccountState',
    approvals: 'Approval[]',
    inputProperties: 'object',
    resellerParentBillingAccount: 'text',
    createTime: 'time',
    updateTime: 'time',
  },
  Approval: { name: 'text', state: 'ApprovalState', reason: 'text', updateTime: 'time' },
  AccountList: { accounts: 'Account[]', nextPageToken: 'text' },
  ApproveAccount: { approvalName: 'text', reason: 'text', properties: 'text{}' },
  RejectAccount: { approvalName: 'text', reason: 'text' },
  Consumer: { project: 'text' },
  Entitlement: {
    name: 'text',
    account: 'text',
    provider: 'text',
    product: 'text',
    productExternalName: 'text',
    quoteExternalName: 'text',
    plan: 'text',
    newPendingPlan: 'text',
    state: 'EntitlementState',
    offer: 'text',
    offerDuration: 'text',
    offerEndTime: 'time',
    newPendingOffer: 'text',
    newPendingOfferDuration: 'text',
    newOfferStartTime: 'time',
    newOfferEndTime: 'time',
    subscriptionEndTime: 'time',
    consumers: 'Consumer[]',
    usageReportingId: 'text',
    inputProperties: 'object',
    messageToUser: 'text',
    orderId: 'text',
    entitlementBenefitIds: 'text[]',
    cancellationReason: 'text',
    createTime: 'time',
    updateTime: 'time',
  },
  EntitlementList: { entitlements: 'Entitlement[]', nextPageToken: 'text' },
  ApproveEntitlement: { entitlementMigrated: 'text', properties: 'text{}' },
  RejectEntitlement: { reason: 'text' },
  ApprovePlanChange: { pendingPlanName: 'text!' },
  RejectPlanChange: { pendingPlanName: 'text!', reason: 'text' },
  SuspendEntitlement: { reason: 'text' },
} satisfies Facts['records'];

/** The procurement interface, version 1, as the vendor’s discovery document and client describe it. */
export const procurement = { operations, choices, records } satisfies Facts;
