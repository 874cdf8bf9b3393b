import { isGuid } from '../addresses.ts';
import { type Calls, listPath, rates } from '../calls.ts';
import { refusal, unreadable } from '../errors.ts';
import type { Operation, Plan, Subscription } from './records.ts';

const rate = rates.fulfilment;
/** Statuses for a record that does not exist, or that belongs to another seller's offer. */
const isAbsent = ({ status }: { status: number }): boolean => status === 404;

export type SubscriptionPage = { subscriptions: readonly Subscription[]; next: string | undefined };

/** The calls about subscriptions and their operations. */
export type Subscriptions = {
  /** Reads a subscription; undefined if it does not exist. */
  find(id: string): Promise<Subscription | undefined>;
  /** @throws MarketplaceError `refused` if the subscription does not exist */
  require(id: string): Promise<Subscription>;
  /** Reads a page of the list, from the beginning without a token. */
  page(token: string | undefined): Promise<SubscriptionPage>;
  /** Lists the plans that the buyer may use, including the present one; all of them without `planId`. */
  plans(id: string, planId?: string): Promise<readonly Plan[]>;
  findOperation(id: string, operationId: string): Promise<Operation | undefined>;
};

export function createSubscriptions({ call }: Pick<Calls, 'call'>): Subscriptions {
  /** Reads a record; undefined if the marketplace does not have it. */
  async function find<T>(path: string, query?: Record<string, string>): Promise<T | undefined> {
    try {
      const { body } = await call({
        method: 'GET',
        path,
        rate,
        ...(query ? { query } : {}),
        explain: (reply) => (isAbsent(reply) ? absent : undefined),
      });
      if (typeof body !== 'object' || body === null) throw unreadable('no record', 'reads');
      return body as T;
    } catch (error) {
      if (error === absent) return undefined;
      throw error;
    }
  }
  const one = (id: string) => `/saas/subscriptions/${id}`;
  const findOne = async (id: string) => {
    const found = isGuid(id) ? await find<Subscription>(one(id.toLowerCase())) : undefined;
    return found && normal(found);
  };
  return {
    find: findOne,
    require: async (id) => {
      const found = await findOne(id);
      if (!found) throw noSubscription();
      return found;
    },
    page: async (token) => {
      const query = token === undefined ? {} : { continuationToken: token };
      const { body } = await call({ method: 'GET', path: listPath, query, rate });
      // Without subscriptions, the body is empty.
      const { subscriptions, '@nextLink': link } = (body ?? {}) as {
        subscriptions?: readonly Subscription[] | null;
        '@nextLink'?: string;
      };
      return { subscriptions: (subscriptions ?? []).map(normal), next: tokenIn(link) };
    },
    plans: async (id, planId) => {
      const query = planId === undefined ? undefined : { planId };
      const found = await find<{ plans?: readonly Plan[] }>(`${one(id)}/listAvailablePlans`, query);
      return found?.plans ?? [];
    },
    findOperation: async (id, operationId) =>
      isGuid(id) && isGuid(operationId)
        ? find<Operation>(`${one(id)}/operations/${operationId.toLowerCase()}`)
        : undefined,
  };
}

/** Ids are compared in lower case, as notifications are; a plan without seats may show the quantity null. */
const normal = ({ id, quantity, ...rest }: Subscription): Subscription => ({
  ...rest,
  ...(id === undefined ? {} : { id: id.toLowerCase() }),
  ...(typeof quantity === 'number' ? { quantity } : {}),
});

/** Marks a missing record; never leaves this file. */
const absent = refusal('HTTP 404');

export const noSubscription = () =>
  refusal(
    'HTTP 404',
    'The marketplace has no such subscription of this seller. Synchronize, then try again.',
  );

/**
 * Reads the token of the next page from its link. Only the token is used: the link itself is never followed,
 * because a request to it would carry the access token.
 */
function tokenIn(link: string | undefined): string | undefined {
  if (!link || !URL.canParse(link)) return undefined;
  return new URL(link).searchParams.get('continuationToken') || undefined;
}
