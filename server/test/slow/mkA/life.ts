import { expect } from 'vitest';
import { hourMs, minuteMs, type World } from './world.ts';

/** What the API has acknowledged, and has to be so in the end. */
export type Acknowledged = {
  /** Names of offers by their ids. */
  offers: Map<string, string>;
  /** The last moment of acceptance that was asked for last. */
  extensions: Map<string, string>;
  /** Offers whose end was asked for. */
  cancellations: Set<string>;
  /** Units by entitlement. */
  usage: Map<string, number>;
};

const buyers = ['111122223333', '444455556666'];
const dayMs = 24 * hourMs;

/** What sellers, buyers and time do, each as its chance comes. An act that is not possible just now does nothing. */
export function createLife(world: World) {
  const { chance, service } = world;
  const acknowledged: Acknowledged = {
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
    /** Lets something happen. Answers what. */
    act: async (): Promise<string> => {
      const name = acknowledged.offers.size === 0 ? 'create' : chance.pick(weighted);
      await acts[name]();
      return name;
    },
    /** How long it takes until the next thing happens. */
    pauseMs: () => chance.pick([1000, minuteMs, 5 * minuteMs, hourMs, hourMs, dayMs]),
    now: service.now,
  };
}

/** Midnight, so many days from now. */
const midnight = (nowMs: number, days: number) =>
  `${new Date(nowMs + days * dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`;

function sellersActs(world: World, { offers, extensions, cancellations }: Acknowledged) {
  const { chance, service, ask, good, productId } = world;
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
      const { id } = await good('post', '/offer', {
        partner: 'MKA',
        name,
        productID: productId,
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
      // Said twice by a program that was killed between, the second is refused: the first is under way.
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

/** What sellers do with what they have sold. */
function entitlementActs({ chance, service, ask, good }: World, { usage }: Acknowledged) {
  let made = 0;
  const entitlementIn = async (...states: string[]) => {
    const all: { id: string; status: string; startTime: string }[] = await good(
      'get',
      '/entitlement?limit=100',
    );
    const fit = all.filter(({ status }) => states.includes(status));
    return fit.length > 0 ? chance.pick(fit) : undefined;
  };
  return {
    usage: async () => {
      const entitlement = await entitlementIn('ACTIVE', 'PENDING_CANCEL');
      if (!entitlement) return;
      const quantity = 1 + chance.below(20);
      const from = Math.max(Date.parse(entitlement.startTime), service.now() - 5 * hourMs) + 1;
      const at = from + chance.below(Math.max(1, service.now() - from));
      const { status, text } = await ask('post', `/entitlement/${entitlement.id}/usageRecordGroup`, {
        id: `use-${++made}`,
        records: { usedHours: quantity },
        timestamp: new Date(at).toISOString(),
      });
      if (status === 200) usage.set(entitlement.id, (usage.get(entitlement.id) ?? 0) + quantity);
      else expect([400, 409], text).toContain(status);
    },
    askForEnd: async () => {
      const entitlement = await entitlementIn('ACTIVE');
      if (entitlement && chance.below(2) === 0) await ask('post', `/entitlement/${entitlement.id}/cancel`);
    },
  };
}

function buyersActs({ chance, service, seller, go }: World) {
  let hasReachedEnd = false;
  const pickOf = <Item>(items: readonly Item[]) => (items.length > 0 ? chance.pick(items) : undefined);
  const active = () => service.agreements().filter(({ status }) => status === 'ACTIVE');
  return {
    accept: async () => {
      const isTaken = new Set(service.agreements().map(({ offer }) => offer.id));
      const inChange = service
        .changeSets()
        .filter(({ name, status }) => name.startsWith('update:') && /ING$/.test(status))
        .flatMap(({ changes }) => changes.map(({ input }) => input.Entity.Identifier));
      // Who accepts another length than the one that is on its way is not told apart: the offer's length counts (R42).
      const open = service
        .offersOf(seller.accountId)
        .filter(({ id }) => !inChange.includes(id))
        .filter(({ id, state, availabilityEndDate: day = '9' }) => {
          const isOver = day < new Date(service.now()).toISOString().slice(0, 10);
          return state === 'Released' && !isTaken.has(id) && !isOver;
        });
      const offer = pickOf(open);
      if (offer) service.buyerAccepts(offer.id);
    },
    /** An agreement comes to its end, and ends or goes on as another. Once, for it takes a year. */
    reachEnd: async () => {
      const ends = active().flatMap(({ endMs }) => endMs ?? []);
      if (hasReachedEnd || ends.length === 0 || chance.below(2) === 0) return;
      hasReachedEnd = true;
      // By and by: what became of a change can be asked for 60 days.
      const at = Math.min(...ends) - hourMs;
      for (;;) {
        const leftMs = at - service.now();
        await go(Math.max(0, Math.min(leftMs, 40 * dayMs)));
        if (leftMs <= 40 * dayMs) break;
      }
      service.pass(hourMs + 1000);
    },
    end: async () => {
      const agreement = pickOf(active());
      if (agreement && chance.below(3) === 0)
        service.agreementEnds(agreement.id, chance.pick(['CANCELLED', 'EXPIRED', 'TERMINATED']));
    },
    answer: async () => {
      const asked = pickOf(service.cancellations().filter(({ status }) => status === 'PENDING_APPROVAL'));
      if (!asked) return;
      if (chance.below(2) === 0) service.buyerApproves(asked.id);
      else service.buyerRejects(asked.id);
    },
  };
}
