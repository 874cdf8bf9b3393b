import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PartnerName, partnerName } from '../marketplaces/index.ts';
import { followingEventId } from '../platform/events/record-event.ts';
import {
  catalogue,
  defaultWording,
  furtherActions,
  isNotificationScope,
  meanings,
  type Priority,
  type Wording,
} from './catalogue.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A recorded event with its position in the organization's trail. */
export type SealedEvent = {
  position: number;
  id: string;
  entityType: string;
  entityId: string;
  sequence: number;
  action: string;
  /** The specific meaning of an action with several meanings. */
  change?: string | undefined;
  /** The JSON text of the record after the event. */
  payload: string;
  before: string | undefined;
  actor: { type: string; id: string | undefined; email: string | undefined; name: string | undefined };
  audited: boolean;
  /** RFC 3339. */
  creationTime: string;
};

/** The notice of an event in the record itself, with recipients and wording. */
export type Notice = { contactIds: readonly string[]; message: string | undefined };

/** One business fact, with the values for channels and lists. */
export type Notification = {
  id: string;
  position: number;
  sequence: number;
  /** `<ACTION>.<ENTITY>` */
  notificationScope: string;
  /** Whether the fact is in the list of notification scopes, by which e-mail is routed. */
  isListedScope: boolean;
  entityType: string;
  entityId: string;
  action: string;
  entityName: string | undefined;
  entityStatus: string | undefined;
  partner: string | undefined;
  productId: string | undefined;
  title: string;
  message: string;
  /** The wording for buyers. */
  toBuyers: { title: string; message: string };
  /** The wording for mails: names instead of codes; the status and the reason of a failure are shown separately. */
  inMails: { message: string; toBuyers: string; reason: string | undefined; partner: string | undefined };
  priority: Priority;
  isActionItem: boolean;
  requireAudit: boolean;
  createdBy: JsonObject;
  notice: Notice | undefined;
  /** The references that identify the record for receivers. */
  info: JsonObject;
  /** RFC 3339, by the organization's clock. */
  timestamp: string;
  /** The record at the time of the event, in the format of API responses. */
  record: JsonObject;
};

/**
 * Creates the notifications of an event: one for its own fact, and one for each fact that its state transition implies.
 * Every event has at least one notification, whatever its payload. Only the wording for mails has the names of partners.
 */
export function notificationsOf(event: SealedEvent, toName: PartnerName = partnerName): Notification[] {
  const record = parse(event.payload);
  const { entityType, action } = event;
  const further = furtherActions(entityType, action, () => statusOf(event.before), textOf(record.status));
  return [
    notificationOf(event, record, action, event.id, toName),
    ...further.map((other) =>
      notificationOf(event, record, other, followingEventId(event.id, other), toName),
    ),
  ];
}

/**
 * The number of events that are converted without a pause. Converting an offer event takes a tenth of a millisecond.
 */
const atOnce = 20;

/** Creates the notifications of events in portions, and yields to pending requests in between. */
export async function notificationsOfAll(
  events: readonly SealedEvent[],
  toName?: PartnerName,
): Promise<Notification[]> {
  const notifications: Notification[] = [];
  for (let first = 0; first < events.length; first += atOnce) {
    if (first > 0) await nextTurn();
    notifications.push(
      ...events.slice(first, first + atOnce).flatMap((event) => notificationsOf(event, toName)),
    );
  }
  return notifications;
}

const statusOf = (before: string | undefined) =>
  before === undefined ? undefined : textOf(parse(before).status);

function notificationOf(
  event: SealedEvent,
  record: JsonObject,
  action: string,
  id: string,
  partnerNameOf: PartnerName,
): Notification {
  const { entityType, actor } = event;
  const notificationScope = `${action}.${entityType}`;
  const wording =
    meanings[`${notificationScope}.${event.change}`] ??
    catalogue[notificationScope] ??
    defaultWording(action, entityType);
  const entityName = textOf(record.name) ?? textOf(record.email);
  const entityStatus = textOf(record.status);
  const partner = textOf(record.partner);
  const fill = (text: string, toWords = (code: string) => code, toName = toWords) =>
    text
      .replaceAll('{name}', () => truncate(entityName, longestName) ?? event.entityId)
      .replaceAll('{partner}', () => (partner === undefined ? 'the partner' : toName(partner)))
      .replaceAll('{status}', () => toWords(entityStatus ?? 'unknown'))
      .replaceAll('{warning}', () => warningOf(record) ?? 'see its warnings')
      .replaceAll(
        '{secretEnd}',
        () => textOf(record.secretEndTime)?.slice(0, 10) ?? 'a date in the near future',
      );
  const notice = noticeOf(record, id) ?? noticeToBuyer[notificationScope];
  const say = ({ title, message }: { title: string; message: string }, why = '') => ({
    title: record.isTest === true ? `TEST: ${title}` : title,
    message: notice?.message ?? `${fill(message)}${why}`,
  });
  const why = reasonOf(record, wording, action);
  return {
    id,
    position: event.position,
    sequence: event.sequence,
    notificationScope,
    isListedScope: isNotificationScope(notificationScope),
    entityType,
    entityId: event.entityId,
    action,
    entityName,
    entityStatus,
    partner,
    productId: entityType === 'PRODUCT' ? event.entityId : textOf(record.productID),
    ...say(wording, why && ` ${why}`),
    toBuyers: say(wording.toBuyers ?? wording),
    inMails: {
      ...inMailsOf(wording, (text) => notice?.message ?? fill(text, wordsOfStatus, partnerNameOf), why),
      partner: partner && partnerNameOf(partner),
    },
    priority: wording.urgentIn?.includes(entityStatus ?? '') ? 'HIGH' : wording.priority,
    isActionItem: wording.isActionItem ?? false,
    requireAudit: event.audited,
    createdBy: createdByOf(actor),
    notice,
    info: referencesOf(event, record, action),
    timestamp: event.creationTime,
    record,
  };
}

/** Returns the references that identify the record for receivers. */
const referencesOf = (event: SealedEvent, record: JsonObject, action: string): JsonObject =>
  withoutGaps({
    position: event.position,
    sequence: event.sequence,
    // The specific meaning applies only to the recorded action, and not to actions that the state transition implies.
    change: action === event.action ? event.change : undefined,
    externalID: textOf(record.externalID),
    productID: textOf(record.productID),
    buyerID: textOf(record.buyerID),
    offerID: textOf(record.offerID),
    entitlementID: textOf(record.entitlementID),
    isTest: record.isTest === true ? true : undefined,
    total: typeof record.total === 'number' ? record.total : undefined,
    entitlementIDs: textsOf(record.entitlementIDs),
    offerIDs: textsOf(record.offerIDs),
  });

const createdByOf = ({ type, id, email, name }: SealedEvent['actor']): JsonObject =>
  withoutGaps({ entityType: type, entityId: id, email, name });

/** Returns the wording for mails, without the sentence about the status. */
function inMailsOf(wording: Wording, say: (text: string) => string, reason: string | undefined) {
  const sayWithoutStatus = ({ message }: { message: string }) => say(message.replace(' It is {status}.', ''));
  return {
    message: sayWithoutStatus(wording),
    toBuyers: sayWithoutStatus(wording.toBuyers ?? wording),
    reason,
  };
}

/** Returns the latest warning of a record. */
function warningOf({ metaInfo }: JsonObject): string | undefined {
  const { warningMessages } = (metaInfo ?? {}) as { warningMessages?: unknown };
  return Array.isArray(warningMessages) ? textOf(warningMessages.at(-1)) : undefined;
}

/** The maximum length of a reason in a message; the record has the full text. */
const longestReason = 1000;

/** Returns the record's reason for a failure or for needed attention. */
function reasonOf(record: JsonObject, { urgentIn, saysWhy }: Wording, action: string): string | undefined {
  const isFailure = saysWhy || action === 'ABNORMAL_ALERT' || urgentIn?.includes(textOf(record.status) ?? '');
  if (!isFailure) return undefined;
  const { metaInfo, message, reason } = record;
  const said = (metaInfo as { prettifiedErrorMessages?: unknown } | undefined)?.prettifiedErrorMessages;
  return truncate((textsOf(said) ?? []).at(-1) ?? textOf(message) ?? textOf(reason), longestReason);
}

/** The facts of which buyers are notified even without a notice in the record. */
const noticeToBuyer: Readonly<Record<string, Notice>> = {
  'END_SOON.ENTITLEMENT': { contactIds: [], message: undefined },
};

/** Returns a status in words: `pending acceptance` for PENDING_ACCEPTANCE. */
export const wordsOfStatus = (code: string): string => code.replaceAll('_', ' ').toLowerCase();

/** The maximum length of a name in a sentence. */
const longestName = 200;

/** Truncates a long text. Half of a surrogate pair at the end is removed. */
export const truncate = <T extends string | undefined>(text: T, length: number): T =>
  (text === undefined || text.length <= length
    ? text
    : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`) as T;

/** Returns the notice of this event in the record (`metaInfo.notifications`). */
function noticeOf(record: JsonObject, id: string): Notice | undefined {
  const notices = (record.metaInfo as { notifications?: unknown } | undefined)?.notifications;
  if (!Array.isArray(notices)) return undefined;
  const notice = notices.find((other) => other?.eventID === id) as JsonObject | undefined;
  if (!notice) return undefined;
  const contactIds = Array.isArray(notice.contactIds) ? notice.contactIds : [];
  return {
    contactIds: contactIds.filter((contactId) => typeof contactId === 'string'),
    message: textOf(notice.message),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

const withoutGaps = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function parse(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};
}
