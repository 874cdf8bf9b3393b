import type { Check } from '../credentials.ts';
import type { Plan, Subscription } from './fulfilment/records.ts';
import { statusOf } from './fulfilment/show.ts';
import type { Subscriptions } from './fulfilment/subscriptions.ts';
import { timeOf } from './fulfilment/terms.ts';

/** Length of a term as the adapter reads it; the local service has the same. */
const termUnit = /^P\d{1,2}[MY]$/;

/**
 * Compares the first page of subscriptions, and the plans of the first live one, with the formats that the
 * adapter supports. Read-only.
 */
export const createDifferences =
  (subscriptions: Subscriptions) =>
  async (signal: AbortSignal): Promise<Check[]> => {
    const page = await subscriptions.page(undefined);
    signal.throwIfAborted();
    const live = page.subscriptions.find((one) => statusOf(one) === 'ACTIVE');
    const plans = live?.id ? await subscriptions.plans(live.id) : [];
    return [
      ...distinctChecks('subscriptions', page.subscriptions.flatMap(inSubscription)),
      ...distinctChecks('plans', plans.flatMap(inPlan)),
    ];
  };

/** Reports each difference once, regardless of the number of records. */
const distinctChecks = (name: string, messages: readonly string[]): Check[] =>
  [...new Set(messages)].map((message) => ({ name, passed: false, message }));

const inSubscription = (one: Subscription): string[] => [
  ...(statusOf(one)
    ? []
    : [`a subscription has the state ${one.saasSubscriptionStatus}, which the adapter does not support`]),
  ...(one.id && one.offerId && one.planId ? [] : ['a subscription has no id, offer or plan']),
  ...(one.beneficiary?.tenantId ? [] : ['a subscription names no tenant of its buyer']),
  ...(timeOf(one.created) ? [] : ['a subscription has no time of creation']),
  ...(one.term?.termUnit === undefined || termUnit.test(one.term.termUnit)
    ? []
    : [`a term has the length ${one.term.termUnit}, which the adapter does not support`]),
];

const inPlan = ({ planId, planComponents }: Plan): string[] => [
  ...(planId ? [] : ['a plan has no id']),
  ...(planComponents ? [] : ['a plan shows no prices']),
];
