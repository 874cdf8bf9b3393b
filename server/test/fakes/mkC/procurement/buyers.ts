import type { Clock } from '../../http/clock.ts';
import type { Ids } from '../ids.ts';
import { type Changes, offerMembers } from './changes.ts';
import type { Account, Entitlement, Offer, Product, Records } from './records.ts';

export type Purchase = {
  /** The buyer’s account; a new one by default. */
  account?: Account;
  plan?: string;
  offer?: Partial<Offer>;
  autoRenews?: boolean;
  consumers?: readonly string[];
  /** The quote of a private offer that was made in the portal. */
  quote?: string;
};
export type PlanChange = { plan: string; offer?: Partial<Offer> };
type Parts = { records: Records; changes: Changes; clock: Clock; ids: Ids };

const noOffer: Offer = { name: undefined, months: 1, endMs: undefined, startMs: undefined };

function requireState(one: Entitlement, ...states: readonly Entitlement['state'][]): void {
  if (!states.includes(one.state))
    throw new Error(`The entitlement is ${one.state}, not ${states.join(' or ')}.`);
}

function planOf(product: Product, plan = product.plans[0]?.name ?? ''): string {
  if (!product.plans.some(({ name }) => name === plan)) throw new Error(`There is no plan ${plan}.`);
  return plan;
}

/** Simulates the actions of buyers, and of the marketplace towards them. */
export function createBuyers(parts: Parts) {
  const { records, changes } = parts;
  const signUp = createSignUp(parts);
  return {
    buyerSignsUp: signUp,
    ...createOrders(parts, signUp),
    ...createLife(changes),
    /** Deletes a buyer’s account, which ends its entitlements. */
    deletesAccount: (account: Account): void => {
      for (const one of records.entitlementsOf(account.providerId))
        if (one.account === account && one.state !== 'CANCELLED') changes.cancel(one, 'account-closed');
      records.removeAccount(account);
      records.touch(account);
      changes.reportAccount(account, 'ACCOUNT_DELETED');
    },
    /** Sends an event of a type of the test’s choice, such as one that clients do not know. */
    sendsEvent: (one: Entitlement, eventType: string, more: object = {}): void =>
      changes.report(one, eventType, more),
    entitlements: records.all,
  };
}
export type Buyers = ReturnType<typeof createBuyers>;

function createSignUp({ records, clock, ids }: Parts) {
  return (
    { providerId }: Pick<Product, 'providerId'>,
    given: Partial<Pick<Account, 'billingAccount' | 'resellerParent' | 'userIdentity'>> & {
      approvals?: readonly string[];
    } = {},
  ): Account => {
    const account: Account = {
      id: ids.uuid(),
      providerId,
      approvals: (given.approvals ?? ['signup']).map((name) => ({
        name,
        state: 'PENDING',
        reason: '',
        updatedMs: clock.now(),
      })),
      billingAccount: given.billingAccount ?? ids.billingAccount(),
      resellerParent: given.resellerParent,
      userIdentity: given.userIdentity ?? ids.digits(21),
      createdMs: clock.now(),
      updatedMs: clock.now(),
    };
    records.addAccount(account);
    return account;
  };
}

/** Creates the orders of buyers. */
function createOrders({ records, changes, clock, ids }: Parts, signUp: ReturnType<typeof createSignUp>) {
  return {
    /** Orders a plan, alone or with a private offer. A product with approval by its seller waits for it. */
    buyerPurchases: (product: Product, wanted: Purchase = {}): Entitlement => {
      const offer = { ...noOffer, ...wanted.offer };
      const account = wanted.account ?? signUp(product);
      const one: Entitlement = {
        id: ids.uuid(),
        product,
        account,
        state: 'ACTIVATION_REQUESTED',
        isApproved: false,
        plan: planOf(product, wanted.plan),
        offer,
        offerEndMs: offer.endMs,
        change: undefined,
        usageReportingId: `project_number:${ids.digits(12)}`,
        orderId: ids.uuid(),
        consumers: wanted.consumers ?? [],
        quote: wanted.quote,
        messageToUser: '',
        cancellationReason: '',
        autoRenews: wanted.autoRenews ?? true,
        offers: [],
        createdMs: clock.now(),
        updatedMs: clock.now(),
      };
      records.addEntitlement(one);
      const members = { newPlan: one.plan, ...offerMembers(offer) };
      if (product.isAutoApproved) {
        changes.report(one, 'ENTITLEMENT_OFFER_ACCEPTED', members);
        changes.approve(one);
      } else changes.report(one, 'ENTITLEMENT_CREATION_REQUESTED', members);
      return one;
    },
    /** Withdraws an order before its approval; the marketplace removes it. */
    buyerAborts: (one: Entitlement): void => {
      requireState(one, 'ACTIVATION_REQUESTED');
      if (one.isApproved) changes.cancel(one, 'user-aborted');
      else changes.remove(one);
    },
  };
}

/** Creates the changes of entitlements that buyers and the marketplace make. */
function createLife(changes: Changes) {
  return {
    buyerChangesPlan: (one: Entitlement, { plan, offer }: PlanChange): void => {
      requireState(one, 'ACTIVE');
      const wanted = { ...noOffer, ...offer };
      one.change = { plan: planOf(one.product, plan), offer: wanted };
      changes.move(one, 'PENDING_PLAN_CHANGE_APPROVAL', 'ENTITLEMENT_PLAN_CHANGE_REQUESTED', {
        newPlan: plan,
        ...offerMembers(wanted),
      });
    },
    buyerWithdrawsChange: (one: Entitlement): void => {
      requireState(one, 'PENDING_PLAN_CHANGE_APPROVAL', 'PENDING_PLAN_CHANGE');
      changes.dropChange(one);
    },
    /** Stops the renewal: the entitlement ends with its present term. */
    buyerCancels: (one: Entitlement): void => {
      requireState(one, 'ACTIVE');
      changes.move(one, 'PENDING_CANCELLATION', 'ENTITLEMENT_PENDING_CANCELLATION', {
        cancellationDate: one.offerEndMs === undefined ? undefined : new Date(one.offerEndMs).toISOString(),
      });
    },
    buyerCancelsNow: (one: Entitlement): void => {
      requireState(one, 'ACTIVE', 'PENDING_CANCELLATION', 'SUSPENDED');
      changes.report(one, 'ENTITLEMENT_CANCELLING');
      changes.cancel(one, 'user-cancelled');
    },
    buyerRevertsCancellation: (one: Entitlement): void => {
      requireState(one, 'PENDING_CANCELLATION');
      changes.move(one, 'ACTIVE', 'ENTITLEMENT_CANCELLATION_REVERTED');
    },
    /** Renews an entitlement before the end of its term. */
    renews: (one: Entitlement): void => {
      requireState(one, 'ACTIVE');
      changes.renew(one);
    },
    /** Suspends an entitlement, as the marketplace does. No event reports it. */
    suspends: (one: Entitlement): void => {
      requireState(one, 'ACTIVE');
      changes.move(one, 'SUSPENDED');
    },
    resumes: (one: Entitlement): void => {
      requireState(one, 'SUSPENDED');
      changes.move(one, 'ACTIVE');
    },
  };
}
