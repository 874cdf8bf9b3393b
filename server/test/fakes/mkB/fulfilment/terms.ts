import type { Clock } from '../../http/clock.ts';
import { limits } from '../limits.ts';
import { addMonths, monthsOf } from '../times.ts';
import { type Action, pendingOperation, type Subscription, type Subscriptions } from './subscriptions.ts';

type Parts = {
  subscriptions: Subscriptions;
  clock: Clock;
  /** Records and reports what happened at the marketplace. */
  report: (subscription: Subscription, action: Action) => void;
};

/** Simulates the states and terms of subscriptions, from the activation to the cancellation. */
export function createTerms({ subscriptions, clock, report }: Parts) {
  const unsubscribe = (one: Subscription): void => {
    const pending = pendingOperation(one);
    if (pending && pending.action !== 'Unsubscribe') pending.status = 'Failed';
    one.status = 'Unsubscribed';
    one.unsubscribedMs = clock.now();
    one.autoRenew = false;
    subscriptions.put(one);
  };
  /** Starts a term that begins on a day; at its end, the subscription renews or is cancelled. */
  const startTerm = (one: Subscription, startMs: number): void => {
    one.startMs = startMs;
    const endMs = addMonths(startMs, monthsOf(one.termUnit));
    one.endMs = endMs;
    clock.schedule('LIFE', endMs, () => {
      if (one.endMs !== endMs || one.status !== 'Subscribed') return;
      if (one.autoRenew) renew(one);
      else cancel(one);
    });
  };
  const renew = (one: Subscription): void => {
    startTerm(one, one.endMs as number);
    report(one, 'Renew');
  };
  const cancel = (one: Subscription): void => {
    unsubscribe(one);
    report(one, 'Unsubscribe');
  };
  const subscribe = (one: Subscription): void => {
    const dayMs = 24 * 3_600_000;
    one.status = 'Subscribed';
    one.activatedMs = clock.now();
    startTerm(one, Math.floor(clock.now() / dayMs) * dayMs);
    subscriptions.put(one);
  };
  /** Continues a paid subscription; terms that passed during the suspension are skipped. */
  const resume = (one: Subscription): void => {
    one.status = 'Subscribed';
    const months = monthsOf(one.termUnit);
    while ((one.endMs as number) <= clock.now()) {
      one.startMs = one.endMs as number;
      one.endMs = addMonths(one.startMs, months);
    }
    startTerm(one, one.startMs as number);
  };
  /** Suspends an unpaid subscription, which is cancelled after 30 days. */
  const suspend = (one: Subscription): void => {
    one.status = 'Suspended';
    one.suspensions += 1;
    const { suspensions } = one;
    report(one, 'Suspend');
    clock.schedule('LIFE', clock.now() + limits.suspendedMs, () => {
      if (one.status === 'Suspended' && one.suspensions === suspensions) cancel(one);
    });
  };
  return { unsubscribe, renew, cancel, subscribe, suspend, resume };
}
