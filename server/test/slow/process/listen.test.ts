import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type Credentials, callerOf, readCredentials } from '../../process/api.ts';
import { cleanUp, command, makeFolder, type Program, start, waitFor } from '../../process/program.ts';
import { type Receiver, startReceiver } from '../../webhook-receiver.ts';

let dataDir: string;
let program: Program;
let address: string;
let credentials: Credentials;
let caller: Caller;
let receiver: Receiver;
beforeAll(async () => {
  dataDir = await makeFolder();
  program = start({ DATA_DIR: dataDir, WEBHOOK_ALLOW_INSECURE_URL: 'true' });
  address = await program.address();
  credentials = readCredentials(dataDir);
  caller = await callerOf(address, credentials);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await cleanUp();
});

const linesOf = (listener: Program, word: string) =>
  listener
    .stdout()
    .split('\n')
    .filter((line) => line.includes(word));

test('listen prints and forwards events, signed, in order; trigger creates an event', async () => {
  const listener = start({ DATA_DIR: dataDir }, { arguments: ['listen', '--forward', receiver.url] });
  const secret = await waitFor(() => /signed with (whsec_\S+)/.exec(listener.stdout())?.[1]);
  const triggered = await command({ DATA_DIR: dataDir }, 'trigger', 'ACCEPT.OFFER');
  expect(triggered.stderr()).toBe('');
  const eventId = triggered.stdout().trim().split(' ')[1];
  const { body: offer } = await caller.post('/offer', { name: 'Heard' });
  await waitFor(() => linesOf(listener, `PENDING_ACCEPTANCE.OFFER ${offer.id}`)[0]);
  const [test, ...real] = receiver.received;
  expect(test).toMatchObject({
    id: eventId,
    json: {
      type: 'ACCEPT.OFFER',
      title: 'TEST: Offer accepted',
      info: { isTest: true },
      data: { isTest: true },
    },
  });
  expect(real.map(({ json }) => json.type)).toEqual(['CREATE.OFFER', 'PENDING_ACCEPTANCE.OFFER']);
  const verifier = new Webhook(secret);
  for (const { body, headers } of receiver.received)
    expect(() => verifier.verify(body, headers as Record<string, string>)).not.toThrow();
  expect(linesOf(listener, '-> 200 in')).toHaveLength(3);

  await receiver.stop();
  await caller.post('/offer', { name: 'Unheard' });
  await waitFor(() => linesOf(listener, '-> failed: ')[0]);
  expect((await listener.terminate()).code ?? 0).toBe(0);
  receiver = await startReceiver();
});

test('events resend sends an event again to its endpoints', async () => {
  const { body: endpoint } = await caller.post('/webhook', { url: receiver.url, scopes: ['CANCEL.OFFER'] });
  const keys = {
    TRADEPOST_URL: `${address}/`,
    TRADEPOST_ORG: credentials.orgId,
    TRADEPOST_CLIENT_ID: credentials.clientId,
    TRADEPOST_CLIENT_SECRET: credentials.clientSecret,
    DATA_DIR: path.join(dataDir, 'nowhere'),
  };
  const triggered = await command(keys, 'trigger', 'CANCEL.OFFER');
  const eventId = triggered.stdout().trim().split(' ')[1] as string;
  await waitFor(async () => {
    const { body } = await caller.get(`/webhook/${endpoint.id}/delivery?status=DONE`);
    return body[0];
  });
  const resent = await command(keys, 'events', 'resend', eventId);
  expect([resent.stdout().trim(), resent.code]).toEqual([
    `${eventId} will be sent to ${receiver.url} again.`,
    0,
  ]);
  await waitFor(() => receiver.received[1]);
  expect(receiver.received.map(({ id }) => id)).toEqual([eventId, eventId]);

  const ends = async (...words: string[]) => {
    const { code, stderr } = await command(keys, ...words);
    return [code, stderr().trim()];
  };
  expect(await ends('events', 'resend', 'evt_0')).toEqual([
    1,
    expect.stringContaining('has a delivery of evt_0'),
  ]);
  expect(await ends('trigger', 'SING.SONG')).toEqual([
    1,
    expect.stringMatching(/responded with 400 invalid_request: \/scope: must be/),
  ]);
  for (const address of ['nowhere', 'ftp://127.0.0.1/hooks'])
    expect(await ends('listen', '--forward', address)).toEqual([1, expect.stringContaining('--forward')]);
  expect((await command({ DATA_DIR: keys.DATA_DIR }, 'trigger', 'ACCEPT.OFFER')).stderr()).toContain(
    'no baseUrl',
  );
});
