import type { Pages } from '../../http/pages.ts';
import { noteViolation } from '../../violations.ts';
import type { Call, Operations } from '../calls.ts';
import { invalid, notFound, refusedFor, ServiceError, wrongState } from '../errors.ts';
import type { Changes } from './changes.ts';
import { readFilter } from './filters.ts';
import { type Account, type Approval, type Records, showAccount, showEntitlement } from './records.ts';

type Parts = { records: Records; changes: Changes; pages: Pages; reset: (account: Account) => void };
type Body = Partial<Record<'approvalName' | 'reason' | 'pendingPlanName' | 'messageToUser', string>>;

const defaultPage = { accounts: 25, entitlements: 200 };
const mostPerPage = 200;

/** Creates the operations of the procurement interface. */
export const createProcurement = (parts: Parts): Operations => ({
  ...createAccountOperations(parts),
  ...createEntitlementOperations(parts),
});

/** Creates the look-ups of the account or the entitlement that a call names. */
function createLookups(records: Records) {
  const providerOf = ({ caller, parameters: { provider = '' } }: Call): string => {
    if (caller.providers.has(provider)) return provider;
    throw refusedFor(
      'PERMISSION_DENIED',
      'IAM_PERMISSION_DENIED',
      `The caller does not have permission for provider ${provider}: its service account is not linked.`,
    );
  };
  const accountOf = (call: Call) => {
    const found = records.account(providerOf(call), call.parameters.account ?? '');
    if (!found) throw notFound();
    return found;
  };
  const entitlementOf = (call: Call) => {
    const found = records.entitlement(providerOf(call), call.parameters.entitlement ?? '');
    if (!found) throw notFound();
    return found;
  };
  return { providerOf, accountOf, entitlementOf };
}

function list(pages: Pages, call: Call, rows: readonly object[], name: 'accounts' | 'entitlements'): object {
  const { pageSize, pageToken } = call.query;
  const size = Math.min(Number(pageSize ?? 0) || defaultPage[name], mostPerPage);
  const page = pageToken ? pages.next<object>(pageToken, size) : pages.first(rows, size);
  if (!page) throw invalid('pageToken', 'Invalid or expired.');
  return {
    ...(page.rows.length > 0 && { [name]: page.rows }),
    ...(page.next && { nextPageToken: page.next }),
  };
}

function createAccountOperations({ records, changes, pages, reset }: Parts): Operations {
  const { providerOf, accountOf } = createLookups(records);
  const answerAccount = (call: Call, state: 'APPROVED' | 'REJECTED') => {
    const account = accountOf(call);
    const { approvalName, reason = '' } = call.body as Body;
    const approval = findApproval(account, approvalName);
    if (approval.state === 'APPROVED' || approval.state === state)
      throw wrongState(`The approval ${approval.name} is ${approval.state}.`);
    Object.assign(approval, { state, reason: cutReason(reason) });
    records.touch(account);
    approval.updatedMs = account.updatedMs;
    if (state === 'APPROVED') changes.reportAccount(account, 'ACCOUNT_ACTIVE');
    return {};
  };
  return {
    listAccounts: (call) =>
      list(
        pages,
        call,
        records.accountsOf(providerOf(call)).map((one) => showAccount(one, false)),
        'accounts',
      ),
    getAccount: (call) => showAccount(accountOf(call), call.query.view === 'ACCOUNT_VIEW_FULL'),
    approveAccount: (call) => answerAccount(call, 'APPROVED'),
    rejectAccount: (call) => answerAccount(call, 'REJECTED'),
    resetAccount: (call) => {
      reset(accountOf(call));
      return {};
    },
  };
}

function createEntitlementOperations({ records, changes, pages }: Parts): Operations {
  const { providerOf, entitlementOf } = createLookups(records);
  return {
    listEntitlements: (call) => {
      const all = records.entitlementsOf(providerOf(call));
      const isMet = readFilterOf(call);
      return list(pages, call, all.filter(isMet).map(showEntitlement), 'entitlements');
    },
    getEntitlement: (call) => showEntitlement(entitlementOf(call)),
    updateEntitlement: (call) => {
      const one = entitlementOf(call);
      const { messageToUser, ...others } = call.body as Body & Record<string, unknown>;
      const mask = call.query.updateMask;
      const isMask = mask === undefined || /^(messageToUser|message_to_user)$/.test(mask);
      const isOther = mask === undefined && Object.keys(others).some((name) => name !== 'name');
      if (!isMask || isOther)
        throw violation('updateEntitlement', 'updateMask', 'Only messageToUser can be set.');
      if (one.state !== 'ACTIVATION_REQUESTED' && one.state !== 'PENDING_PLAN_CHANGE_APPROVAL')
        throw wrongState('messageToUser cannot be set in this state.');
      one.messageToUser = messageToUser ?? '';
      records.touch(one);
      return showEntitlement(one);
    },
    approveEntitlement: (call) => {
      const one = entitlementOf(call);
      if (one.account.approvals.some(({ state }) => state !== 'APPROVED'))
        throw wrongState('The account of the entitlement is not approved.');
      changes.approve(one);
      return {};
    },
    rejectEntitlement: (call) => {
      changes.reject(entitlementOf(call));
      return {};
    },
    approvePlanChange: (call) => {
      changes.approveChange(entitlementOf(call), (call.body as Body).pendingPlanName ?? '');
      return {};
    },
    rejectPlanChange: (call) => {
      changes.rejectChange(entitlementOf(call), (call.body as Body).pendingPlanName ?? '');
      return {};
    },
    suspendEntitlement: (call) => {
      entitlementOf(call);
      throw new ServiceError('UNIMPLEMENTED', 'Suspending entitlements is not yet supported.');
    },
  };
}

function findApproval({ approvals }: Account, name: string | undefined): Approval {
  const found = name === undefined ? approvals : approvals.filter((one) => one.name === name);
  const [first] = found;
  if (!first) throw invalid('approvalName', 'There is no such approval.');
  if (found.length > 1) throw invalid('approvalName', 'Required, because several approvals are possible.');
  return first;
}

/** Cuts a reason to 256 bytes, as the marketplace does without an error. */
const cutReason = (reason: string): string =>
  Buffer.from(reason)
    .subarray(0, 256)
    .toString()
    .replace(/\uFFFD$/, '');

function violation(operation: string, field: string, message: string): ServiceError {
  noteViolation('mkC', operation, `${field}: ${message}`);
  return invalid(field, message);
}

function readFilterOf({ query }: Call) {
  if (!query.filter) return () => true;
  try {
    return readFilter(query.filter);
  } catch (error) {
    if (error instanceof ServiceError) noteViolation('mkC', 'listEntitlements', error.message);
    throw error;
  }
}
