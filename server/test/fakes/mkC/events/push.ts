import type { Clock } from '../../http/clock.ts';
import { type Claims, forgeToken, tokenForgeries } from '../../http/forgeries.ts';
import type { Keys } from '../../http/keys.ts';
import type { Ids } from '../ids.ts';
import { showMessage } from './operations.ts';
import { nameOf, type Queued, type Queues, type Subscription } from './queues.ts';

/** A push as it was sent. */
export type Push = {
  address: string;
  authorization: string | undefined;
  rawBody: string;
  /** Status of the receiver’s response; undefined without a response. */
  answer: number | undefined;
};

const hourS = 3600;
const other = '109876543210987654321';
/** Statuses that acknowledge a message. */
const received = [102, 200, 201, 202, 204];
/** A message that is not received is sent again after this time, and after twice the time with every attempt. */
const backoff = { leastMs: 10_000, mostMs: 600_000 };

/** Claims that a forged token has instead of the genuine ones. */
const forgedClaims = {
  AUDIENCE: () => ({ aud: 'https://other.example/events' }),
  ISSUER: () => ({ iss: 'https://accounts.other.example' }),
  /** Another account of the same vendor, which anyone can have. */
  EMAIL: () => ({ email: 'push@other-project.iam.gserviceaccount.com', sub: other, azp: other }),
  EMAIL_UNVERIFIED: () => ({ email_verified: false }),
  NO_EMAIL: () => ({ email: undefined, email_verified: undefined }),
  EXPIRED: ({ iat }) => ({ iat: Number(iat) - 3 * hourS, exp: Number(iat) - 2 * hourS }),
  NO_EXPIRY: () => ({ exp: undefined }),
} satisfies Record<string, (genuine: Claims) => Claims>;

/** Ways in which a push is not genuine: by its claims, by its signature, or by its header. */
export const pushForgeries = [
  ...(Object.keys(forgedClaims) as (keyof typeof forgedClaims)[]),
  ...tokenForgeries,
  'NO_TOKEN',
  'BASIC',
] as const;
export type PushForgery = (typeof pushForgeries)[number];

type Parts = { queues: Queues; clock: Clock; keys: Keys; ids: Ids };

/** Simulates the delivery of messages by push. They wait until `flush`, so that tests decide when the network is used. */
export function createPush({ queues, clock, keys, ids }: Parts) {
  const sent: Push[] = [];
  const subject = ids.digits(21);
  const claimsFor = ({ push }: Subscription): Claims => {
    const seconds = Math.floor(clock.now() / 1000);
    return {
      aud: push?.audience ?? push?.endpoint,
      azp: subject,
      email: push?.email,
      email_verified: true,
      exp: seconds + hourS,
      iat: seconds,
      iss: 'https://accounts.google.com',
      sub: subject,
    };
  };
  const send = async (one: Subscription, queued: Queued) => {
    const { endpoint = '', email } = one.push ?? {};
    const ackId = queues.deliver(one, queued);
    const push: Push = {
      address: endpoint,
      authorization: email === undefined ? undefined : `Bearer ${await keys.sign(claimsFor(one))}`,
      rawBody: bodyOf(one, queued),
      answer: undefined,
    };
    sent.push(push);
    push.answer = await post(push);
    if (push.answer !== undefined && received.includes(push.answer)) queues.acknowledge(one, [ackId]);
    if (!one.queued.includes(queued)) return;
    const waitMs = Math.min(backoff.leastMs * 2 ** (queued.attempts - 1), backoff.mostMs);
    queued.visibleMs = clock.now() + waitMs;
    clock.schedule('LIFE', queued.visibleMs, () => {});
  };
  return {
    sent,
    /** Sends the messages that are due, one after the other. */
    flush: async (): Promise<void> => {
      for (const one of queues.subscriptions)
        while (one.push && queues.due(one).length > 0)
          for (const queued of queues.due(one)) await send(one, queued);
    },
    sign: async (one: Subscription, changed: Claims = {}): Promise<string> =>
      `Bearer ${await keys.sign({ ...claimsFor(one), ...changed })}`,
    forge: async (one: Subscription, how: PushForgery): Promise<string | undefined> => {
      if (how === 'NO_TOKEN') return undefined;
      if (how === 'BASIC')
        return `Basic ${Buffer.from(`push:${await keys.sign(claimsFor(one))}`).toString('base64')}`;
      return `Bearer ${await forgeToken(keys, claimsFor(one), how, forgedClaims)}`;
    },
  };
}

/** Returns the body of a push, which has some members in two forms. */
function bodyOf(one: Subscription, { message }: Queued): string {
  const { data, messageId, publishTime } = showMessage(message);
  return JSON.stringify({
    message: { data, messageId, message_id: messageId, publishTime, publish_time: publishTime },
    subscription: nameOf(one),
  });
}

/** Posts a message and returns the status; undefined if the receiver cannot be reached. */
async function post({ address, authorization, rawBody }: Push): Promise<number | undefined> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...(authorization && { authorization }), 'content-type': 'application/json' },
      body: rawBody,
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
