import { type Calls, rates } from '../calls.ts';
import { noneIfAbsent } from '../errors.ts';
import { pathOf } from '../hosts.ts';
import type { Account, Entitlement, EntitlementList } from './records.ts';

const largestPage = 200;
/** An account has few orders. */
const mostPagesOfAccount = 5;
/** The marketplace cuts longer reasons without an error. */
const longestReason = 256;

export type EntitlementQuery = {
  /** Conditions on attributes of the list, all of which must hold. */
  where?: Readonly<Record<string, string>>;
  /** Conditions on repeated attributes, of which one value must match. */
  whereAny?: Readonly<Record<string, string>>;
  pageSize?: number;
  cursor?: string | undefined;
};

/** The calls of the procurement interface. */
export type Procurement = ReturnType<typeof createProcurement>;

export function createProcurement({ settings, call }: Calls) {
  const place = () => ['v1', 'providers', settings().providerId] as const;
  const read = <T extends object>(path: string, query: Record<string, string | undefined> = {}) =>
    call<T>({ service: 'procurement', method: 'GET', path, query, rate: rates.reads });
  const act = async (path: string, body: object): Promise<void> => {
    const given = { service: 'procurement', method: 'POST', effect: 'writes', rate: rates.writes } as const;
    await call({ ...given, path, body });
  };
  const list = ({
    where = {},
    whereAny = {},
    pageSize = largestPage,
    cursor,
  }: EntitlementQuery = {}): Promise<EntitlementList> =>
    read<EntitlementList>(pathOf(...place(), 'entitlements'), {
      filter: [...conditionsOf(where, '='), ...conditionsOf(whereAny, ':')].join(' AND ') || undefined,
      pageSize: String(pageSize),
      pageToken: cursor,
    });
  const entitlementPath = (id: string) => pathOf(...place(), 'entitlements', id);
  const accountPath = (id: string) => pathOf(...place(), 'accounts', id);
  return {
    readEntitlement: async (id: string): Promise<Entitlement | undefined> =>
      isId(id) ? read<Entitlement>(entitlementPath(id)).catch(noneIfAbsent) : undefined,
    readAccount: async (id: string): Promise<Account | undefined> =>
      isId(id) ? read<Account>(accountPath(id)).catch(noneIfAbsent) : undefined,
    /** Reads a page of accounts, as a test of access. */
    listAccounts: () => read<object>(pathOf(...place(), 'accounts'), { pageSize: '1' }),
    list,
    /** Lists the orders of a buyer's account. */
    listOfAccount: async (account: string): Promise<Entitlement[]> => {
      const found: Entitlement[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPagesOfAccount; page++) {
        const { entitlements = [], nextPageToken } = await list({ where: { account }, cursor });
        found.push(...entitlements);
        cursor = nextPageToken;
        if (!cursor) break;
      }
      return found;
    },
    /** Sets the message that the buyer sees while an order or a plan change waits; its end clears the message. */
    setMessage: async (id: string, messageToUser: string): Promise<void> => {
      const query = { updateMask: 'messageToUser' };
      const given = {
        service: 'procurement',
        method: 'PATCH',
        effect: 'writes',
        rate: rates.writes,
      } as const;
      await call({ ...given, path: entitlementPath(id), query, body: { messageToUser } });
    },
    approveAccount: (id: string, approvalName: string | undefined) =>
      act(`${accountPath(id)}:approve`, approvalName === undefined ? {} : { approvalName }),
    approve: (id: string) => act(`${entitlementPath(id)}:approve`, {}),
    reject: (id: string, reason: string | undefined) =>
      act(`${entitlementPath(id)}:reject`, withReason({}, reason)),
    approvePlanChange: (id: string, pendingPlanName: string) =>
      act(`${entitlementPath(id)}:approvePlanChange`, { pendingPlanName }),
    rejectPlanChange: (id: string, pendingPlanName: string, reason: string | undefined) =>
      act(`${entitlementPath(id)}:rejectPlanChange`, withReason({ pendingPlanName }, reason)),
  };
}

/** Returns whether a text can be an identifier of the marketplace. */
export const isId = (id: string): boolean => /^[\w:-][\w.:-]{0,199}$/.test(id);

const conditionsOf = (where: Readonly<Record<string, string>>, operator: '=' | ':'): string[] =>
  Object.entries(where).map(([name, value]) => `${name}${operator}"${value.replace(/["\\]/g, '\\$&')}"`);

/** Adds a reason, cut to the length that the marketplace keeps, without half of a character. */
function withReason<T extends object>(body: T, reason: string | undefined): T & { reason?: string } {
  if (!reason) return body;
  let cut = '';
  let bytes = 0;
  for (const character of reason) {
    bytes += Buffer.byteLength(character);
    if (bytes > longestReason) break;
    cut += character;
  }
  return { ...body, reason: cut };
}
