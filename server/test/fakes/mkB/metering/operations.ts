import type { Clock } from '../../http/clock.ts';
import type { Answer, Call } from '../calls.ts';
import { conflict } from '../errors.ts';
import type { MeteringOperation } from '../facts/metering.ts';
import { findPlan } from '../fulfilment/products.ts';
import type { Subscription } from '../fulfilment/subscriptions.ts';
import type { Ids } from '../ids.ts';
import { readTime } from '../times.ts';
import {
  type AcceptedUsage,
  duplicate,
  type Outcome,
  refuseUsage,
  showAccepted,
  type Usage,
  type UsageEvent,
} from './usage.ts';

type Parts = { usage: Usage; clock: Clock; ids: Ids };

/** The message time of an event that was not accepted. */
const noTime = '0001-01-01T00:00:00';
const dayMs = 24 * 3_600_000;

/** Simulates the operations of the metering interface. */
export function createMetering(parts: Parts): Record<MeteringOperation, (call: Call) => Answer> {
  const { usage } = parts;
  /** The buyer’s billing subscription of each resource. */
  const billing = new Map<Subscription, string>();
  const billingOf = (one: Subscription): string => {
    const known = billing.get(one) ?? parts.ids.uuid();
    billing.set(one, known);
    return known;
  };
  return {
    postUsageEvent: ({ body, caller }) => {
      const outcome = usage.take(body as UsageEvent, caller);
      if (!('accepted' in outcome)) return refuseUsage(outcome);
      if (outcome.status === 'Accepted')
        return { status: 200, body: showAccepted(outcome.accepted, outcome.status) };
      const { message, additionalInfo } = duplicate(outcome.accepted);
      throw conflict(message, { additionalInfo });
    },
    postBatchUsageEvent: ({ body, caller }) => {
      const { request = [] } = body as { request?: UsageEvent[] };
      const result = request.map((event) => showOutcome(event, usage.take(event, caller)));
      return { status: 200, body: { count: result.length, result } };
    },
    getUsageEvents: (call) => ({ status: 200, body: listDays(call, parts, billingOf) }),
  };
}

function showOutcome(event: UsageEvent, outcome: Outcome): object {
  if (outcome.status === 'Accepted') return showAccepted(outcome.accepted, outcome.status);
  const error =
    'accepted' in outcome ? duplicate(outcome.accepted) : { message: outcome.message, code: outcome.status };
  return { ...event, status: outcome.status, messageTime: noTime, error };
}

/** Lists usage by day, resource, dimension and plan. Usage is reconciled on the next day, unless a test says otherwise. */
function listDays(
  { caller, query }: Call,
  { usage, clock }: Parts,
  billingOf: (one: Subscription) => string,
): object[] {
  const fromMs = Math.floor(readTime(query.usageStartDate ?? '') / dayMs) * dayMs;
  const untilMs = query.UsageEndDate === undefined ? clock.now() : readTime(query.UsageEndDate);
  const groups = new Map<string, AcceptedUsage[]>();
  for (const one of usage.accepted()) {
    const { clientId, tenantId } = one.subscription.product.technical;
    const day = Math.floor(one.atMs / dayMs) * dayMs;
    if (clientId !== caller.clientId || tenantId !== caller.tenantId || day < fromMs || day > untilMs)
      continue;
    const key = [day, one.subscription.id, one.event.dimension, one.event.planId].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const rows = [...groups.values()].map((group) => showDay(group, usage, clock.now(), billingOf));
  return rows.filter((row) =>
    (['offerId', 'planId', 'dimension', 'azureSubscriptionId', 'reconStatus'] as const).every(
      (name) => query[name] === undefined || query[name] === row[name],
    ),
  );
}

function showDay(
  group: readonly AcceptedUsage[],
  usage: Usage,
  nowMs: number,
  billingOf: (one: Subscription) => string,
) {
  const { subscription, event, atMs } = group[0] as AcceptedUsage;
  const { product } = subscription;
  const day = Math.floor(atMs / dayMs) * dayMs;
  const submittedQuantity = group.reduce((sum, one) => sum + one.event.quantity, 0);
  const isDone = nowMs >= day + 2 * dayMs;
  const { status, processedQuantity } = usage.reconciliation(subscription, event.dimension) ?? {
    status: isDone ? 'Accepted' : 'Submitted',
    processedQuantity: isDone ? submittedQuantity : 0,
  };
  return {
    usageDate: new Date(day).toISOString().replace('.000Z', 'Z'),
    usageResourceId: subscription.id,
    dimension: event.dimension,
    planId: event.planId,
    planName: status === 'Submitted' ? '' : (findPlan(product, event.planId)?.displayName ?? ''),
    offerId: product.offerId,
    offerName: status === 'Submitted' ? '' : product.name,
    offerType: 'SaaS',
    azureSubscriptionId: billingOf(subscription),
    reconStatus: status,
    submittedQuantity,
    processedQuantity,
    submittedCount: group.length,
  };
}
