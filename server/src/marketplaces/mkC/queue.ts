import { setTimeout as delay } from 'node:timers/promises';
import type { JWTVerifyGetKey } from 'jose';
import type { MarketplaceAdapter } from '../adapter.ts';
import type { PulledNotification, RawNotification } from '../notifications.ts';
import { verifySigned } from '../signing-keys.ts';
import type { Calls } from './calls.ts';
import { hasCode, refusal } from './errors.ts';
import { type Message, notificationOf } from './events.ts';
import { pathOf } from './hosts.ts';
import type { SubscriptionName } from './settings.ts';

type Port = Required<
  Pick<MarketplaceAdapter, 'verifyNotification' | 'pullNotifications' | 'acknowledgeNotifications'>
>;
type Deps = {
  calls: Calls;
  /** Keys with which pushed messages are signed. */
  pushKeys: JWTVerifyGetKey;
  /** The address to which the marketplace pushes the organization's messages; also their audience. */
  notificationUrl: () => string;
  now: () => Date;
};

const mostAtOnce = 100;
const idleMs = 20_000;
const toleranceS = 30;
const pushIssuers = ['https://accounts.google.com', 'accounts.google.com'];
/** Permission for reading a subscription. */
export const consumeRight = 'pubsub.subscriptions.consume';

export const subscriptionPath = ({ projectId, name }: SubscriptionName): string =>
  pathOf('v1', 'projects', projectId, 'subscriptions', name);

/** Creates the adapter methods that receive events: pulled from the seller's subscription, or pushed. */
export function createQueuePort(deps: Deps): Port {
  const { calls } = deps;
  return {
    verifyNotification: async (raw) => {
      if (raw.method === 'PULL') return notificationOf(parse(raw.rawBody) ?? {});
      await verifyPush(deps, raw);
      const { message } = (parse(raw.rawBody) ?? {}) as { message?: unknown };
      return notificationOf(typeof message === 'object' && message !== null ? message : {});
    },
    pullNotifications: async (signal) => {
      const { subscription, isPushed } = calls.settings();
      if (subscription && !isPushed) return pull(calls, subscription, signal);
      // There is nothing to pull: messages are pushed, or the seller has no subscription.
      await delay(idleMs, undefined, { signal, ref: false }).catch(() => {});
      return [];
    },
    acknowledgeNotifications: async (receipts) => {
      const { subscription } = calls.settings();
      if (!subscription || receipts.length === 0) return;
      await calls.call({
        service: 'messages',
        method: 'POST',
        path: `${subscriptionPath(subscription)}:acknowledge`,
        body: { ackIds: [...receipts] },
        right: consumeRight,
      });
    },
  };
}

type Received = { receivedMessages?: { ackId?: string; message?: Message }[] };

async function pull(
  { call }: Calls,
  subscription: SubscriptionName,
  signal: AbortSignal,
): Promise<PulledNotification[]> {
  const pulled = call<Received>({
    service: 'messages',
    method: 'POST',
    path: `${subscriptionPath(subscription)}:pull`,
    body: { maxMessages: mostAtOnce },
    right: consumeRight,
    isLong: true,
  });
  const { receivedMessages = [] } = await unlessAborted(pulled, signal).catch((error: unknown): Received => {
    // The marketplace holds a call without messages longer than the service waits.
    if (signal.aborted || hasCode(error, 'ABORT_ERR')) return {};
    throw error;
  });
  return receivedMessages.flatMap(({ ackId, message = {} }) =>
    ackId === undefined
      ? []
      : {
          receipt: ackId,
          ...(typeof message.publishTime === 'string' ? { sentTime: message.publishTime } : {}),
          raw: { method: 'PULL' as const, query: '', headers: {}, rawBody: JSON.stringify(message) },
        },
  );
}

/** Returns the result, unless the signal is aborted before. Messages that arrive later are delivered again. */
function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Verifies the sender of a pushed message. Every customer of the vendor can push messages, so the address of this
 * organization and the seller's service account must match.
 * @throws MarketplaceError `refused` if the message is not genuine
 */
async function verifyPush(
  { calls, pushKeys, notificationUrl, now }: Deps,
  { method, headers }: RawNotification,
): Promise<void> {
  const { authorization } = headers;
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(String(authorization ?? '')) ?? [];
  if (method !== 'POST' || token === undefined) throw notGenuine();
  const claims = await verifySigned(token, pushKeys, {
    algorithms: ['RS256'],
    issuer: pushIssuers,
    audience: notificationUrl(),
    requiredClaims: ['exp', 'iat', 'email'],
    clockTolerance: toleranceS,
    currentDate: now(),
  });
  const isSeller = claims.email === calls.settings().pushEmail && claims.email_verified === true;
  if (!isSeller) throw notGenuine();
}

const notGenuine = () =>
  refusal('NOT_GENUINE', 'The request does not come from the subscription of the seller.');

function parse(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
