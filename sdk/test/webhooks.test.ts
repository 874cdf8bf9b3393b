import { type TradepostEvent, verifyWebhook, WebhookVerificationError } from '@tradepost/sdk';
import { Webhook } from 'standardwebhooks';
import { expect, expectTypeOf, test } from 'vitest';
import { signatureHeaders } from '../../server/src/notifications/webhooks/signing.ts';

const secret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
const newer = `whsec_${Buffer.alloc(32, 'b').toString('base64')}`;
const sentAt = new Date('2027-01-31T00:00:00.000Z');
const body = JSON.stringify({ type: 'ACCEPT.OFFER', eventID: 'evt_1', data: { id: 'ofr_1', name: 'Ünï' } });
const headers = signatureHeaders([secret], { id: 'evt_1', sentAt, body });
const at = (seconds: number) => ({ now: () => sentAt.getTime() + seconds * 1000 });
const refused = (promise: Promise<unknown>, words: RegExp) =>
  expect(promise).rejects.toThrow(
    expect.objectContaining({ name: 'WebhookVerificationError', message: expect.stringMatching(words) }),
  );

test('a webhook signed by the service is verified, in every form of its headers and body', async () => {
  for (const form of [
    headers,
    new Headers(headers),
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  ])
    expect(await verifyWebhook(body, form, secret, at(0))).toMatchObject({ data: { name: 'Ünï' } });
  expect(await verifyWebhook(Buffer.from(body), headers, secret, at(0))).toMatchObject({ eventID: 'evt_1' });
});

test('a webhook signed by another library of Standard Webhooks is verified', async () => {
  const signature = new Webhook(secret).sign('evt_1', sentAt, body);
  const theirs = { ...headers, 'webhook-signature': signature };
  expect(await verifyWebhook(body, theirs, secret, at(0))).toMatchObject({ type: 'ACCEPT.OFFER' });
});

test('during the rotation of a secret, one of several signatures and one of several secrets are enough', async () => {
  const both = signatureHeaders([newer, secret], { id: 'evt_1', sentAt, body });
  for (const each of [secret, newer, [newer, secret]])
    expect(await verifyWebhook(body, both, each, at(0))).toMatchObject({ eventID: 'evt_1' });
  expect(await verifyWebhook(body, headers, [newer, secret], at(0))).toMatchObject({ eventID: 'evt_1' });
  await refused(verifyWebhook(body, headers, newer, at(0)), /No signature/);
});

test('a changed body, id or time, and an invalid signature, are refused', async () => {
  await refused(verifyWebhook(`${body} `, headers, secret, at(0)), /No signature/);
  await refused(verifyWebhook(body, { ...headers, 'webhook-id': 'evt_2' }, secret, at(0)), /No signature/);
  const later = String(Number(headers['webhook-timestamp']) + 1);
  await refused(
    verifyWebhook(body, { ...headers, 'webhook-timestamp': later }, secret, at(0)),
    /No signature/,
  );
  for (const signature of ['v1,', 'v1,%%%', 'v2,AAAA', ` ${'v1,AAAA '.repeat(3)}`])
    await refused(
      verifyWebhook(body, { ...headers, 'webhook-signature': signature }, secret, at(0)),
      /No signature/,
    );
});

test('a webhook older or newer than five minutes is refused, unless the tolerance is larger', async () => {
  for (const seconds of [-300, 300]) await verifyWebhook(body, headers, secret, at(seconds));
  for (const seconds of [-301, 301])
    await refused(verifyWebhook(body, headers, secret, at(seconds)), /too old/);
  await verifyWebhook(body, headers, secret, { toleranceSeconds: 10_000, ...at(9000) });
  await refused(verifyWebhook(body, { ...headers, 'webhook-timestamp': 'now' }, secret, at(0)), /too old/);
});

test('a webhook without its headers, and an invalid secret, are refused', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    await refused(verifyWebhook(body, { ...headers, [name]: undefined }, secret, at(0)), new RegExp(name));
  await expect(verifyWebhook(body, headers, '', at(0))).rejects.toThrow(TypeError);
  await expect(verifyWebhook(body, headers, 'whsec_%', at(0))).rejects.toThrow(TypeError);
  expect(new WebhookVerificationError('')).toBeInstanceOf(Error);
});

test('events are distinguished by their type', () => {
  const nameOf = (event: TradepostEvent) => {
    if (event.type === 'ACCEPT.OFFER') return event.data?.offerType;
    if (event.type === 'CREATE.ENTITLEMENT') {
      // @ts-expect-error An entitlement has no such field.
      expect(event.data?.offerType).toBeUndefined();
      return event.data?.offerID;
    }
    return event.info?.position;
  };
  expectTypeOf<TradepostEvent['type']>().not.toEqualTypeOf<string>();
  expect(nameOf({ type: 'ACCEPT.OFFER', data: { offerType: 'PRIVATE' } } as TradepostEvent)).toBe('PRIVATE');
});
