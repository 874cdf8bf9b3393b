import type { Client } from './account.ts';

/**
 * Subject of a Stripe notification: a transaction of ours, a dispute about a payment intent, or a customer.
 */
export type Notice = {
  transactionId?: string;
  /** Customer that changed, or whose payment methods changed. */
  customer?: { customerId: string | undefined; methodId: string | undefined };
  dispute?: { paymentIntentId: string; shown: Record<string, unknown> };
};

type Event = Awaited<ReturnType<Client['webhooks']['constructEventAsync']>>;

/** Header with the signature of a notification. */
export const signatureHeader = 'stripe-signature';

/** Maximum age of a signature, in seconds. */
const toleranceS = 300;

/** Verifies that a notification is from Stripe and recent. @throws Error if it is not */
export async function readNotification(
  client: Client,
  secret: string,
  { rawBody, signature, now }: { rawBody: string; signature: string; now: Date },
): Promise<Notice> {
  const event = await client.webhooks.constructEventAsync(
    rawBody,
    signature,
    secret,
    toleranceS,
    undefined,
    now.getTime(),
  );
  return noticeOf(event);
}

function noticeOf({ type, data }: Event): Notice {
  const object = data.object as unknown as { metadata?: Record<string, string> | null } & Record<
    string,
    unknown
  >;
  if (/^charge\.dispute\./.test(type)) {
    const { payment_intent: intent } = object;
    const { id, amount, charge, created, is_charge_refundable, livemode, reason, status } = object;
    const shown = { id, amount, created, is_charge_refundable, livemode, reason, status, chargeId: charge };
    return typeof intent === 'string'
      ? { dispute: { paymentIntentId: intent, shown: { ...shown, paymentIntentId: intent } } }
      : {};
  }
  if (/^payment_method\./.test(type)) {
    // A detached payment method no longer has a customer; the event’s previous attributes have the customer.
    const before = (data as { previous_attributes?: { customer?: unknown } }).previous_attributes?.customer;
    return { customer: { customerId: idOf(object.customer) ?? idOf(before), methodId: idOf(object.id) } };
  }
  if (/^customer\.(updated|deleted)$/.test(type))
    return { customer: { customerId: idOf(object.id), methodId: undefined } };
  const transactionId = object.metadata?.transactionId;
  return transactionId === undefined ? {} : { transactionId };
}

const idOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
