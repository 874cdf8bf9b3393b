import { expect } from 'vitest';
import { capabilities } from '../../../../src/marketplaces/mkC/capabilities.ts';
import type { Entitlement as Order } from '../../../fakes/mkC/procurement/records.ts';
import { createSales, type Played, pickOf, playOne } from '../sales.ts';
import { dayMs, hourMs, minuteMs } from '../world.ts';
import type { WorldC } from './side.ts';

/** The operations that the service has acknowledged, whose effects must exist in the end. */
export type AcknowledgedWork = {
  /** Names of offers by their ids. */
  offers: Map<string, string>;
  /** Offers whose cancellation was requested. */
  cancellations: Set<string>;
  /** Orders whose buyers were let in by the landing page. */
  landed: Set<string>;
  /** Approved, rejected and cancelled orders. */
  approved: Set<string>;
  ended: Set<string>;
  /** Units by entitlement. */
  usage: Map<string, number>;
};

const monthly = (now: number) => ({
  name: `projects/1/services/s/standardOffers/monthly-${now}`,
  months: 1,
});

/** Creates random actions of the seller, buyers and time. An impossible action has no effect. */
export function createLife(world: WorldC) {
  const { chance } = world;
  const acknowledged: AcknowledgedWork = {
    offers: new Map(),
    cancellations: new Set(),
    landed: new Set(),
    approved: new Set(),
    ended: new Set(),
    usage: new Map(),
  };
  const acts = {
    ...landingActs(world, acknowledged),
    ...buyersActs(world),
    ...entitlementActs(world, acknowledged),
    ...offerActs(world, acknowledged),
  };
  const often = ['buy', 'approve', 'approve', 'approve', 'usage', 'usage', 'usage', 'answer'] as const;
  return {
    acknowledged,
    act: () => playOne(world, acts, often),
    /** Returns the time until the next action. */
    pauseMs: () => chance.pick([1000, minuteMs, 5 * minuteMs, hourMs, hourMs, dayMs]),
  };
}

/** Actions of buyers who order and come to the seller’s page. */
function landingActs(world: WorldC, { landed }: AcknowledgedWork) {
  const { chance, service, product, orgId, visit } = world;
  let made = 0;
  const land = async (one: Order): Promise<void> => {
    const token = await service.landingToken(product, one.account);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ [capabilities.purchaseTokenParameter ?? '']: token }).toString(),
    };
    const visits = Array.from({ length: 1 + chance.below(3) }, () =>
      visit(`/public/signup/mkc/orgId/${orgId}`, init),
    );
    const replies = await Promise.all(visits);
    if (replies.some((status) => status === 200 || status === 303)) landed.add(one.id);
    const known = [undefined, 200, 303, 503];
    expect(replies.filter((status) => !known.includes(status))).toEqual([]);
  };
  return {
    buy: async (): Promise<Played> => {
      if (made >= 5) return 'IMPOSSIBLE';
      made += 1;
      const plan = chance.pick(product.plans).name;
      const offer = chance.below(2) === 0 ? { offer: monthly(service.now()) } : {};
      const one = service.buyerPurchases(product, { plan, ...offer });
      if (chance.below(5) > 0) await land(one);
    },
    land: async (): Promise<Played> => {
      const open = service.entitlements().filter(({ state }) => state !== 'CANCELLED');
      const one = pickOf(world, open);
      if (!one) return 'IMPOSSIBLE';
      await land(one);
    },
  };
}

/** Actions of buyers and of the marketplace on orders. */
function buyersActs(world: WorldC) {
  const { chance, service, product, ask, good } = world;
  const on =
    (states: readonly Order['state'][], run: (one: Order) => unknown, percent = 100) =>
    async (): Promise<Played> => {
      const open = service.entitlements().filter(({ state }) => states.includes(state));
      const one = pickOf(world, open);
      if (!one || chance.below(100) >= percent) return 'IMPOSSIBLE';
      await run(one);
    };
  /** Reads an order again, because no event reports suspensions. */
  const readAgain = async (one: Order) => {
    const all: { id: string; externalID: string }[] = await good('get', '/entitlement?limit=100');
    const found = all.find(({ externalID }) => externalID === one.id);
    if (found) await ask('post', `/entitlement/${found.id}/sync`);
  };
  return {
    abort: on(['ACTIVATION_REQUESTED'], service.buyerAborts, 25),
    changePlan: on(['ACTIVE'], (one) => {
      const others = product.plans.filter(({ name }) => name !== one.plan);
      service.buyerChangesPlan(one, { plan: chance.pick(others).name });
    }),
    withdrawChange: on(['PENDING_PLAN_CHANGE_APPROVAL'], service.buyerWithdrawsChange, 25),
    suspend: on(
      ['ACTIVE'],
      (one) => {
        service.suspends(one);
        return readAgain(one);
      },
      50,
    ),
    resume: on(['SUSPENDED'], (one) => {
      service.resumes(one);
      return readAgain(one);
    }),
    cancelLater: on(['ACTIVE'], service.buyerCancels, 25),
    keep: on(['PENDING_CANCELLATION'], service.buyerRevertsCancellation),
    cancelNow: on(['ACTIVE', 'PENDING_CANCELLATION', 'SUSPENDED'], service.buyerCancelsNow, 25),
    renew: on(['ACTIVE'], (one) => {
      if (one.offerEndMs !== undefined) service.renews(one);
    }),
  };
}

/** Actions of the seller on its sales. */
function entitlementActs(world: WorldC, { approved, ended, usage }: AcknowledgedWork) {
  const { chance, ask, good } = world;
  const { command, entitlementIn, reportUsage } = createSales(world);
  const seldom = async (run: () => Promise<Played>): Promise<Played> =>
    chance.below(4) === 0 ? run() : 'IMPOSSIBLE';
  return {
    approve: () => command('approve', 'PENDING_START', approved),
    reject: () => seldom(() => command('reject', 'PENDING_START', ended, { reason: 'Not sold here.' })),
    cancel: () => seldom(() => command('cancel', 'ACTIVE', ended)),
    answer: async (): Promise<Played> => {
      const one = await entitlementIn('ACTIVE');
      if (!one) return 'IMPOSSIBLE';
      const requests: { id: string; status: string }[] = await good('get', `/entitlement/${one.id}/request`);
      const open = pickOf(
        world,
        requests.filter(({ status }) => status === 'PENDING'),
      );
      if (!open) return 'IMPOSSIBLE';
      const path = `/entitlement/${one.id}/request/${open.id}`;
      if (chance.below(3) > 0) await ask('post', `${path}/accept`);
      else await ask('post', `${path}/reject`, { reason: 'Not now.' });
    },
    usage: () => reportUsage('requests', usage),
  };
}

/** Actions of the seller and of buyers on private offers. */
function offerActs(world: WorldC, { offers, cancellations }: AcknowledgedWork) {
  const { chance, service, good } = world;
  let made = 0;
  const dayAfter = (days: number) =>
    `${new Date(service.now() + days * dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`;
  return {
    createOffer: async (): Promise<Played> => {
      if (offers.size >= 3) return 'IMPOSSIBLE';
      const name = `Deal ${++made}`;
      const [listed] = await good('get', '/partner/MKC/product');
      const { id } = await good('post', '/offer', {
        partner: 'MKC',
        name,
        productID: listed.id,
        expireTime: dayAfter(10 + chance.below(20)),
        info: {
          currency: 'USD',
          commits: [{ key: 'bronze', rate: 100 }],
          eulaType: 'SCMP',
          mkCCustomerInfo: {
            organization: 'Globex',
            contact: 'Ada',
            unverifiedBillingAccount: `012345-6789AB-00000${made}`,
          },
          mkCDuration: 12,
          mkCOfferDealType: 'NEW',
          mkCPaymentRecurrence: 'MONTHLY_PERIOD',
          mkCProviderInfo: { salesContactName: 'Sales' },
        },
      });
      offers.set(id, name);
    },
    cancelOffer: () => createSales(world).cancelOffer(offers, cancellations),
    acceptOffer: async (): Promise<Played> => {
      const one = pickOf(
        world,
        service.privateOffers().filter(({ state }) => state === 'PUBLISHED'),
      );
      if (!one) return 'IMPOSSIBLE';
      service.buyerAcceptsOffer(one.id);
    },
  };
}
