import type { Clock } from '../../http/clock.ts';
import { forbidden, ServiceError } from '../errors.ts';
import { findPlan } from '../fulfilment/products.ts';
import type { Subscription, Subscriptions } from '../fulfilment/subscriptions.ts';
import type { Caller } from '../identity/apps.ts';
import type { Ids } from '../ids.ts';
import { limits } from '../limits.ts';
import { readTime, sevenDecimals } from '../times.ts';

export type UsageEvent = {
  resourceId?: string;
  resourceUri?: string;
  quantity?: number;
  dimension?: string;
  effectiveStartTime?: string;
  planId?: string;
};
export type UsageStatus =
  | 'Accepted'
  | 'Expired'
  | 'Duplicate'
  | 'Error'
  | 'ResourceNotFound'
  | 'ResourceNotAuthorized'
  | 'ResourceNotActive'
  | 'InvalidDimension'
  | 'InvalidQuantity'
  | 'BadArgument';

/** The outcome of an event: what was accepted now or before, or why the event was refused. */
export type Outcome =
  | { status: 'Accepted' | 'Duplicate'; accepted: AcceptedUsage }
  | { status: Exclude<UsageStatus, 'Accepted' | 'Duplicate'>; target: string; message: string };

/** Usage that was accepted and is billed. */
export type AcceptedUsage = {
  usageEventId: string;
  subscription: Subscription;
  atMs: number;
  messageTime: string;
  event: Required<Omit<UsageEvent, 'resourceUri'>>;
};

export type Reconciliation = {
  status: 'Submitted' | 'Accepted' | 'Rejected' | 'Mismatch' | 'TestHeaders' | 'DryRun';
  processedQuantity: number;
};

const hourMs = 3_600_000;
const required = ['quantity', 'dimension', 'effectiveStartTime', 'planId'] as const;
const titled = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

type Refusal = Exclude<Outcome, { accepted: AcceptedUsage }>;
const refusal = (status: Refusal['status'], target: string, message: string): Refusal => ({
  status,
  target,
  message,
});

/** Simulates accepted usage: one event for each resource, dimension and calendar hour. */
export function createUsage({ subscriptions, clock, ids }: Parts) {
  const kept = new Map<string, AcceptedUsage>();
  const reconciled = new Map<string, Reconciliation>();
  const settings = { failing: 0 };
  const judge = (event: UsageEvent, caller: Caller): Refusal | undefined => {
    const missing = missingMember(event);
    if (missing) return refusal('BadArgument', titled(missing), `The ${missing} is required.`);
    const { subscription, problem } = resourceOf(event, caller, subscriptions);
    if (problem) return problem;
    return judgeEvent(event as AcceptedUsage['event'], subscription, clock.now());
  };
  return {
    settings,
    accepted: (one?: Subscription): AcceptedUsage[] =>
      [...kept.values()].filter(({ subscription }) => one === undefined || subscription === one),
    reconcile: (one: Subscription, dimension: string, reconciliation: Reconciliation): void =>
      void reconciled.set(`${one.id} ${dimension}`, reconciliation),
    reconciliation: (one: Subscription, dimension: string) => reconciled.get(`${one.id} ${dimension}`),
    /** Accepts or refuses an event. */
    take: (given: UsageEvent, caller: Caller): Outcome => {
      if (settings.failing > 0) {
        settings.failing -= 1;
        return refusal('Error', 'usageEventRequest', 'The usage could not be processed.');
      }
      const problem = judge(given, caller);
      if (problem) return problem;
      const event = given as AcceptedUsage['event'];
      const subscription = subscriptions.find(event.resourceId) as Subscription;
      const atMs = readTime(event.effectiveStartTime);
      const key = `${subscription.id} ${event.dimension} ${Math.floor(atMs / hourMs)}`;
      const known = kept.get(key);
      if (known) return { status: 'Duplicate', accepted: known };
      const accepted = {
        usageEventId: ids.uuid(),
        subscription,
        atMs,
        messageTime: sevenDecimals(clock.now()),
        event,
      };
      kept.set(key, accepted);
      return { status: 'Accepted', accepted };
    },
  };
}
export type Usage = ReturnType<typeof createUsage>;
type Parts = { subscriptions: Subscriptions; clock: Clock; ids: Ids };

function missingMember(event: UsageEvent): string | undefined {
  const { resourceId, resourceUri } = event;
  if ((resourceId === undefined) === (resourceUri === undefined)) return 'resourceId';
  return required.find((name) => event[name] === undefined);
}

/** Finds the subscription of an event. Resources of managed applications are not simulated. */
function resourceOf(
  { resourceId = '' }: UsageEvent,
  { clientId, tenantId }: Caller,
  subscriptions: Subscriptions,
): { subscription: Subscription; problem?: undefined } | { subscription?: undefined; problem: Refusal } {
  const subscription = subscriptions.find(resourceId);
  if (!subscription)
    return { problem: refusal('ResourceNotFound', 'ResourceId', 'The resource is unknown.') };
  const { technical } = subscription.product;
  if (technical.clientId === clientId && technical.tenantId === tenantId) return { subscription };
  const message = 'The resource belongs to an offer of another application.';
  return { problem: refusal('ResourceNotAuthorized', 'ResourceId', message) };
}

function judgeEvent(
  { quantity, dimension, effectiveStartTime, planId }: AcceptedUsage['event'],
  one: Subscription,
  nowMs: number,
): Refusal | undefined {
  const atMs = readTime(effectiveStartTime);
  if (quantity <= 0) return refusal('InvalidQuantity', 'Quantity', 'The quantity must be greater than 0.');
  if (atMs > nowMs)
    return refusal('BadArgument', 'EffectiveStartTime', 'The effectiveStartTime is in the future.');
  if (nowMs - atMs > limits.usageMs)
    return refusal('Expired', 'EffectiveStartTime', 'The effectiveStartTime is more than 24 hours ago.');
  if (!isActiveAt(one, atMs))
    return refusal('ResourceNotActive', 'ResourceId', 'The resource is suspended or was never activated.');
  if (planId !== one.planId && !one.earlierPlans.includes(planId))
    return refusal('BadArgument', 'PlanId', 'The planId is not the plan of the resource.');
  const isKnown = findPlan(one.product, planId)?.dimensions.some(({ id }) => id === dimension);
  return isKnown ? undefined : refusal('InvalidDimension', 'Dimension', 'The plan has no such dimension.');
}

/** Returns whether usage of a time counts: after the activation, and before the end of an ended subscription. */
function isActiveAt({ status, activatedMs, unsubscribedMs }: Subscription, atMs: number): boolean {
  // An event stands for its calendar hour, so that the hour of the activation counts.
  const hour = Math.floor(atMs / hourMs);
  if (activatedMs === undefined || hour < Math.floor(activatedMs / hourMs)) return false;
  return status === 'Unsubscribed' ? atMs < (unsubscribedMs ?? 0) : status === 'Subscribed';
}

/** Shows what was accepted. A duplicate shows the first event. */
export const showAccepted = ({ usageEventId, messageTime, event }: AcceptedUsage, status: UsageStatus) => ({
  usageEventId,
  status,
  messageTime,
  ...event,
});

export const duplicate = (accepted: AcceptedUsage) => ({
  additionalInfo: { acceptedMessage: showAccepted(accepted, 'Duplicate') },
  message: 'This usage event already exist.',
  code: 'Conflict',
});

/** Throws the refusal of a single event. */
export function refuseUsage({ status, target, message }: Refusal): never {
  if (status === 'ResourceNotAuthorized') throw forbidden(message);
  throw new ServiceError(400, 'BadArgument', 'One or more errors have occurred.', {
    target: 'usageEventRequest',
    details: [{ message, target, code: status }],
  });
}

/** Shows a refusal of the metering interface, also of a request that its model forbids. */
export function showUsageError({ status, code, message, more }: ServiceError): object {
  if (status !== 400) return { code, message, ...more };
  if ('details' in more) return { code, message, ...more };
  return {
    code: 'BadArgument',
    message: 'One or more errors have occurred.',
    target: 'usageEventRequest',
    details: [{ message, target: 'field' in more ? String(more.field) : '', code: 'BadArgument' }],
  };
}
