import { createHash } from 'node:crypto';
import type { MarketplaceAdapter } from '../adapter.ts';
import { MarketplaceError } from '../errors.ts';
import type { Notification, PulledNotification, RawNotification, Subject } from '../notifications.ts';
import { refundHandle } from './agreements/refunds.ts';
import type { Calls } from './calls.ts';
import { longPollSeconds } from './clients.ts';
import { refusal } from './errors.ts';
import { type DetailMember, type EventKind, eventKinds, nameOfKind, unknownKind } from './events.ts';

type Port = Required<
  Pick<MarketplaceAdapter, 'verifyNotification' | 'pullNotifications' | 'acknowledgeNotifications'>
>;

/** Visibility timeout: how long a received message stays hidden from other readers, in seconds. */
const hiddenSeconds = 120;
const mostAtOnce = 10;
/** Method value of a message that was read from the queue; HTTP requests never have this value. */
const pulled = 'PULL';

/**
 * The unvalidated body of a message. Every account with access to the queue can write any content, so each
 * member is validated.
 */
type Event = Partial<Record<'id' | 'source' | 'detail-type' | 'resources' | 'time' | 'detail', unknown>>;

/**
 * Creates the adapter methods that receive events from the seller's queue. Access to the queue is the only
 * proof of origin.
 */
export function createQueuePort({ call, settings }: Pick<Calls, 'call' | 'settings'>): Port {
  const addressOf = (): string => {
    const { queue } = settings();
    if (queue) return queue.url;
    throw refusal('NO_QUEUE', 'The integration has no queue. Enter queueArn, as the setup describes.');
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
        throw refusal(
          'NOT_SIGNED',
          'The marketplace does not send notifications over HTTP: this request is not from the marketplace.',
        );
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
        // A message that could not be deleted is received again and deduplicated then.
        await call('queue', (client, { DeleteMessageBatchCommand }) =>
          client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })),
        );
      }
    },
  };
}

/**
 * Returns the wait of the first read of a queue. The waits differ, so that queues that start at the same time
 * are not all polled together.
 */
const firstWaitSeconds = (url: string): number =>
  1 + (createHash('sha256').update(url).digest().readUInt32BE() % longPollSeconds);

const timeOf = (ms: string | undefined): string | undefined =>
  /^\d{1,15}$/.test(ms ?? '') ? new Date(Number(ms)).toISOString() : undefined;

/** Returns the records that a message is about. */
export function notificationOf({ rawBody, headers }: RawNotification): Notification {
  const event = eventIn(rawBody);
  const id = text(event?.id) ?? String(headers['message-id'] ?? '');
  const sentTime = text(event?.time);
  const isTime = sentTime !== undefined && !Number.isNaN(Date.parse(sentTime));
  return { id, ...(event ? meaningOf(event) : { subjects: [] }), ...(isTime ? { sentTime } : {}) };
}

/**
 * Parses the event in a message. The message is the event, or a topic notification that contains the event.
 */
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

/**
 * Returns the records that an event is about. An unknown event kind is reported, and all records in the event
 * are read.
 */
function meaningOf(event: Event): Omit<Notification, 'id'> {
  const source = text(event.source) ?? '';
  const kinds = Object.hasOwn(eventKinds, source) ? eventKinds[source] : undefined;
  if (!kinds) return { subjects: [] };
  const name = nameOfKind(text(event['detail-type']) ?? '');
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  const subjects = subjectsOf(event, kind ?? unknownKind);
  if (!kind) return { subjects, unknownKind: `${source}: ${name}` };
  return kind.notice ? { subjects, notices: [kind.notice] } : { subjects };
}

function subjectsOf(event: Event, { reads }: EventKind): Subject[] {
  const found: Subject[] = [];
  for (const named of reads) {
    const { kind, ids } = named === 'change' ? changeIn(event) : readers[named](membersOf(event.detail));
    for (const externalId of ids.flatMap((id) => text(id) ?? []))
      if (!found.some((one) => one.kind === kind && one.externalId === externalId))
        found.push({ kind, externalId });
  }
  return found;
}

type Members = Readonly<Record<string, unknown>>;
type Ids = { kind: Subject['kind']; ids: readonly unknown[] };

const readers: Readonly<Record<Exclude<DetailMember, 'change'>, (detail: Members) => Ids>> = {
  agreement: ({ agreement }) => ({ kind: 'AGREEMENT', ids: [membersOf(agreement).id] }),
  previousAgreement: ({ agreement }) => ({
    kind: 'AGREEMENT',
    ids: [membersOf(agreement).previousAgreementId],
  }),
  offer: ({ offer }) => ({ kind: 'OFFER', ids: [membersOf(offer).id] }),
  associatedOffers: ({ associatedOffers }) => ({
    kind: 'OFFER',
    ids: (Array.isArray(associatedOffers) ? associatedOffers : []).map(
      (one) => membersOf(membersOf(one).offer).id,
    ),
  }),
  resaleAuthorization: ({ resaleAuthorization }) => ({
    kind: 'OFFER',
    ids: [membersOf(resaleAuthorization).id],
  }),
  // The job that requested a refund polls the refund like any other change.
  refund: ({ agreement, billingAdjustmentRequest }) => {
    const [agreementId, id] = [text(membersOf(agreement).id), text(membersOf(billingAdjustmentRequest).id)];
    return { kind: 'CHANGE', ids: agreementId && id ? [refundHandle(agreementId, id)] : [] };
  },
};

const changeIn = ({ detail, resources }: Event): Ids => ({
  kind: 'CHANGE',
  ids: [membersOf(detail).ChangeSetId ?? lastStep(resources)],
});

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

const lastStep = (resources: unknown): string | undefined =>
  Array.isArray(resources) ? text(resources[0])?.split('/ChangeSet/').at(1) : undefined;
