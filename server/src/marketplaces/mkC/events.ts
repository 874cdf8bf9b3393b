import type { Notification, Subject } from '../notifications.ts';
import { requestIdOf } from './procurement/request-ids.ts';

/** A message of the marketplace's topic. Its data is a text in base64 that contains the event. */
export type Message = { data?: unknown; messageId?: unknown; publishTime?: unknown };

/** The unvalidated event in a message. Only its identifiers are used: the records are read again. */
type Event = Partial<Record<'eventId' | 'eventType' | 'entitlement' | 'account', unknown>>;

/** The published event types. */
export const eventTypes: ReadonlySet<string> = new Set([
  'ACCOUNT_CREATION_REQUESTED',
  'ACCOUNT_ACTIVE',
  'ACCOUNT_DELETED',
  'ENTITLEMENT_CREATION_REQUESTED',
  'ENTITLEMENT_OFFER_ACCEPTED',
  'ENTITLEMENT_ACTIVE',
  'ENTITLEMENT_PLAN_CHANGE_REQUESTED',
  'ENTITLEMENT_PLAN_CHANGED',
  'ENTITLEMENT_PLAN_CHANGE_CANCELLED',
  'ENTITLEMENT_PENDING_CANCELLATION',
  'ENTITLEMENT_CANCELLATION_REVERTED',
  'ENTITLEMENT_CANCELLING',
  'ENTITLEMENT_CANCELLED',
  'ENTITLEMENT_RENEWED',
  'ENTITLEMENT_OFFER_ENDED',
  'ENTITLEMENT_SUSPENDED',
  'ENTITLEMENT_REACTIVATED',
  'ENTITLEMENT_DELETED',
]);

/** Returns the records that a message is about. */
export function notificationOf(message: Message): Notification {
  const event = eventIn(message.data);
  const id = text(event?.eventId) ?? text(message.messageId) ?? '';
  const sentTime = text(message.publishTime);
  const isTime = sentTime !== undefined && !Number.isNaN(Date.parse(sentTime));
  const eventType = text(event?.eventType) ?? '';
  return {
    id,
    subjects: event ? subjectsOf(event) : [],
    ...(isTime ? { sentTime } : {}),
    ...(event && !eventTypes.has(eventType) ? { unknownKind: eventType || 'without a type' } : {}),
  };
}

function subjectsOf(event: Event): Subject[] {
  const { id, newPlan } = membersOf(event.entitlement);
  const entitlementId = text(id);
  const accountId = text(membersOf(event.account).id);
  const plan = event.eventType === 'ENTITLEMENT_PLAN_CHANGE_REQUESTED' ? text(newPlan) : undefined;
  return [
    ...(entitlementId ? [{ kind: 'AGREEMENT' as const, externalId: entitlementId }] : []),
    ...(entitlementId && plan
      ? [{ kind: 'REQUEST' as const, externalId: requestIdOf(entitlementId, plan) }]
      : []),
    ...(accountId ? [{ kind: 'BUYER' as const, externalId: accountId }] : []),
  ];
}

function eventIn(data: unknown): Event | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(data, 'base64').toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 500 ? value : undefined;
