import { TradepostError, type TradepostEvent } from '@tradepost/sdk';
import { queries, tradepost } from './api.ts';
import { keys } from './organization.ts';

/** The settings of an organization. */
const settings = [
  'aiBillingConfig',
  'clientSignupPageConfigInfo',
  'notificationConfigInfo',
  'onboardingInfo',
  'organizationConfigInfo',
  'organizations',
  'privateOfferConfigInfo',
  'ssoConfigInfo',
];

/** The cached data to refetch after an event, by the record type in the event's type. */
const nounsOf: Readonly<Record<string, readonly string[]>> = {
  OFFER: ['offers', 'overview', 'series', 'timeline of OFFER', 'upcoming'],
  ENTITLEMENT: ['entitlements', 'ledger', 'overview', 'terms', 'timeline of ENTITLEMENT', 'upcoming'],
  ENTITLEMENT_REQUEST: ['entitlements', 'overview'],
  ENTITLEMENT_TERM: ['entitlements', 'ledger', 'terms'],
  USAGE_RECORD: ['usageRecordGroups'],
  USAGE_RECORD_GROUP: ['usageBatches', 'usageRecordGroups'],
  USAGE_RECORD_REPORT: [
    'entitlements',
    'ledger',
    'terms',
    'usageBatches',
    'usageMeteringDailyRecords',
    'usageMeteringDailyVerifications',
    'usageRecordGroups',
    'usageRecordReports',
  ],
  BILLABLE_METRIC: ['billableMetrics'],
  INVOICE: ['invoices', 'paymentTransactions'],
  PAYMENT_TRANSACTION: ['buyers', 'invoices', 'paymentTransactions'],
  WALLET: ['buyers'],
  ADDON: ['addons'],
  AI_INVOICE: ['aiInvoices', 'aiUsage'],
  FILE: ['files'],
  REVENUE_RECORD: [
    'dailyRevenueRecords',
    'revenueRecordDetails',
    'revenueRecords',
    'revenueReport',
    'series',
  ],
  USER: ['members'],
  PRODUCT: ['products'],
  OFFER_SET: ['offerSets', 'offers'],
  BUYER: ['buyers', 'contacts'],
  CONTACT: ['buyers', 'contacts'],
  ROLE: ['roles', 'members'],
  API_CLIENT: ['apiClients'],
  CHANNEL_PARTNER: ['channelPartners'],
  CHANNEL_PARTNER_AGREEMENT: ['channelPartners'],
  CHANNEL_PARTNER_TIER: ['channelPartnerTiers'],
  DEAL_REGISTRATION: ['dealRegistrations'],
  INTEGRATION: ['integrations'],
  KNOWLEDGE_ARTICLE: ['knowledge'],
  SUPPORT_TICKET: ['support'],
  WEBHOOK_ENDPOINT: ['webhooks'],
  ORGANIZATION: ['clock', ...settings],
};

const pauseMs = 15_000;

/**
 * Refetches the organization's data that an event may have changed, or all of its data if the record type is unknown.
 */
function invalidate(orgId: string, types: readonly string[] | 'all'): void {
  const nouns =
    types === 'all' ? undefined : new Set(types.flatMap((type) => nounsOf[type.split('.')[1] ?? ''] ?? []));
  void queries.invalidateQueries({
    queryKey: keys.all(orgId),
    predicate: ({ queryKey }) => nouns === undefined || nouns.has(String(queryKey[2])),
  });
  // The user's role or its permissions may have changed.
  if (nouns?.has('members')) void queries.invalidateQueries({ queryKey: keys.organizations });
}

/** Waits until the timeout or the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Keeps the displayed data of an organization current. One browser tab, selected by a browser lock, follows events by a
 * long poll and shares them with the other tabs; when it is closed, another tab takes over. If too many clients are
 * waiting, or the role may not read events, all visible data is refetched every 15 seconds.
 * @param mayFollow whether the role may read events
 * @returns the function that stops the updates
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
        // Only the rejection of the lock wait during the stop is expected. Other errors must be visible.
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
      // The position may be too old, or too many clients may be waiting. All visible data is therefore refetched, and
      // the feed is followed from now on.
      if (!(error instanceof TradepostError && error.status === 429)) after = undefined;
      await pause(pauseMs, signal);
      if (!signal.aborted) change('all');
    }
}
