import type { Model } from '../../facts/model.ts';
import type { Clock } from '../../http/clock.ts';
import type { Keys } from '../../http/keys.ts';
import type { Changes } from '../fulfilment/changes.ts';
import { type Operation, type Subscription, showSubscription } from '../fulfilment/subscriptions.ts';
import { limits } from '../limits.ts';
import { sevenDecimals } from '../times.ts';
import { genuineClaims, type TokenVersion } from './tokens.ts';

/** Settings for the delivery of future notifications: delay, repetition and order. */
export type Delivery = { delayMs: number; copies: number; reversed: boolean; tokenVersion: TokenVersion };

/** A notification as it was sent: its address, header and raw body. */
export type Notification = {
  /** Address of the publisher’s webhook; undefined if the publisher gave none. */
  address: string | undefined;
  authorization: string;
  rawBody: string;
  body: { id: string; action: string; status: string; subscriptionId: string } & Record<string, unknown>;
  /** Status of the receiver’s response; undefined without an address or a response. */
  answer: number | undefined;
};

type Pending = {
  subscription: Subscription;
  operation: Operation;
  rawBody: string;
  attempts: number;
  /** A further copy of the same notification, whose response is not evaluated. */
  isCopy: boolean;
};

type Parts = { clock: Clock; keys: Keys; model: Model; changes: () => Changes };

/**
 * Simulates the marketplace’s notifications. They wait until `flush`, so that tests decide when the network is used. A
 * publisher without an address has received a notification as soon as it is flushed; tests read it from `sent`.
 */
export function createOutbox({ clock, keys, model, changes }: Parts) {
  const delivery: Delivery = { delayMs: 0, copies: 1, reversed: false, tokenVersion: 'V1' };
  const due: Pending[] = [];
  const sent: Notification[] = [];
  const state = { isHeld: false };
  const put = (pending: Pending, delayMs: number) => {
    if (delayMs > 0) clock.schedule('WORK', clock.now() + delayMs, () => due.push(pending));
    else due.push(pending);
  };
  /** Evaluates the response to a notification that may ask for an answer. */
  const conclude = (pending: Pending, answer: number | undefined, isDelivered: boolean) => {
    const { subscription, operation, isCopy } = pending;
    if (isCopy) return;
    const isAsked = operation.status === 'InProgress';
    if (isDelivered && isAsked) return changes().acceptLater(subscription, operation);
    if (isDelivered) return undefined;
    const isRefusal = answer !== undefined && answer >= 400 && answer < 500;
    if (isRefusal && /^Change/.test(operation.action))
      return changes().end(subscription, operation, 'Failed');
    retry(pending);
  };
  const retry = (pending: Pending) => {
    pending.attempts += 1;
    if (pending.attempts >= limits.deliveryAttempts)
      return changes().end(pending.subscription, pending.operation, 'Failed');
    const waitMs = limits.deliveryMs / limits.deliveryAttempts;
    clock.schedule('LIFE', clock.now() + waitMs, () => due.push(pending));
  };
  const send = async (pending: Pending) => {
    const { technical } = pending.subscription.product;
    const claims = genuineClaims(technical, delivery.tokenVersion, clock.now());
    const notification: Notification = {
      address: technical.webhook,
      authorization: `Bearer ${await keys.sign(claims)}`,
      rawBody: pending.rawBody,
      body: JSON.parse(pending.rawBody),
      answer: undefined,
    };
    sent.push(notification);
    if (technical.webhook !== undefined) notification.answer = await post(technical.webhook, notification);
    const { answer } = notification;
    conclude(pending, answer, technical.webhook === undefined || (answer !== undefined && answer < 300));
  };
  return {
    delivery,
    state,
    /** Every attempt to deliver a notification, in order. */
    sent,
    /** Returns whether a notification waits for `flush`. */
    isEmpty: () => state.isHeld || due.length === 0,
    notify: (subscription: Subscription, operation: Operation): void => {
      const rawBody = JSON.stringify(bodyOf(subscription, operation));
      const [fault] = model.recordFaults('Notification', JSON.parse(rawBody));
      if (fault) throw new Error(`The local service failed: ${fault.field} ${fault.message}`);
      for (let copy = 0; copy < delivery.copies; copy += 1)
        put({ subscription, operation, rawBody, attempts: 0, isCopy: copy > 0 }, delivery.delayMs);
    },
    /** Sends the notifications that are due, one after the other. */
    flush: async (): Promise<void> => {
      while (!state.isHeld && due.length > 0) {
        const batch = due.splice(0);
        for (const pending of delivery.reversed ? batch.reverse() : batch) await send(pending);
      }
    },
    claimsFor: ({ product }: Subscription) =>
      genuineClaims(product.technical, delivery.tokenVersion, clock.now()),
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

/** Returns the body of a notification: the new values beside the subscription, which still has the old ones. */
const bodyOf = (subscription: Subscription, operation: Operation) => ({
  id: operation.id,
  activityId: operation.activityId,
  publisherId: subscription.product.publisherId,
  offerId: subscription.product.offerId,
  planId: operation.planId,
  ...(operation.quantity !== undefined && { quantity: operation.quantity }),
  subscriptionId: subscription.id,
  timeStamp: sevenDecimals(operation.timeMs),
  action: operation.action,
  status: operation.status,
  operationRequestSource: operation.source,
  subscription: showSubscription(subscription),
  purchaseToken: null,
});

/** Posts a notification and returns the status; undefined if the receiver cannot be reached. */
const post = async (
  address: string,
  { authorization, rawBody }: Pick<Notification, 'authorization' | 'rawBody'>,
): Promise<number | undefined> => {
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { authorization, 'content-type': 'application/json' },
      body: rawBody,
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
};
