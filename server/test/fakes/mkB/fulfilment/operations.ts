import type { Clock } from '../../http/clock.ts';
import type { Pages } from '../../http/pages.ts';
import type { Answer, Call } from '../calls.ts';
import { badRequest, conflict, forbidden, notFound, ServiceError } from '../errors.ts';
import { apiVersion } from '../facts/common.ts';
import type { FulfilmentOperation } from '../facts/fulfilment.ts';
import { limits } from '../limits.ts';
import type { Changes, Wanted } from './changes.ts';
import { findPlan, showPlan } from './products.ts';
import type { Purchases } from './purchases.ts';
import {
  type Operation,
  pendingOperation,
  type Subscription,
  type Subscriptions,
  showOperation,
  showSubscription,
} from './subscriptions.ts';

type Parts = {
  subscriptions: Subscriptions;
  changes: Changes;
  purchases: Purchases;
  pages: Pages;
  clock: Clock;
  settings: { lagMs: number; checksActivation: boolean };
};

/** Simulates the operations of the fulfilment interface. */
export function createFulfilment(parts: Parts): Record<FulfilmentOperation, (call: Call) => Answer> {
  const { changes, purchases, subscriptions } = parts;
  const require = (call: Call) => requireSubscription(call, subscriptions);
  return {
    resolve: (call) => {
      const one = purchases.resolve(call.headers['x-ms-marketplace-token'] ?? '');
      requireOwner(one, call);
      return {
        status: 200,
        body: {
          id: one.id,
          subscriptionName: one.name,
          offerId: one.product.offerId,
          planId: one.planId,
          ...(one.quantity !== undefined && { quantity: one.quantity }),
          subscription: showSubscription(one),
        },
      };
    },
    listSubscriptions: (call) => list(call, parts),
    getSubscription: (call) => ({ status: 200, body: showSubscription(require(call)) }),
    listAvailablePlans: (call) => listPlans(require(call), call.query.planId),
    activateSubscription: (call) => activate(require(call), call.body as Wanted, parts),
    updateSubscription: (call) => update(require(call), call, changes),
    deleteSubscription: (call) => remove(require(call), call, changes),
    listOperations: (call) => {
      const one = require(call);
      const pending = one.operations.filter(({ status }) => status === 'InProgress');
      const operations = pending.map((operation) => showOperation(operation, one));
      return { status: 200, body: operations.length > 0 ? { operations } : {} };
    },
    getOperation: (call) => {
      const one = require(call);
      return { status: 200, body: showOperation(requireOperation(one, call), one) };
    },
    updateOperation: (call) => {
      const one = require(call);
      answer(one, requireOperation(one, call), call.body as Wanted & { status?: string }, changes);
      return { status: 200 };
    },
  };
}

function requireOwner({ product: { technical } }: Subscription, { caller }: Call): void {
  if (technical.clientId !== caller.clientId || technical.tenantId !== caller.tenantId)
    throw forbidden('The token is not of the application in the technical configuration of the offer.');
}

function requireSubscription(call: Call, subscriptions: Subscriptions): Subscription {
  const one = subscriptions.find(call.parameters.subscriptionId ?? '');
  if (!one) throw notFound('The subscription does not exist.');
  requireOwner(one, call);
  return one;
}

function requireOperation({ operations }: Subscription, { parameters }: Call): Operation {
  const found = operations.find(({ id }) => id === parameters.operationId?.toLowerCase());
  if (!found) throw notFound('The operation does not exist.');
  return found;
}

/** Lists subscriptions in pages. Without a subscription, the vendor answers an empty body. */
function list(call: Call, { subscriptions, pages, settings }: Parts): Answer {
  const { continuationToken } = call.query;
  const size = limits.subscriptionsPerPage;
  const rows = subscriptions.shownBefore(settings.lagMs).filter(({ subscription: { product } }) => {
    const { clientId, tenantId } = product.technical;
    return clientId === call.caller.clientId && tenantId === call.caller.tenantId;
  });
  const page =
    continuationToken === undefined
      ? pages.first(rows, size)
      : pages.next<(typeof rows)[0]>(continuationToken, size);
  if (!page) throw new ServiceError(500, 'InternalServerError', 'The continuation token is not valid.');
  if (page.rows.length === 0) return { status: 200 };
  const next =
    page.next &&
    `${call.base}/saas/subscriptions/?continuationToken=${encodeURIComponent(page.next)}&api-version=${apiVersion}`;
  return {
    status: 200,
    body: { subscriptions: page.rows.map(({ shown }) => shown), ...(next && { '@nextLink': next }) },
  };
}

/** Lists the plans that the beneficiary may change to, with the present one. */
function listPlans(one: Subscription, planId: string | undefined): Answer {
  const { product, privateOfferIds } = one;
  const plans = product.plans.filter((plan) => isAvailable(plan, one) || plan.planId === one.planId);
  const wanted = plans.filter((plan) => planId === undefined || plan.planId === planId);
  const isOwn = (plan: { planId: string }) => planId !== undefined && plan.planId === one.planId;
  return {
    status: 200,
    body: { plans: wanted.map((plan) => showPlan(plan, isOwn(plan) ? privateOfferIds : undefined)) },
  };
}

const isAvailable = (
  { isPrivate, audience, isStopSell }: Subscription['product']['plans'][0],
  { beneficiary }: Subscription,
) => !isStopSell && (!isPrivate || audience.includes(beneficiary.tenantId));

function activate(one: Subscription, { planId, quantity }: Wanted, { changes, settings }: Parts): Answer {
  if (one.status === 'Unsubscribed') throw notFound('The subscription is unsubscribed.');
  if (one.status === 'Suspended') throw badRequest('The subscription is suspended.');
  if (settings.checksActivation) {
    if (planId !== one.planId) throw badRequest('planId is not the plan of the subscription.');
    if (quantity !== undefined && quantity !== one.quantity)
      throw badRequest('quantity is not the quantity of the subscription.');
  }
  if (one.status === 'PendingFulfillmentStart') changes.activate(one);
  return { status: 200 };
}

const accepted = (one: Subscription, operation: Operation, { base }: Call): Answer => ({
  status: 202,
  headers: {
    'operation-location': `${base}/saas/subscriptions/${one.id}/operations/${operation.id}?api-version=${apiVersion}`,
  },
});

function update(one: Subscription, call: Call, changes: Changes): Answer {
  const { planId, quantity } = call.body as Wanted;
  if ((planId === undefined) === (quantity === undefined))
    throw badRequest('Either planId or quantity must be given.');
  if (one.status !== 'Subscribed') throw badRequest('The subscription is not in the state Subscribed.');
  requireAllowed(one, 'Update');
  if (pendingOperation(one)) throw conflict('The subscription is locked by a pending operation.');
  if (planId !== undefined) {
    const plan = findPlan(one.product, planId);
    if (planId === one.planId) throw badRequest('The new plan is the current plan.');
    if (!plan || !isAvailable(plan, one)) throw badRequest('The plan does not exist or is not available.');
    return accepted(one, changes.startOwn(one, 'ChangePlan', { planId }), call);
  }
  const {
    isPricePerSeat = false,
    minQuantity = 1,
    maxQuantity = 1_000_000,
  } = findPlan(one.product, one.planId) ?? {};
  const wanted = quantity as number;
  if (!isPricePerSeat || wanted < minQuantity || wanted > maxQuantity)
    throw badRequest('The quantity is outside of the limits of the plan.');
  if (wanted === one.quantity) throw badRequest('The new quantity is the current quantity.');
  return accepted(one, changes.startOwn(one, 'ChangeQuantity', { quantity: wanted }), call);
}

/** Cancels a subscription. A pending reinstatement is refused in this way. */
function remove(one: Subscription, call: Call, changes: Changes): Answer {
  if (one.status === 'Unsubscribed') throw notFound('The subscription is unsubscribed.');
  requireAllowed(one, 'Delete');
  const pending = pendingOperation(one);
  if (pending && pending.action !== 'Reinstate')
    throw conflict('The subscription is locked by a pending operation.');
  if (pending) changes.end(one, pending, 'Failed');
  return accepted(one, changes.startOwn(one, 'Unsubscribe'), call);
}

function requireAllowed({ allowedCustomerOperations }: Subscription, wanted: 'Update' | 'Delete'): void {
  if (!allowedCustomerOperations.includes(wanted))
    throw badRequest(`${wanted} is not in allowedCustomerOperations.`);
}

/** Answers a change. A change that has ended cannot be answered. */
function answer(
  one: Subscription,
  operation: Operation,
  { planId, quantity, status }: Wanted & { status?: string },
  changes: Changes,
): void {
  if (status === undefined) throw badRequest('status is required.');
  if (planId !== undefined && planId !== operation.planId)
    throw badRequest('planId is not the plan of the operation.');
  if (quantity !== undefined && quantity !== operation.quantity)
    throw badRequest('quantity is not the quantity of the operation.');
  if (operation.status !== 'InProgress') throw conflict('The operation has ended.');
  changes.end(one, operation, status === 'Success' ? 'Succeeded' : 'Failed');
}
