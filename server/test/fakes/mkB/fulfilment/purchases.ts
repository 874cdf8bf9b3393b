import type { Clock } from '../../http/clock.ts';
import { badRequest } from '../errors.ts';
import type { Ids } from '../ids.ts';
import { limits } from '../limits.ts';
import type { Changes } from './changes.ts';
import { findPlan, type Product } from './products.ts';
import type { Person, Subscription, Subscriptions } from './subscriptions.ts';

export type Purchase = {
  planId?: string;
  /** Number of seats; defaults to the minimum of a plan that is sold by seat. */
  quantity?: number;
  termUnit?: string;
  name?: string;
  autoRenew?: boolean;
  isFreeTrial?: boolean;
  isTest?: boolean;
  /** Bought through a reseller, who alone may change and cancel the subscription. */
  throughReseller?: boolean;
  /** Activated by the marketplace itself, which reports the subscription. */
  autoActivated?: boolean;
  /** The buyer’s tenant; a new one by default. */
  tenantId?: string;
  emailId?: string;
  privateOfferIds?: readonly string[];
};

type Parts = { subscriptions: Subscriptions; changes: Changes; clock: Clock; ids: Ids };

/** Simulates purchases, and the tokens with which the marketplace opens the publisher’s landing page. */
export function createPurchases({ subscriptions, changes, clock, ids }: Parts) {
  const tokens = new Map<string, { subscription: Subscription; endsMs: number }>();
  /** Returns a new token for a purchase or for the management of a subscription. */
  const tokenFor = (subscription: Subscription): string => {
    const token = ids.purchaseToken();
    tokens.set(token, { subscription, endsMs: clock.now() + limits.purchaseTokenMs });
    return token;
  };
  return {
    tokenFor,
    /** Makes a token unusable before its time. */
    spend: (token: string): void => void tokens.delete(token),
    resolve: (token: string): Subscription => {
      const found = tokens.get(token);
      if (!found || found.endsMs <= clock.now())
        throw badRequest('x-ms-marketplace-token is malformed, invalid or expired.');
      return found.subscription;
    },
    buy: (product: Product, wanted: Purchase = {}): Subscription => {
      const planId = wanted.planId ?? product.plans[0]?.planId ?? '';
      const plan = findPlan(product, planId);
      if (!plan) throw new Error(`There is no plan ${planId}.`);
      const tenantId = wanted.tenantId ?? ids.uuid();
      const emailId = wanted.emailId ?? `buyer-${ids.hex(6)}@buyer.example`;
      const person = (email: string): Person => ({
        emailId: email,
        objectId: ids.uuid(),
        tenantId,
        puid: ids.hex(16).toUpperCase(),
      });
      const beneficiary = person(emailId);
      const one: Subscription = {
        id: ids.uuid(),
        name: wanted.name ?? `${product.name} subscription`,
        product,
        status: 'PendingFulfillmentStart',
        planId,
        earlierPlans: [],
        quantity: plan.isPricePerSeat ? (wanted.quantity ?? plan.minQuantity ?? 1) : undefined,
        termUnit: wanted.termUnit ?? 'P1M',
        startMs: undefined,
        endMs: undefined,
        autoRenew: wanted.autoRenew ?? true,
        isFreeTrial: wanted.isFreeTrial ?? false,
        isTest: wanted.isTest ?? false,
        allowedCustomerOperations: wanted.throughReseller ? ['Read'] : ['Delete', 'Update', 'Read'],
        sandboxType: 'None',
        beneficiary,
        purchaser: wanted.throughReseller ? person(`reseller-${ids.hex(6)}@reseller.example`) : beneficiary,
        createdMs: clock.now(),
        activatedMs: undefined,
        unsubscribedMs: undefined,
        suspensions: 0,
        privateOfferIds: wanted.privateOfferIds ?? [],
        operations: [],
      };
      subscriptions.put(one);
      if (wanted.autoActivated) {
        changes.subscribe(one);
        changes.report(one, 'Subscribe');
      }
      return one;
    },
  };
}
export type Purchases = ReturnType<typeof createPurchases>;
