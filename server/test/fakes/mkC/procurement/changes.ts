import type { Clock } from '../../http/clock.ts';
import { wrongState } from '../errors.ts';
import type { EventBody } from '../events/topics.ts';
import {
  type Account,
  durationOf,
  type Entitlement,
  type EntitlementState,
  type Offer,
  type Records,
} from './records.ts';
import { addMonths } from './terms.ts';

type Notify = (providerId: string, body: EventBody) => void;
type Parts = {
  records: Records;
  clock: Clock;
  notify: Notify;
  /** Hears that the term of an offer has ended, or that its entitlement goes on without it. */
  onOfferEnded: (name: string) => void;
};

/** Simulates the states of entitlements, and the events that report their changes. */
function createStates({ records, notify, onOfferEnded }: Parts) {
  const report = (one: Entitlement, eventType: string, more: object = {}) =>
    notify(one.product.providerId, {
      eventType,
      entitlement: { id: one.id, updateTime: shown(one.updatedMs), orderId: one.orderId, ...more },
    });
  const move = (one: Entitlement, state: EntitlementState, eventType?: string, more: object = {}) => {
    one.state = state;
    one.messageToUser = '';
    records.touch(one);
    if (eventType) report(one, eventType, more);
  };
  return {
    report,
    move,
    cancel: (one: Entitlement, reason: string) => {
      one.cancellationReason = reason;
      one.change = undefined;
      if (one.offer.name !== undefined) onOfferEnded(one.offer.name);
      move(one, 'CANCELLED', 'ENTITLEMENT_CANCELLED');
    },
    dropChange: (one: Entitlement) => {
      one.change = undefined;
      move(one, 'ACTIVE', 'ENTITLEMENT_PLAN_CHANGE_CANCELLED');
    },
    remove: (one: Entitlement) => {
      records.removeEntitlement(one);
      records.touch(one);
      report(one, 'ENTITLEMENT_DELETED');
    },
    reportAccount: (account: Account, eventType: string) =>
      notify(account.providerId, {
        eventType,
        account: { id: account.id, updateTime: shown(account.updatedMs) },
      }),
  };
}
type States = ReturnType<typeof createStates>;

/** Simulates the terms of offers: their start, renewal and end. */
function createTerms({ records, clock, states, onOfferEnded }: Parts & { states: States }) {
  /** Schedules the end of the present term: a renewal, the end of the order, or only of the offer. */
  const scheduleEnd = (one: Entitlement) => {
    const endMs = one.offerEndMs;
    if (endMs === undefined) return;
    clock.schedule('LIFE', endMs, () => {
      if (one.offerEndMs !== endMs || one.state === 'CANCELLED') return;
      if (one.state === 'PENDING_CANCELLATION') return states.cancel(one, 'user-cancelled');
      const { name, months, renewals } = one.offer;
      if (one.autoRenews && months !== undefined && renewals !== 0) return renew(one);
      records.touch(one);
      if (name !== undefined) onOfferEnded(name);
      states.report(one, 'ENTITLEMENT_OFFER_ENDED');
      // An order that is billed by usage goes on after the term of its offer.
      if (!isUsageBased(one)) states.cancel(one, 'expired');
    });
  };
  const renew = (one: Entitlement) => {
    const { months } = one.offer;
    if (months === undefined || one.offerEndMs === undefined)
      throw new Error('The offer of the entitlement has no duration.');
    one.offerEndMs = addMonths(one.offerEndMs, months);
    if (one.offer.renewals !== undefined) one.offer.renewals -= 1;
    records.touch(one);
    states.report(one, 'ENTITLEMENT_RENEWED', { newOfferEndTime: shown(one.offerEndMs) });
    scheduleEnd(one);
  };
  return {
    renew,
    start: (one: Entitlement, offer: Offer) => {
      if (one.offer.name !== undefined && one.offer.name !== offer.name) onOfferEnded(one.offer.name);
      one.offer = { ...offer, startMs: undefined };
      one.offerEndMs = endOf(offer, clock.now());
      if (offer.name !== undefined) one.offers.push(offer.name);
      scheduleEnd(one);
    },
  };
}

/** Simulates how entitlements are approved and change, and the events that report it. */
export function createChanges(parts: Parts) {
  const { records, clock } = parts;
  const states = createStates(parts);
  const terms = createTerms({ ...parts, states });
  /** Duration of activations and of changes of the plan. */
  const pace = { activationMs: 1000 };
  const move = (one: Entitlement, eventType: string, more: object = {}) =>
    states.move(one, 'ACTIVE', eventType, { ...more, ...offerMembers(one.offer, one.offerEndMs) });
  /** Runs a step at the start of an offer, or when the marketplace has done its work. */
  const startLater = ({ startMs }: Offer, run: () => void) => {
    const now = clock.now();
    if (startMs !== undefined && startMs > now) clock.schedule('LIFE', startMs, run);
    else if (pace.activationMs > 0) clock.schedule('WORK', now + pace.activationMs, run);
    else run();
  };
  const requireOrder = (one: Entitlement) => {
    if (one.state !== 'ACTIVATION_REQUESTED' || one.isApproved)
      throw wrongState('The entitlement is not waiting for approval.');
  };
  return {
    ...states,
    pace,
    renew: terms.renew,
    approve: (one: Entitlement) => {
      requireOrder(one);
      one.isApproved = true;
      one.offerEndMs = endOf(one.offer, one.offer.startMs ?? clock.now());
      one.messageToUser = '';
      records.touch(one);
      startLater(one.offer, () => {
        if (one.state !== 'ACTIVATION_REQUESTED') return;
        terms.start(one, one.offer);
        move(one, 'ENTITLEMENT_ACTIVE');
      });
    },
    /** Rejects an order. The marketplace removes an order that was never approved. */
    reject: (one: Entitlement) => {
      requireOrder(one);
      states.remove(one);
    },
    approveChange: (one: Entitlement, planName: string) => {
      const change = requireChange(one, planName);
      states.move(one, 'PENDING_PLAN_CHANGE');
      startLater(change.offer, () => {
        if (one.state !== 'PENDING_PLAN_CHANGE' || one.change !== change) return;
        one.plan = change.plan;
        one.change = undefined;
        terms.start(one, change.offer);
        move(one, 'ENTITLEMENT_PLAN_CHANGED', { newPlan: one.plan });
      });
    },
    rejectChange: (one: Entitlement, planName: string) => {
      requireChange(one, planName);
      states.dropChange(one);
    },
  };
}
export type Changes = ReturnType<typeof createChanges>;

function requireChange(one: Entitlement, planName: string) {
  if (one.state !== 'PENDING_PLAN_CHANGE_APPROVAL' || !one.change)
    throw wrongState('The entitlement has no plan change that waits for approval.');
  if (one.change.plan !== planName) throw wrongState('pendingPlanName is not the pending plan.');
  return one.change;
}

const endOf = ({ months, endMs }: Offer, startMs: number) =>
  months === undefined ? endMs : addMonths(startMs, months);

const shown = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

export const isUsageBased = ({ product, plan }: Entitlement): boolean =>
  product.plans.find(({ name }) => name === plan)?.isUsageBased ?? false;

/** Returns the members of an event that describe an offer. */
export const offerMembers = (offer: Offer, endMs = offer.endMs): object =>
  offer.name === undefined
    ? {}
    : {
        newOffer: offer.name,
        newOfferDuration: durationOf(offer),
        newOfferStartTime: shown(offer.startMs),
        newOfferEndTime: shown(endMs),
      };
