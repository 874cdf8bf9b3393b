import { describe, expect, test } from 'vitest';
import type { OfferSetSpec } from '../../src/marketplaces/index.ts';
import { ended, made, newKey, refused } from './changes.ts';
import type { World } from './suite.ts';

const specOf = (key: string): OfferSetSpec => ({ key, name: `Set ${key}`, notes: 'Accept both, please.' });

/** Helpers for tests of offer sets. */
function setsOf(world: World) {
  const makes = () => world.adapter().createOfferSet !== undefined;
  const sells = () => world.adapter().describe().privateOffers;
  const make = (key: string) =>
    made(world, world.adapter().createOfferSet?.(specOf(key), newKey()) as Promise<never>);
  const release = (externalId: string, spec: OfferSetSpec, ids: readonly string[], key = newKey()) =>
    world.adapter().releaseOfferSet?.(externalId, spec, ids, key) as Promise<never>;
  const offersOf = async (externalSetId: string | undefined): Promise<string[]> => {
    const ids: string[] = [];
    for (const place of [0, 1]) {
      const key = newKey();
      const spec = world.inSet?.(key, place) ?? world.accepted(key);
      ids.push(await made(world, world.adapter().createOffer({ ...spec, externalSetId }, newKey())));
    }
    return ids;
  };
  return { makes, sells, make, release, offersOf };
}

/** Defines the tests of every adapter for offer sets. */
export function bundlesOffers(world: World): void {
  makesSets(world);
  refusesSets(world);
}

function makesSets(world: World): void {
  const { makes, sells, make, release, offersOf } = setsOf(world);
  describe('offer sets', () => {
    test('the adapter has all operations on offer sets, or none', () => {
      const { findOfferSet, releaseOfferSet } = world.adapter();
      for (const operation of [findOfferSet, releaseOfferSet]) expect(operation !== undefined).toBe(makes());
    });

    test('the offers of a released set await their buyer', async ({ skip }) => {
      if (!sells()) skip();
      const key = newKey();
      const externalSetId = makes() ? await make(key) : undefined;
      const ids = await offersOf(externalSetId);
      await world.settle();
      // A second request with a different key does not release the set again.
      if (externalSetId)
        for (const _ of [1, 2])
          expect(await ended(world, release(externalSetId, specOf(key), ids))).toMatchObject({
            state: 'DONE',
          });
      for (const id of ids)
        expect(await world.adapter().readOffer(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE' });
    });

    test('repeated and concurrent calls with one key create one set, and it is found by the key', async ({
      skip,
    }) => {
      if (!makes()) skip();
      const [key, call] = [newKey(), newKey()];
      const ask = () => world.adapter().createOfferSet?.(specOf(key), call) as Promise<never>;
      const asked = await Promise.all([1, 2, 3].map(ask));
      const ids = [];
      for (const change of asked) ids.push(await made(world, Promise.resolve(change)));
      ids.push(await made(world, world.adapter().findOfferSet?.(key) as Promise<never>));
      expect(new Set(ids).size).toBe(1);
      expect(await world.adapter().findOfferSet?.('nothing')).toBeUndefined();
      expect(await make(newKey())).not.toBe(ids[0]);
    });
  });
}

function refusesSets(world: World): void {
  const { makes, make, release, offersOf } = setsOf(world);
  describe('invalid offer sets', () => {
    test('a set without offers, with foreign offers, or of another seller is refused with a readable reason', async ({
      skip,
    }) => {
      if (!makes()) skip();
      const key = newKey();
      const externalId = await make(key);
      await refused(world, release(externalId, specOf(key), []));
      await refused(world, release(externalId, specOf(key), await offersOf(undefined)));
      await refused(world, release('nothing', specOf(key), []));
      const stranger = world.stranger();
      const asked = stranger.releaseOfferSet?.(externalId, specOf(key), [], newKey());
      await refused(world, asked as Promise<never>, stranger);
    });

    test('validateOfferSet reports the refusals of the marketplace, where it has rules', ({ skip }) => {
      const { validateOfferSet } = world.adapter();
      if (!validateOfferSet) skip();
      const offers = [0, 1].map((place) => world.inSet?.(newKey(), place) ?? world.accepted(newKey()));
      expect(validateOfferSet?.(specOf(newKey()), offers)).toEqual([]);
      const refusals = validateOfferSet?.({ ...specOf(newKey()), notes: undefined }, offers.slice(1)) ?? [];
      expect(refusals.map(({ pointer }) => pointer)).toEqual(['/info/buyerNotes', '/offerIDs']);
    });
  });
}
