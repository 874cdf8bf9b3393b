import type { MarketplaceAdapter } from '../../adapter.ts';
import { completedChange } from '../../changes.ts';
import { hasCode, refusal } from '../errors.ts';
import type { Procurement } from './procurement.ts';
import { type Entitlement, idIn, stateOf, waitsForApproval } from './records.ts';
import { knownStates, showEntitlement } from './show.ts';

type Port = Pick<
  MarketplaceAdapter,
  'readAgreement' | 'approveAgreement' | 'cancelAgreement' | 'changeQuantity'
> &
  Required<Pick<MarketplaceAdapter, 'listAgreements' | 'listAgreementsOf' | 'rejectAgreement'>>;

/** Creates the adapter methods for agreements. */
export function createAgreementPort(procurement: Procurement): Port {
  const required = async (id: string): Promise<Entitlement> => {
    const one = await procurement.readEntitlement(id);
    if (!one) throw refusal('NOT_FOUND', 'The marketplace does not have this order.');
    return one;
  };
  return {
    readAgreement: async (id) => {
      const one = await procurement.readEntitlement(id);
      return one && showEntitlement(one);
    },
    listAgreements: createList(procurement),
    listAgreementsOf: async (account) => {
      const found = await procurement.listOfAccount(account).catch((error: unknown) => {
        // The account may have been deleted.
        if (isRefusedWith(error, 'NOT_FOUND', 'INVALID_ARGUMENT')) return [];
        throw error;
      });
      return found.map(({ name }) => idIn(name));
    },
    approveAgreement: createApprove(procurement, required),
    rejectAgreement: async (id, reason) => {
      const one = await procurement.readEntitlement(id);
      // The marketplace removes a rejected order.
      if (!one || stateOf(one) === 'CANCELLED') return completedChange(id);
      if (!waitsForApproval(one))
        throw refusal('ALREADY_APPROVED', 'The order cannot be rejected: it was already approved.');
      await procurement.reject(id, reason).catch(async (error: unknown) => {
        if (!hasCode(error, 'NOT_FOUND')) throw error;
      });
      return completedChange(id);
    },
    cancelAgreement: async () => {
      throw refusal('NOT_SUPPORTED', 'On this marketplace, only the buyer can cancel an order.');
    },
    changeQuantity: async () => {
      throw refusal('NOT_SUPPORTED', 'This marketplace has no quantities that a seller can change.');
    },
  };
}

/** Creates the method that lists agreements. The list has no filter by time, so all pages are read. */
const createList =
  ({ list }: Procurement): Port['listAgreements'] =>
  async ({ cursor, since } = {}) => {
    const { entitlements = [], nextPageToken } = await list({ cursor });
    const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
    const changed = entitlements.filter(({ updateTime }) => !(Date.parse(updateTime ?? '') < from));
    const unknown = changed.filter(({ state = '' }) => !knownStates.has(state));
    const refused = [...new Set(unknown.map(({ state }) => state))].map(
      (state) => `Orders in the state ${state} are unknown to this version of the service.`,
    );
    return {
      items: changed.filter((one) => !unknown.includes(one)).map(showEntitlement),
      cursor: nextPageToken || undefined,
      ...(refused.length > 0 ? { refused } : {}),
    };
  };

/**
 * Creates the method that approves an order. The buyer's account is approved first, because the marketplace refuses
 * approvals of the orders of other accounts.
 */
function createApprove(
  procurement: Procurement,
  required: (id: string) => Promise<Entitlement>,
): Port['approveAgreement'] {
  /** Whether an account with this approval exists; an approval that is already granted has no effect. */
  const approveAccount = async (id: string): Promise<void> => {
    const pending = async () =>
      ((await procurement.readAccount(id))?.approvals ?? []).filter(({ state }) => state !== 'APPROVED');
    for (const { name } of await pending())
      await procurement.approveAccount(id, name).catch(async (error: unknown) => {
        if (!isRefused(error)) throw error;
        if ((await pending()).some((one) => one.name === name)) throw error;
      });
  };
  return async (id) => {
    const one = await required(id);
    if (stateOf(one) === 'CANCELLED') throw ended();
    if (!waitsForApproval(one)) return completedChange(id);
    const accountId = idIn(one.account);
    await approveAccount(accountId);
    await procurement.approve(id).catch(async (error: unknown) => {
      if (!isRefused(error)) throw error;
      const now = await required(id);
      if (stateOf(now) === 'CANCELLED') throw ended();
      // With an approved account, only an earlier approval is left as the reason: the activation takes some time.
      const { approvals = [] } = (await procurement.readAccount(accountId)) ?? {};
      if (waitsForApproval(now) && approvals.some(({ state }) => state !== 'APPROVED')) throw error;
    });
    return completedChange(id);
  };
}

const isRefusedWith = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.some((code) => hasCode(error, code));
const isRefused = (error: unknown): boolean =>
  isRefusedWith(error, 'FAILED_PRECONDITION', 'INVALID_ARGUMENT');
const ended = () => refusal('CANCELLED', 'The order cannot be approved: it has ended.');
