import type { Client } from './client.ts';

/** What a notification of Stripe is about: a transaction of ours, a dispute of a payment intent, or a customer. */
export type Notice = {
  transactionId?: string;
  /** A customer, or the means of payment of one, that changed. */
  customer?: { customerId: string | undefined; methodId: string | undefined };
  dispute?: { paymentIntentId: string; shown: Record<string, unknown> };
};

type Event = Awaited<ReturnType<Client['webhooks']['constructEventAsync']>>;

/** The header that a notification is signed in. */
export const signatureHeader = 'stripe-signature';

/** How old a signature may be. */
const toleranceS = 300;

/** Proves that a notification is Stripe's, and new. @throws where it is not */
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
    // One that was taken off has no customer any more.
    const before = (data as { previous_attributes?: { customer?: unknown } }).previous_attributes?.customer;
    return { customer: { customerId: idOf(object.customer) ?? idOf(before), methodId: idOf(object.id) } };
  }
  if (/^customer\.(updated|deleted)$/.test(type))
    return { customer: { customerId: idOf(object.id), methodId: undefined } };
  const transactionId = object.metadata?.transactionId;
  return transactionId === undefined ? {} : { transactionId };
}

const idOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
