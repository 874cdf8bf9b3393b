import {
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { assume, type Clients, clientsFor, refusalOf } from './clients.fixture.ts';
import { type MkA, startMkA } from './server.ts';

let mkA: MkA;
let seller: ReturnType<MkA['addSeller']>;
let sqs: Clients['sqs'];
const started: MkA[] = [];
beforeEach(async () => {
  mkA = await startMkA({ now: () => Date.parse('2030-01-01T12:00:00Z') });
  started.push(mkA);
  seller = mkA.addSeller({ externalId: 'ours-1' });
  const role = { RoleArn: seller.roleArn, ExternalId: 'ours-1' };
  sqs = clientsFor(mkA.url, await assume(mkA.url, mkA.operator, role)).sqs;
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const buyer = '111122223333';
const receive = async (more: object = {}) => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: seller.queueUrl, MaxNumberOfMessages: 10, ...more }),
  );
  return Messages;
};
const typesOf = (messages: readonly Message[]) =>
  messages.map(({ Body = '' }) => JSON.parse(Body)['detail-type'] as string);
const accept = () => mkA.buyerAccepts(seller.addOffer(seller.addProduct(), { buyer }).id);

test('a purchase sends two events: one of the agreement, without product, and one of the license, with both', async () => {
  const agreement = accept();
  const messages = await receive({ MessageSystemAttributeNames: ['All'] });
  expect(typesOf(messages)).toEqual([
    'Purchase Agreement Created - Proposer',
    'License Updated - Manufacturer',
  ]);
  expect(messages[0]?.Attributes?.ApproximateReceiveCount).toBe('1');
  const [created, licensed] = messages.map(({ Body = '' }) => JSON.parse(Body));
  expect(created).toMatchObject({
    source: 'aws.agreement-marketplace',
    account: seller.accountId,
    region: 'us-east-1',
  });
  expect(created.detail).toEqual({
    requestId: expect.any(String),
    catalog: 'AWSMarketplace',
    agreement: {
      id: agreement.id,
      intent: 'NEW',
      status: 'ACTIVE',
      acceptanceTime: '2030-01-01T12:00:00.000Z',
      startTime: '2030-01-01T12:00:00.000Z',
      endTime: '2031-01-01T12:00:00.000Z',
    },
    resaleAuthorization: { id: null },
    acceptor: { accountId: buyer },
    proposer: { accountId: seller.accountId },
    offer: { id: agreement.offer.id },
  });
  expect(licensed.detail).toMatchObject({
    agreement: { id: agreement.id },
    product: { id: agreement.productId, code: agreement.productCode },
    license: { arn: agreement.licenseArn },
  });
});

test('a message is redelivered until it is deleted, and never after that', async () => {
  accept();
  const [first, second] = await receive();
  expect(await receive()).toEqual([]);
  await sqs.send(
    new DeleteMessageCommand({ QueueUrl: seller.queueUrl, ReceiptHandle: first?.ReceiptHandle }),
  );
  mkA.pass(31_000);
  const again = await receive();
  expect(again.map(({ MessageId }) => MessageId)).toEqual([second?.MessageId]);
  const Entries = [
    { Id: 'a', ReceiptHandle: second?.ReceiptHandle },
    { Id: 'b', ReceiptHandle: 'made-up' },
  ];
  const { Successful, Failed } = await sqs.send(
    new DeleteMessageBatchCommand({ QueueUrl: seller.queueUrl, Entries }),
  );
  expect([Successful?.map(({ Id }) => Id), Failed?.map(({ Id }) => Id)]).toEqual([['a'], ['b']]);
  mkA.pass(3_600_000);
  expect(await receive()).toEqual([]);
});

test('a test can make events arrive twice, late and out of order', async () => {
  mkA.deliver({ copies: 2, reversed: true });
  mkA.holdEvents();
  accept();
  expect(await receive()).toEqual([]);
  mkA.letEventsGo();
  const [updated, created] = ['License Updated - Manufacturer', 'Purchase Agreement Created - Proposer'];
  expect(typesOf(await receive({ VisibilityTimeout: 600 }))).toEqual([updated, updated, created, created]);
  mkA.deliver({ copies: 1, delayMs: 60_000 });
  accept();
  expect(await receive()).toEqual([]);
  mkA.settle();
  expect(await receive()).toHaveLength(2);
});

test('a long poll ends when a message arrives', async () => {
  const waiting = receive({ WaitTimeSeconds: 20 });
  accept();
  expect((await waiting).length).toBeGreaterThan(0);
});

test("only a queue's own account with the right to read can read it", async () => {
  const other = mkA.addSeller();
  const QueueUrl = other.queueUrl;
  expect(await refusalOf(receive({ QueueUrl }))).toMatchObject({
    name: 'AccessDeniedException',
    status: 403,
  });
  expect(await refusalOf(receive({ QueueUrl: `${QueueUrl}-unknown` }))).toMatchObject({
    name: 'QueueDoesNotExist',
    status: 400,
  });
  mkA.forbid(seller.roleArn, 'sqs:DeleteMessage');
  accept();
  const [message] = await receive();
  const Entries = [{ Id: 'a', ReceiptHandle: message?.ReceiptHandle }];
  const remove = new DeleteMessageBatchCommand({ QueueUrl: seller.queueUrl, Entries });
  expect(await refusalOf(sqs.send(remove))).toMatchObject({ name: 'AccessDeniedException' });
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: seller.queueUrl, AttributeNames: ['All'] }),
  );
  expect(Attributes).toMatchObject({
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesNotVisible: '2',
    QueueArn: seller.queueArn,
  });
});

test('change sets, releases and ends send events, and the license an hour later', async () => {
  const agreement = accept();
  mkA.agreementEnds(agreement.id);
  mkA.pass(3_600_000);
  expect(typesOf(await receive()).slice(2)).toEqual([
    'Purchase Agreement Ended - Proposer',
    'License Deprovisioned - Manufacturer',
  ]);
  const renewed = mkA.agreementRenews(accept().id);
  const events = mkA.events.filter(({ detail }) => JSON.stringify(detail).includes(renewed.id));
  expect(events[0]?.detail).toMatchObject({
    agreement: { intent: 'RENEW', previousAgreementId: renewed.previousAgreementId },
  });
});
