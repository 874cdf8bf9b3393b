import { MarketplaceError } from '../errors.ts';
import type { Notification, Subject } from '../notifications.ts';
import type { Procurement } from './procurement/procurement.ts';
import { idIn } from './procurement/records.ts';
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
export async function notificationOf(message: Message, procurement: Procurement): Promise<Notification> {
  const event = eventIn(message.data);
  const id = text(event?.eventId) ?? text(message.messageId) ?? '';
  const sentTime = text(message.publishTime);
  const isTime = sentTime !== undefined && !Number.isNaN(Date.parse(sentTime));
  const eventType = text(event?.eventType) ?? '';
  return {
    id,
    subjects: event ? await subjectsOf(event, procurement) : [],
    ...(isTime ? { sentTime } : {}),
    ...(event && !eventTypes.has(eventType) ? { unknownKind: eventType || 'without a type' } : {}),
  };
}

async function subjectsOf(event: Event, procurement: Procurement): Promise<Subject[]> {
  const { id, newPlan } = membersOf(event.entitlement);
  const entitlementId = text(id);
  const accountId = text(membersOf(event.account).id);
  const plan = event.eventType === 'ENTITLEMENT_PLAN_CHANGE_REQUESTED' ? text(newPlan) : undefined;
  return [
    ...(entitlementId ? [{ kind: 'AGREEMENT' as const, externalId: entitlementId }] : []),
    ...(entitlementId && plan
      ? [{ kind: 'REQUEST' as const, externalId: requestIdOf(entitlementId, plan) }]
      : []),
    ...(accountId ? await ordersOf(accountId, procurement) : []),
  ];
}

/**
 * Returns the orders of an account, whose state may depend on the account.
 * @throws MarketplaceError unless the marketplace refuses the request: the message is then delivered again
 */
async function ordersOf(account: string, { list }: Procurement): Promise<Subject[]> {
  try {
    const { entitlements = [] } = await list({ where: { account } });
    return entitlements.map(({ name }) => ({ kind: 'AGREEMENT', externalId: idIn(name) }));
  } catch (error) {
    // A refusal must not make a genuine message look forged.
    if (error instanceof MarketplaceError && error.permanent) return [];
    throw error;
  }
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
