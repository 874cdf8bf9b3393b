import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** An event as it was recorded, with its place in the organization's trail. */
export type SealedEvent = {
  position: number;
  id: string;
  entityType: string;
  entityId: string;
  sequence: number;
  action: string;
  /** The business meaning of the action, where one action has several. */
  change?: string | undefined;
  /** JSON text of the record after and before. */
  payload: string;
  before: string | undefined;
  actor: { type: string; id: string | undefined; email: string | undefined; name: string | undefined };
  audited: boolean;
  /** RFC 3339. */
  creationTime: string;
};

/** Whom the record itself names as notified of the event, among its notices. */
export type Notice = { contactIds: readonly string[]; message: string | undefined };

/** One business fact, with what channels and lists need to know of it. */
export type Notification = {
  id: string;
  position: number;
  sequence: number;
  /** `<ACTION>.<ENTITY>` */
  notificationScope: string;
  /** True when the notification scope is in the list by which e-mail is routed. */
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
  /** What a buyer reads instead. */
  toBuyers: { title: string; message: string };
  priority: Priority;
  isActionItem: boolean;
  requireAudit: boolean;
  createdBy: JsonObject;
  notice: Notice | undefined;
  /** References of the record that receivers look it up by. */
  info: JsonObject;
  /** RFC 3339, by the organization's clock. */
  timestamp: string;
  /** The record as it was then, as callers see it. */
  record: JsonObject;
};

/**
 * Makes the notifications of an event: one for its own fact, others for what its change of state amounts to. Every
 * event makes one, whatever its payload is.
 */
export function notificationsOf(event: SealedEvent): Notification[] {
  const record = parse(event.payload);
  const { entityType, action } = event;
  const further = furtherActions(entityType, action, () => statusOf(event.before), textOf(record.status));
  return [
    notificationOf(event, record, action, event.id),
    ...further.map((other) => notificationOf(event, record, other, followingEventId(event.id, other))),
  ];
}

/** Records are read so many at a time: an offer takes a tenth of a millisecond. */
const atOnce = 20;

/** Makes the notifications of events, and lets requests be answered meanwhile. */
export async function notificationsOfAll(events: readonly SealedEvent[]): Promise<Notification[]> {
  const notifications: Notification[] = [];
  for (let first = 0; first < events.length; first += atOnce) {
    if (first > 0) await nextTurn();
    notifications.push(...events.slice(first, first + atOnce).flatMap(notificationsOf));
  }
  return notifications;
}

const statusOf = (before: string | undefined) =>
  before === undefined ? undefined : textOf(parse(before).status);

function notificationOf(event: SealedEvent, record: JsonObject, action: string, id: string): Notification {
  const { entityType, actor } = event;
  const notificationScope = `${action}.${entityType}`;
  const wording =
    meanings[`${notificationScope}.${event.change}`] ??
    catalogue[notificationScope] ??
    defaultWording(action, entityType);
  const entityName = textOf(record.name) ?? textOf(record.email);
  const entityStatus = textOf(record.status);
  const partner = textOf(record.partner);
  const fill = (text: string) =>
    text
      .replaceAll('{name}', () => shortened(entityName, longestName) ?? event.entityId)
      .replaceAll('{partner}', () => partner ?? 'the partner')
      .replaceAll('{status}', () => entityStatus ?? 'unknown')
      .replaceAll('{secretEnd}', () => textOf(record.secretEndTime)?.slice(0, 10) ?? 'a day that is near');
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
    priority: wording.urgentIn?.includes(entityStatus ?? '') ? 'HIGH' : wording.priority,
    isActionItem: wording.isActionItem ?? false,
    requireAudit: event.audited,
    createdBy: withoutGaps({
      entityType: actor.type,
      entityId: actor.id,
      email: actor.email,
      name: actor.name,
    }),
    notice,
    info: withoutGaps({
      position: event.position,
      sequence: event.sequence,
      // What the event amounts to by its move of state has an action of its own.
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
    }),
    timestamp: event.creationTime,
    record,
  };
}

/** The most characters of a reason in a message: the record has it whole. */
const longestReason = 1000;

/** Why the record failed or needs people, in the words that it has itself. */
function reasonOf(record: JsonObject, { urgentIn }: Wording, action: string): string | undefined {
  const isFailure = action === 'ABNORMAL_ALERT' || urgentIn?.includes(textOf(record.status) ?? '');
  if (!isFailure) return undefined;
  const { metaInfo, message, reason } = record;
  const said = (metaInfo as { prettifiedErrorMessages?: unknown } | undefined)?.prettifiedErrorMessages;
  return shortened((textsOf(said) ?? []).at(-1) ?? textOf(message) ?? textOf(reason), longestReason);
}

/** Facts that the buyer is notified of too, though the record keeps no notice of them. */
const noticeToBuyer: Readonly<Record<string, Notice>> = {
  'END_SOON.ENTITLEMENT': { contactIds: [], message: undefined },
};

/** The most characters of a name in a sentence. */
const longestName = 200;

/** The beginning of a text that is longer. Half of a character at its end is left out. */
export const shortened = <T extends string | undefined>(text: T, length: number): T =>
  (text === undefined || text.length <= length
    ? text
    : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`) as T;

/** The notice that a record keeps of this very event (`metaInfo.notifications`). */
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
