import type { Client } from './client.ts';

/** What a notification of Stripe is about: a transaction of ours, or a dispute of a payment intent. */
export type Notice = {
  transactionId?: string;
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
  const transactionId = object.metadata?.transactionId;
  return transactionId === undefined ? {} : { transactionId };
}
