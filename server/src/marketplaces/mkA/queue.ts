import { createHash } from 'node:crypto';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { Notification, PulledNotification, RawNotification, Subject } from '../notifications.ts';
import type { Calls } from './calls.ts';
import { longPollSeconds } from './clients.ts';
import { refusal } from './errors.ts';

type Port = Required<
  Pick<MarketplaceAdapter, 'verifyNotification' | 'pullNotifications' | 'acknowledgeNotifications'>
>;

/** So long a message that was handed over is kept from others, in seconds. */
const hiddenSeconds = 120;
const mostAtOnce = 10;
/** Of a message that came out of the queue: nothing that comes in over HTTP has it. */
const pulled = 'PULL';

/** Whoever may write to the queue writes what they will: no member is what it should be until that is seen. */
type Event = Partial<Record<'id' | 'source' | 'detail-type' | 'resources' | 'time' | 'detail', unknown>>;

/** Creates the part of the port that hears of events: from the seller's queue, whose access is all the proof there is. */
export function createQueuePort({ call, settings }: Pick<Calls, 'call' | 'settings'>): Port {
  const addressOf = (): string => {
    const { queue } = settings();
    if (queue) return queue.url;
    throw refusal('NO_QUEUE', 'The integration names no queue. Enter queueArn, as the setup says.');
  };
  let isFirst = true;
  const waitOf = (url: string): number => {
    const seconds = isFirst ? firstWaitSeconds(url) : longPollSeconds;
    isFirst = false;
    return seconds;
  };
  return {
    verifyNotification: async (raw) => {
      if (raw.method !== pulled)
        throw refusal('NOT_SIGNED', 'The marketplace sends nothing over HTTP: what comes so is not its own.');
      return notificationOf(raw);
    },
    pullNotifications: async (signal) => {
      const QueueUrl = addressOf();
      const WaitTimeSeconds = waitOf(QueueUrl);
      try {
        const { Messages = [] } = await call('queue', (client, { ReceiveMessageCommand }) =>
          client.send(
            new ReceiveMessageCommand({
              QueueUrl,
              MaxNumberOfMessages: mostAtOnce,
              WaitTimeSeconds,
              VisibilityTimeout: hiddenSeconds,
              MessageSystemAttributeNames: ['SentTimestamp'],
            }),
            { abortSignal: signal },
          ),
        );
        return Messages.map(
          ({ MessageId = '', ReceiptHandle = '', Body = '', Attributes }): PulledNotification => ({
            receipt: ReceiptHandle,
            sentTime: timeOf(Attributes?.SentTimestamp),
            raw: { method: pulled, query: '', headers: { 'message-id': MessageId }, rawBody: Body },
          }),
        );
      } catch (error) {
        if (signal.aborted && error instanceof MarketplaceError && error.kind === 'unreachable') return [];
        throw error;
      }
    },
    acknowledgeNotifications: async (receipts) => {
      const QueueUrl = addressOf();
      for (let at = 0; at < receipts.length; at += mostAtOnce) {
        const Entries = receipts
          .slice(at, at + mostAtOnce)
          .map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));
        // What could not be deleted comes again, and is known then.
        await call('queue', (client, { DeleteMessageBatchCommand }) =>
          client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })),
        );
      }
    },
  };
}

/**
 * The wait of the first look into a queue. Queues that a process begins to read at once would all be asked again at once, each
 * time; so each has a second of its own.
 */
const firstWaitSeconds = (url: string): number =>
  1 + (createHash('sha256').update(url).digest().readUInt32BE() % longPollSeconds);

const timeOf = (ms: string | undefined): string | undefined =>
  /^\d{1,15}$/.test(ms ?? '') ? new Date(Number(ms)).toISOString() : undefined;

/** Reads what a message is about: nothing, one or more things. */
export function notificationOf({ rawBody, headers }: RawNotification): Notification {
  const event = eventIn(rawBody);
  const id = text(event?.id) ?? String(headers['message-id'] ?? '');
  const sentTime = text(event?.time);
  const isTime = sentTime !== undefined && !Number.isNaN(Date.parse(sentTime));
  return { id, subjects: event ? subjectsOf(event) : [], ...(isTime ? { sentTime } : {}) };
}

/** A message is an event, or a note of a topic with one in it. */
function eventIn(body: string): Event | undefined {
  const parsed = parse(body) as (Event & { Type?: unknown; Message?: unknown }) | undefined;
  if (parsed?.Type === 'Notification' && typeof parsed.Message === 'string')
    return parse(parsed.Message) as Event | undefined;
  return parsed;
}

function parse(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 500 ? value : undefined;

const sources = new Set(['aws.agreement-marketplace', 'aws.marketplacecatalog']);

function subjectsOf(event: Event): Subject[] {
  if (!sources.has(text(event.source) ?? '')) return [];
  const found: Subject[] = [];
  const add = (kind: Subject['kind'], id: unknown) => {
    const externalId = text(id);
    if (externalId && !found.some((one) => one.kind === kind && one.externalId === externalId))
      found.push({ kind, externalId });
  };
  const type = text(event['detail-type']) ?? '';
  const { ChangeSetId, agreement, offer, resaleAuthorization, associatedOffers } = membersOf(event.detail);
  if (type.startsWith('Change Set')) add('CHANGE', ChangeSetId ?? lastStep(event.resources));
  add('AGREEMENT', membersOf(agreement).id);
  // What an agreement means for its offer comes with the agreement; an end may be that of the offer, too.
  if (!agreement || /Ended/.test(type)) add('OFFER', membersOf(offer).id);
  if (!agreement) add('OFFER', membersOf(resaleAuthorization).id);
  for (const one of Array.isArray(associatedOffers) ? associatedOffers : [])
    add('OFFER', membersOf(membersOf(one).offer).id);
  return found;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const lastStep = (resources: unknown): string | undefined =>
  Array.isArray(resources) ? text(resources[0])?.split('/').at(-1) : undefined;
