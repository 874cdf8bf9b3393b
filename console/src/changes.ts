import { TradepostError, type TradepostEvent } from '@tradepost/sdk';
import { queries, tradepost } from './api.ts';
import { keys } from './organization.ts';

/** What is read anew after an event about a record of a kind: the first word after the point of its type. */
const nounsOf: Readonly<Record<string, readonly string[]>> = {
  OFFER: ['offers', 'overview', 'series', 'timeline of OFFER', 'upcoming'],
  ENTITLEMENT: ['entitlements', 'ledger', 'overview', 'terms', 'timeline of ENTITLEMENT', 'upcoming'],
  ENTITLEMENT_TERM: ['entitlements', 'ledger', 'terms'],
  USAGE_RECORD_REPORT: ['entitlements', 'ledger', 'terms'],
  FILE: ['files'],
  REVENUE_RECORD: ['series'],
  USER: ['members'],
  ROLE: ['roles', 'members'],
  API_CLIENT: ['clients'],
  ORGANIZATION: ['clock'],
};

const pauseMs = 15_000;

/** Everything of an organization that may have changed with an event, or all, where that is not known. */
function invalidate(orgId: string, types: readonly string[] | 'all'): void {
  const nouns =
    types === 'all' ? undefined : new Set(types.flatMap((type) => nounsOf[type.split('.')[1] ?? ''] ?? []));
  void queries.invalidateQueries({
    queryKey: keys.all(orgId),
    predicate: ({ queryKey }) => nouns === undefined || nouns.has(String(queryKey[2])),
  });
  // Another role, or one that allows something else, may be that of who looks.
  if (nouns?.has('members')) void queries.invalidateQueries({ queryKey: keys.organizations });
}

/** Waits, but no longer than until the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Keeps what is shown of an organization as it is there. One tab of the browser asks for events, in one long poll, and all
 * hear what changed: a lock of the browser decides which, and another tab takes over when that one is closed. Where too many
 * ask already, or the role does not let events be read, everything in view is read again each 15 seconds.
 * @param mayFollow whether the role lets events be read
 * @returns ends it
 */
export function followChanges(orgId: string, mayFollow: boolean): () => void {
  const { signal, stop } = stoppable();
  const tabs = new BroadcastChannel(`tradepost-changes-${orgId}`);
  const change = (types: readonly string[] | 'all') => {
    invalidate(orgId, types);
    tabs.postMessage(types);
  };
  tabs.onmessage = ({ data }) => invalidate(orgId, data as readonly string[] | 'all');
  if (mayFollow)
    navigator.locks
      .request(`tradepost-changes-${orgId}`, { signal }, () => follow(orgId, change, signal))
      .catch((error: unknown) => {
        // What waits for its turn is refused when it ends; anything else must be seen.
        if (!signal.aborted) throw error;
      });
  else void repeat(() => invalidate(orgId, 'all'), signal);
  return () => {
    stop();
    tabs.close();
  };
}

function stoppable() {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}

async function repeat(work: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(pauseMs, signal);
    if (!signal.aborted) work();
  }
}

async function follow(
  orgId: string,
  change: (types: readonly string[] | 'all') => void,
  signal: AbortSignal,
): Promise<void> {
  const { events } = tradepost.in(orgId);
  let after: number | undefined;
  while (!signal.aborted)
    try {
      const feed: { events: TradepostEvent[]; position: number } = await events.read(
        after === undefined ? {} : { after, wait: 25 },
        { signal, retries: 0, timeoutMs: 40_000 },
      );
      after = feed.position;
      if (feed.events.length > 0) change(feed.events.map(({ type }) => type));
    } catch (error) {
      if (signal.aborted) return;
      // The position may be too old, or too many wait: what is in view is read again, and events are asked for from then on.
      if (!(error instanceof TradepostError && error.status === 429)) after = undefined;
      await pause(pauseMs, signal);
      if (!signal.aborted) change('all');
    }
}
