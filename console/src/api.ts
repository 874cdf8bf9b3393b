import { QueryClient } from '@tanstack/react-query';
import { createTradepost, type Tradepost, TradepostError } from '@tradepost/sdk';
import { noteRequest, noting } from './calls.ts';
import { session } from './session.ts';

const client = createTradepost({
  baseUrl: '',
  token: (rejected) => (rejected === undefined ? session.token() : session.renew(rejected)),
  fetch: (url, init) => {
    noteRequest(String(url), init as { method?: string });
    return fetch(url, { ...init, credentials: 'omit' });
  },
});
const organizations = new Map<string, Tradepost>();

/**
 * The API client of the signed-in user. Its calls within an organization are recorded, so that users can view and copy
 * them.
 */
export const tradepost: Pick<Tradepost, 'account' | 'organizations' | 'in'> = {
  account: client.account,
  organizations: client.organizations,
  in: (orgId) => {
    const known = organizations.get(orgId) ?? noting(client.in(orgId));
    organizations.set(orgId, known);
    return known;
  },
};

/** Ends the user's browser session in all tabs. A session that has already ended is ignored. */
export async function signOut(): Promise<void> {
  await tradepost.account.signOut().catch((error: unknown) => {
    if (!isStatus(error, 401)) throw error;
  });
  session.end();
}

/**
 * The query cache. Cached data is shown while it is refetched. The API client retries temporary failures itself.
 * Responses are cached as the identical objects that the client returned, because metadata such as the ETag is looked
 * up by object. While the browser is offline, reads wait and changes fail, because a change must not be sent later,
 * when the user no longer expects it.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, gcTime: 300_000, structuralSharing: false },
    mutations: { networkMode: 'always' },
  },
});

/** Returns whether an error is a response of the service with this status. */
export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof TradepostError && error.status === status;
