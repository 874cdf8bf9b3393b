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

/** The API, as the person who has signed in may call it. What is called of an organization can be seen and copied. */
export const tradepost: Pick<Tradepost, 'account' | 'organizations' | 'in'> = {
  account: client.account,
  organizations: client.organizations,
  in: (orgId) => {
    const known = organizations.get(orgId) ?? noting(client.in(orgId));
    organizations.set(orgId, known);
    return known;
  },
};

/** Ends the sign-in of this browser, in all tabs. Where it had ended already there is nothing left to end. */
export async function signOut(): Promise<void> {
  await tradepost.account.signOut().catch((error: unknown) => {
    if (!isStatus(error, 401)) throw error;
  });
  session.end();
}

/**
 * What was read is shown while it is read anew. The client of the API repeats what failed for the time being by itself. What
 * an answer said beside its record, such as its tag, is found by the very object: answers are kept as they came. While the
 * browser is offline reading waits, and a change fails: it must not be made later, when nobody thinks of it any more.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, gcTime: 300_000, structuralSharing: false },
    mutations: { networkMode: 'always' },
  },
});

/** Whether a failure says that there is nothing by this name, or nothing that this person may see. */
export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof TradepostError && error.status === status;
