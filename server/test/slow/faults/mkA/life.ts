import { createSales, pickOf } from '../sales.ts';
import { dayMs, hourMs, minuteMs } from '../world.ts';
import type { WorldA } from './side.ts';

/** The operations that the API has acknowledged, whose effects must exist in the end. */
export type AcknowledgedWork = {
  /** Names of offers by their ids. */
  offers: Map<string, string>;
  /** Last requested expiry, by offer. */
  extensions: Map<string, string>;
  /** Offers whose cancellation was requested. */
  cancellations: Set<string>;
  /** Units by entitlement. */
  usage: Map<string, number>;
};

const buyers = ['111122223333', '444455556666'];

/** Creates random actions of sellers, buyers and time. An impossible action has no effect. */
export function createLife(world: WorldA) {
  const { chance } = world;
  const acknowledged: AcknowledgedWork = {
    offers: new Map(),
    extensions: new Map(),
    cancellations: new Set(),
    usage: new Map(),
  };
  const acts = {
    ...sellersActs(world, acknowledged),
    ...entitlementActs(world, acknowledged),
    ...buyersActs(world),
  };
  const names = Object.keys(acts) as (keyof typeof acts)[];
  const weighted = [...names, 'create', 'create', 'accept', 'accept', 'usage', 'usage'] as typeof names;
  return {
    acknowledged,
    /** Performs an action and returns its description. */
    act: async (): Promise<string> => {
      const name = acknowledged.offers.size === 0 ? 'create' : chance.pick(weighted);
      await acts[name]();
      return name;
    },
    /** Returns the time until the next action. */
    pauseMs: () => chance.pick([1000, minuteMs, 5 * minuteMs, hourMs, hourMs, dayMs]),
  };
}

/** Returns midnight a number of days from now. */
const midnight = (nowMs: number, days: number) =>
  `${new Date(nowMs + days * dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`;

function sellersActs(world: WorldA, { offers, extensions, cancellations }: AcknowledgedWork) {
  const { chance, service, ask, good } = world;
  let made = 0;
  const offerIn = async (...states: string[]) => {
    const all: { id: string; status: string }[] = await good('get', '/offer?limit=100');
    const fit = all.filter(({ id, status }) => offers.has(id) && states.includes(status));
    return fit.length > 0 ? chance.pick(fit) : undefined;
  };
  return {
    create: async () => {
      if (offers.size >= 5) return;
      const name = `Deal ${++made}`;
      const [product] = await good('get', '/partner/MKA/product');
      const { id } = await good('post', '/offer', {
        partner: 'MKA',
        name,
        productID: product.id,
        expireTime: midnight(service.now(), 20 + chance.below(400)),
        info: {
          currency: 'USD',
          eulaType: 'SCMP',
          autoRenew: chance.below(2) === 0,
          mkAAgreementDuration: 'P12M',
          buyerMkAAccountIds: [chance.pick(buyers)],
          commits: [{ key: 'seats', quantity: 1 + chance.below(9), rate: 600, length: 1, timeUnit: 'YEAR' }],
          dimensions: [{ key: 'usedHours', rate: 0.5 }],
        },
      });
      offers.set(id, name);
    },
    extend: async () => {
      const offer = await offerIn('PENDING_ACCEPTANCE', 'EXPIRED');
      if (!offer) return;
      const until = midnight(service.now(), 30 + chance.below(600));
      const path = `/offer/${offer.id}/extendExpiryDate?newExpiryDate=${until.slice(0, 10)}`;
      const { status } = await ask('post', path);
      // A call that is repeated after a kill is rejected while the first call is in progress.
      if (status === 200) extensions.set(offer.id, until);
      else extensions.delete(offer.id);
    },
    update: async () => {
      const offer = await offerIn('PENDING_ACCEPTANCE');
      if (offer)
        await ask('patch', `/offer/${offer.id}`, {
          info: { mkAAgreementDuration: chance.pick(['P24M', 'P36M']) },
        });
    },
    cancel: async () => {
      const offer = await offerIn('PENDING_ACCEPTANCE', 'UPDATE_FAILED', 'CANCEL_FAILED');
      if (!offer || chance.below(2) === 0) return;
      const { status } = await ask('post', `/offer/${offer.id}/cancel`);
      if (status === 200) cancellations.add(offer.id);
    },
    retry: async () => {
      const offer = await offerIn('CREATE_FAILED');
      if (offer) await ask('post', `/offer/${offer.id}/retry`);
    },
  };
}

/** Actions of sellers on their sales. */
function entitlementActs(world: WorldA, { usage }: AcknowledgedWork) {
  const { entitlementIn, reportUsage } = createSales(world);
  return {
    usage: () => reportUsage('usedHours', usage),
    askForEnd: async () => {
      const entitlement = await entitlementIn('ACTIVE');
      if (entitlement && world.chance.below(2) === 0)
        await world.ask('post', `/entitlement/${entitlement.id}/cancel`);
    },
  };
}

function buyersActs(world: WorldA) {
  const { chance, service, seller, go } = world;
  let hasReachedEnd = false;
  const active = () => service.agreements().filter(({ status }) => status === 'ACTIVE');
  return {
    accept: async () => {
      const isTaken = new Set(service.agreements().map(({ offer }) => offer.id));
      const inChange = service
        .changeSets()
        .filter(({ name, status }) => name.startsWith('update:') && /ING$/.test(status))
        .flatMap(({ changes }) => changes.map(({ input }) => input.Entity.Identifier));
      // An acceptance with a duration other than the pending duration cannot be recognized; the offer’s
      // duration applies (R42).
      const open = service
        .offersOf(seller.accountId)
        .filter(({ id }) => !inChange.includes(id))
        .filter(({ id, state, availabilityEndDate: day = '9' }) => {
          const isOver = day < new Date(service.now()).toISOString().slice(0, 10);
          return state === 'Released' && !isTaken.has(id) && !isOver;
        });
      const offer = pickOf(world, open);
      if (offer) service.buyerAccepts(offer.id);
    },
    /** Ends or renews an agreement. Runs only once, because it takes a year. */
    reachEnd: async () => {
      const ends = active().flatMap(({ endMs }) => endMs ?? []);
      if (hasReachedEnd || ends.length === 0 || chance.below(2) === 0) return;
      hasReachedEnd = true;
      // Advances in steps, because the result of a change can be read for 60 days.
      const at = Math.min(...ends) - hourMs;
      for (;;) {
        const leftMs = at - service.now();
        await go(Math.max(0, Math.min(leftMs, 40 * dayMs)));
        if (leftMs <= 40 * dayMs) break;
      }
      service.pass(hourMs + 1000);
    },
    end: async () => {
      const agreement = pickOf(world, active());
      if (agreement && chance.below(3) === 0)
        service.agreementEnds(agreement.id, chance.pick(['CANCELLED', 'EXPIRED', 'TERMINATED']));
    },
    answer: async () => {
      const asked = pickOf(
        world,
        service.cancellations().filter(({ status }) => status === 'PENDING_APPROVAL'),
      );
      if (!asked) return;
      if (chance.below(2) === 0) service.buyerApproves(asked.id);
      else service.buyerRejects(asked.id);
    },
  };
}
