import { expect } from 'vitest';
import { hourMs, type Side, type World } from './world.ts';

export type Entitlement = { id: string; externalID: string; startTime: string; status: string };

/** An action without a result was performed; an impossible one had no effect. */
export type Played = 'IMPOSSIBLE' | undefined;

/** Creates the random actions of a seller on its entitlements, which are the same at every marketplace. */
export function createSales({ chance, service, ask, good }: World<Side>) {
  let made = 0;
  /** Picks an entitlement in one of the states. */
  const entitlementIn = async (...states: string[]): Promise<Entitlement | undefined> => {
    const all: Entitlement[] = await good('get', '/entitlement?limit=100');
    const fit = all.filter(({ status }) => states.includes(status));
    return fit.length > 0 ? chance.pick(fit) : undefined;
  };
  return {
    entitlementIn,
    /**
     * Sends a command to an entitlement in a state, and adds its id at the marketplace to `done` if the service
     * acknowledges the command.
     */
    command: async (name: string, state: string, done: Set<string>, body?: object): Promise<Played> => {
      const one = await entitlementIn(state);
      if (!one) return 'IMPOSSIBLE';
      const { status } = await ask('post', `/entitlement/${one.id}/${name}`, body);
      if (status === 200) done.add(one.externalID);
    },
    /** Cancels one of the offers that wait for a buyer, and adds its id to `done` if the service acknowledges this. */
    cancelOffer: async (offers: ReadonlyMap<string, string>, done: Set<string>): Promise<Played> => {
      const all: { id: string; status: string }[] = await good('get', '/offer?limit=100');
      const one = pickOf(
        { chance },
        all.filter(({ id, status }) => offers.has(id) && /PENDING_ACCEPTANCE|CANCEL_FAILED/.test(status)),
      );
      if (!one) return 'IMPOSSIBLE';
      const { status } = await ask('post', `/offer/${one.id}/cancel`);
      if (status === 200) done.add(one.id);
    },
    /**
     * Reports usage of the last hours, and adds the units to `usage` if the service acknowledges them.
     * @param sinceMs returns the time since which the marketplace accepts usage of an entitlement, by its id there
     */
    reportUsage: async (
      dimension: string,
      usage: Map<string, number>,
      sinceMs: (externalId: string) => number = () => 0,
    ): Promise<Played> => {
      const one = await entitlementIn('ACTIVE', 'PENDING_CANCEL');
      if (!one) return 'IMPOSSIBLE';
      const quantity = 1 + chance.below(20);
      const since = sinceMs(one.externalID);
      const from = Math.max(Date.parse(one.startTime), since, service.now() - 5 * hourMs) + 1;
      const at = from + chance.below(Math.max(1, service.now() - from));
      const { status, text } = await ask('post', `/entitlement/${one.id}/usageRecordGroup`, {
        id: `use-${++made}`,
        records: { [dimension]: quantity },
        timestamp: new Date(at).toISOString(),
      });
      if (status === 200) usage.set(one.id, (usage.get(one.id) ?? 0) + quantity);
      else expect([400, 409], text).toContain(status);
    },
  };
}

/** Picks an item, or undefined from an empty list. */
export const pickOf = <Item>({ chance }: Pick<World<Side>, 'chance'>, items: readonly Item[]) =>
  items.length > 0 ? chance.pick(items) : undefined;

/**
 * Performs one of the actions that are possible now, and returns its description.
 * @param often names of actions that occur more often than others
 */
export async function playOne<Names extends string>(
  { chance }: Pick<World<Side>, 'chance'>,
  acts: Readonly<Record<Names, () => Promise<Played>>>,
  often: readonly NoInfer<Names>[],
): Promise<string> {
  const names = [...(Object.keys(acts) as Names[]), ...often];
  for (let tries = 0; tries < 20; tries++) {
    const name = chance.pick(names);
    if ((await acts[name]()) !== 'IMPOSSIBLE') return name;
  }
  return 'nothing';
}
