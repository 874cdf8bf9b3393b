import { createHash } from 'node:crypto';
import type { Clock } from '../http/clock.ts';
import { denied, invalid, ServiceError } from './errors.ts';
import type { Caller } from './identities.ts';
import type { Ids } from './ids.ts';

type Message = {
  id: string;
  body: string;
  sentMs: number;
  visibleAtMs: number;
  receives: number;
  receipts: string[];
};

export type Queue = {
  arn: string;
  url: string;
  owner: string;
  visibilityS: number;
  messages: Message[];
  /** Callers that wait for a message. */
  waiting: Set<() => void>;
};

/** The body of any queue call, with the members of all calls. */
export type QueueInput = {
  QueueUrl?: string;
  MaxNumberOfMessages?: number;
  WaitTimeSeconds?: number;
  VisibilityTimeout?: number;
  ReceiptHandle?: string;
  Entries?: { Id: string; ReceiptHandle: string }[];
  AttributeNames?: string[];
  MessageSystemAttributeNames?: string[];
};

const queryError = (code: string, status: number, name: string, message: string) =>
  new ServiceError(name, status, message, {}, { 'x-amzn-query-error': `${code};Sender` });

const batchError = (name: string, message: string) =>
  queryError(`AWS.SimpleQueueService.${name}`, 400, name, message);

/**
 * Simulates unordered queues. A message is redelivered unless it is deleted in time. Only the owner can read
 * a queue.
 */
export function createQueues(clock: Clock, ids: Ids) {
  const queues = new Map<string, Queue>();
  clock.onMoved(() => {
    for (const queue of queues.values()) for (const wake of queue.waiting) wake();
  });
  const require = (input: QueueInput, caller: Caller) => requireQueue(queues, input, caller);
  let longestWaitS = Number.POSITIVE_INFINITY;
  return {
    /** Limits the real duration of long polls, because tests that poll repeatedly do not need the wait. */
    waitAtMost: (seconds: number): void => {
      longestWaitS = seconds;
    },
    add: (owner: string, name: string): Queue => {
      const queue: Queue = {
        arn: `arn:aws:sqs:us-east-1:${owner}:${name}`,
        url: `https://sqs.us-east-1.amazonaws.com/${owner}/${name}`,
        owner,
        visibilityS: 30,
        messages: [],
        waiting: new Set(),
      };
      queues.set(`${owner}/${name}`, queue);
      return queue;
    },
    of: (owner: string) => [...queues.values()].filter((queue) => queue.owner === owner),
    send: (queue: Queue, body: string) => {
      const now = clock.now();
      queue.messages.push({ id: ids.uuid(), body, sentMs: now, visibleAtMs: now, receives: 0, receipts: [] });
      for (const wake of queue.waiting) wake();
    },
    ReceiveMessage: (input: QueueInput, caller: Caller, signal: AbortSignal) =>
      receive(require(input, caller), input, signal, clock, { ids, longestWaitS }),
    DeleteMessage: (input: QueueInput, caller: Caller) => {
      const words = 'The input receipt handle is invalid.';
      if (!remove(require(input, caller), input.ReceiptHandle))
        throw queryError('ReceiptHandleIsInvalid', 404, 'ReceiptHandleIsInvalid', words);
      return {};
    },
    DeleteMessageBatch: (input: QueueInput, caller: Caller) => deleteBatch(require(input, caller), input),
    GetQueueAttributes: (input: QueueInput, caller: Caller) => ({
      Attributes: attributesOf(require(input, caller), clock.now(), input.AttributeNames ?? []),
    }),
    GetQueueUrl: (
      { QueueName = '', QueueOwnerAWSAccountId }: { QueueName?: string; QueueOwnerAWSAccountId?: string },
      caller: Caller,
    ) => ({
      QueueUrl: require({ QueueUrl: `${QueueOwnerAWSAccountId ?? caller.accountId}/${QueueName}` }, caller)
        .url,
    }),
  };
}
export type Queues = ReturnType<typeof createQueues>;

function requireQueue(
  queues: ReadonlyMap<string, Queue>,
  { QueueUrl = '' }: QueueInput,
  caller: Caller,
): Queue {
  const [name, account] = QueueUrl.split('/').reverse();
  const queue = queues.get(`${account}/${name}`);
  const words = 'The specified queue does not exist.';
  if (!queue) throw queryError('AWS.SimpleQueueService.NonExistentQueue', 400, 'QueueDoesNotExist', words);
  if (queue.owner !== caller.accountId)
    throw denied(`User: ${caller.arn} is not authorized to perform: sqs on resource: ${queue.arn}`);
  return queue;
}

/** Receives visible messages, or messages that arrive within the caller's wait time. */
async function receive(
  queue: Queue,
  input: QueueInput,
  signal: AbortSignal,
  clock: Clock,
  { ids, longestWaitS }: { ids: Ids; longestWaitS: number },
) {
  checkReceive(input);
  const untilMs = performance.now() + Math.min(input.WaitTimeSeconds ?? 0, longestWaitS) * 1000;
  for (;;) {
    const found = queue.messages
      .filter(({ visibleAtMs }) => visibleAtMs <= clock.now())
      .slice(0, input.MaxNumberOfMessages ?? 1);
    for (const message of found) {
      message.visibleAtMs = clock.now() + (input.VisibilityTimeout ?? queue.visibilityS) * 1000;
      message.receives += 1;
      message.receipts.push(ids.sessionToken());
    }
    const leftMs = untilMs - performance.now();
    if (found.length > 0) return { Messages: found.map((message) => shownOf(message, input)) };
    if (leftMs <= 0 || signal.aborted) return {};
    await woken(queue, clock.now(), leftMs, signal);
  }
}

function checkReceive({
  MaxNumberOfMessages = 1,
  WaitTimeSeconds = 0,
  VisibilityTimeout = 0,
}: QueueInput): void {
  const within = (value: number, min: number, max: number) => value >= min && value <= max;
  if (
    !within(MaxNumberOfMessages, 1, 10) ||
    !within(WaitTimeSeconds, 0, 20) ||
    !within(VisibilityTimeout, 0, 43_200)
  )
    throw invalid(400, 'A value of ReceiveMessage is out of its range.');
}

/** Waits until a message arrives, a message becomes visible again, or the caller's wait time is over. */
function woken(queue: Queue, nowMs: number, leftMs: number, signal: AbortSignal): Promise<void> {
  const next = Math.min(...queue.messages.map(({ visibleAtMs }) => visibleAtMs - nowMs), leftMs);
  return new Promise((done) => {
    const wake = () => {
      clearTimeout(timer);
      queue.waiting.delete(wake);
      signal.removeEventListener('abort', wake);
      done();
    };
    const timer = setTimeout(wake, Math.max(1, next));
    queue.waiting.add(wake);
    signal.addEventListener('abort', wake);
  });
}

/** Deletes a message by any of its receipts. Repeated deletion is not an error. */
function remove(queue: Queue, receipt: string | undefined): boolean {
  const at = queue.messages.findIndex(({ receipts }) => receipts.includes(receipt ?? ''));
  if (at >= 0) queue.messages.splice(at, 1);
  return at >= 0 || /^[A-Za-z0-9+/]{128}$/.test(receipt ?? '');
}

function deleteBatch(queue: Queue, { Entries = [] }: QueueInput) {
  if (Entries.length < 1) throw batchError('EmptyBatchRequest', 'There should be at least one entry.');
  if (Entries.length > 10)
    throw batchError('TooManyEntriesInBatchRequest', 'Maximum number of entries per request are 10.');
  if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length)
    throw batchError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id.');
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const { Id, ReceiptHandle } of Entries)
    if (remove(queue, ReceiptHandle)) Successful.push({ Id });
    else Failed.push({ Id, SenderFault: true, Code: 'ReceiptHandleIsInvalid' });
  return { Successful, Failed };
}

function attributesOf(queue: Queue, nowMs: number, names: readonly string[]): Record<string, string> {
  const visible = queue.messages.filter(({ visibleAtMs }) => visibleAtMs <= nowMs).length;
  const all: Record<string, string> = {
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(queue.messages.length - visible),
    ApproximateNumberOfMessagesDelayed: '0',
    QueueArn: queue.arn,
    VisibilityTimeout: String(queue.visibilityS),
    ReceiveMessageWaitTimeSeconds: '0',
    MessageRetentionPeriod: '345600',
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => names.includes('All') || names.includes(name)),
  );
}

function shownOf(message: Message, input: QueueInput) {
  const asked = [...(input.AttributeNames ?? []), ...(input.MessageSystemAttributeNames ?? [])];
  const all: Record<string, string> = {
    SentTimestamp: String(Math.round(message.sentMs)),
    ApproximateReceiveCount: String(message.receives),
  };
  const shown = Object.entries(all).filter(([name]) => asked.includes('All') || asked.includes(name));
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipts.at(-1),
    Body: message.body,
    MD5OfBody: createHash('md5').update(message.body).digest('hex'),
    ...(shown.length > 0 && { Attributes: Object.fromEntries(shown) }),
  };
}
