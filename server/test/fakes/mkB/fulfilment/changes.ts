import type { Clock } from '../../http/clock.ts';
import type { Ids } from '../ids.ts';
import { limits } from '../limits.ts';
import type { Action, Operation, Subscription, Subscriptions } from './subscriptions.ts';
import { createTerms } from './terms.ts';

type Parts = {
  subscriptions: Subscriptions;
  clock: Clock;
  ids: Ids;
  /** Sends the notification of an operation. */
  notify: (subscription: Subscription, operation: Operation) => void;
};
export type Wanted = { planId?: string; quantity?: number };

/** Simulates the life of subscriptions and of the operations on them. */
export function createChanges({ subscriptions, clock, ids, notify }: Parts) {
  const { pace, ordered } = newSettings();
  const later = (ms: number, run: () => void) => clock.schedule('WORK', clock.now() + ms, run);
  const add = (one: Subscription, action: Action, more: Partial<Operation>): Operation => {
    const operation = { ...newOperation(one, action, ids), timeMs: clock.now(), ...more };
    one.operations.push(operation);
    return operation;
  };
  /** Records and reports what happened at the marketplace. */
  const report = (one: Subscription, action: Action, source: Operation['source'] = 'Azure') => {
    subscriptions.put(one);
    notify(one, add(one, action, { source }));
  };
  const terms = createTerms({ subscriptions, clock, report });
  /** Ends an operation that waits for an answer; a success applies the change. */
  const end = (one: Subscription, operation: Operation, status: 'Succeeded' | 'Failed' | 'Conflict') => {
    if (operation.status !== 'InProgress') return;
    const allowed = operation.action === 'Reinstate' ? 'Suspended' : 'Subscribed';
    operation.status = status === 'Succeeded' && one.status !== allowed ? 'Failed' : status;
    if (operation.status !== 'Succeeded') return;
    if (operation.action === 'Reinstate') terms.resume(one);
    else applyChange(one, operation);
    subscriptions.put(one);
  };
  return {
    pace,
    ordered,
    ...terms,
    report,
    end,
    /** Starts a change that the publisher may refuse. */
    ask: (one: Subscription, action: Action, wanted: Wanted, source: Operation['source']): Operation => {
      const operation = add(one, action, { ...wanted, source, status: 'InProgress' });
      notify(one, operation);
      return operation;
    },
    /** Marks a subscription as Subscribed some minutes later, or cancels it if a test ordered a failure. */
    activate: (one: Subscription): void =>
      later(pace.activationMs, () => {
        if (one.status !== 'PendingFulfillmentStart') return;
        const fails = ordered.failedActivations > 0;
        ordered.failedActivations -= fails ? 1 : 0;
        if (fails) terms.cancel(one);
        else terms.subscribe(one);
      }),
    /** Starts a change of plan or quantity, or a cancellation, that the publisher’s application sent. */
    startOwn: (one: Subscription, action: Action, wanted: Wanted = {}): Operation => {
      const operation = add(one, action, { ...wanted, source: 'Partner', status: 'NotStarted' });
      later(pace.operationMs, () => {
        if (operation.status !== 'NotStarted') return;
        operation.status = 'InProgress';
        const outcome = ordered.operations.shift();
        if (outcome) operation.status = outcome;
        else if (action === 'Unsubscribe') {
          operation.status = 'Succeeded';
          terms.unsubscribe(one);
          notify(one, operation);
        } else notify(one, operation);
      });
      return operation;
    },
    /** Accepts a change for which the publisher was notified and stays silent. */
    acceptLater: (one: Subscription, operation: Operation): void =>
      later(limits.answerMs, () => end(one, operation, 'Succeeded')),
  };
}
const newSettings = () => ({
  pace: {
    /** Time from an activation to the state Subscribed. */
    activationMs: 60_000,
    /** Time until an operation of the publisher leaves NotStarted. */
    operationMs: 2_000,
  },
  /** Outcomes that tests ordered for the next operations of the publisher, and for the next activations. */
  ordered: { operations: [] as ('Failed' | 'Conflict')[], failedActivations: 0 },
});

const newOperation = (one: Subscription, action: Action, ids: Ids): Omit<Operation, 'timeMs'> => ({
  id: ids.uuid(),
  activityId: ids.uuid(),
  action,
  planId: one.planId,
  quantity: one.quantity,
  status: 'Succeeded',
  source: 'Azure',
});

function applyChange(one: Subscription, { action, planId, quantity }: Operation): void {
  if (action === 'ChangeQuantity') one.quantity = quantity;
  if (action !== 'ChangePlan') return;
  one.earlierPlans.push(one.planId);
  one.planId = planId;
}
export type Changes = ReturnType<typeof createChanges>;
