import { describe, expect, test } from 'vitest';
import type {
  AgreementChange,
  Change,
  MarketplaceAdapter,
  OfferSpec,
  RawNotification,
} from '../../src/marketplaces/index.ts';
import { ended, made, newKey, refused } from './changes.ts';
import { bundlesOffers } from './set-suite.ts';
import { takesUsage } from './usage-suite.ts';

/** What the suite needs to put an adapter through its paces. */
export type World = {
  partner: string;
  /** The adapter of an organization, and that of another one. */
  adapter(): MarketplaceAdapter;
  stranger(): MarketplaceAdapter;
  /** An offer that the marketplace takes, and one that it refuses for good, if it refuses any. */
  accepted(key: string): OfferSpec;
  refused?(key: string): OfferSpec;
  /** An offer of a set, by its place in it: each may have to be of another product. */
  inSet?(key: string, place: number): OfferSpec;
  /** An offer that changes an agreement which the marketplace does not have, where offers can change any. */
  baseless?(key: string): OfferSpec;
  /** An agreement with a buyer, for two units; one that waits for the seller's approval, if the marketplace asks for it. */
  agreement(waits: boolean): Promise<string>;
  /** Lets the marketplace do what it does by itself, such as publishing. */
  settle(): Promise<void>;
  /** The time at the marketplace, and lets some of it pass there. */
  now(): Promise<Date>;
  pass(seconds: number): Promise<void>;
  /** A dimension of these agreements. */
  dimension: string;
  /** A notification as the marketplace signs it for the organization, where it calls us. */
  notification?(subject: { kind: 'OFFER' | 'AGREEMENT'; externalId: string }): RawNotification;
};

/** Looks an offer up, once it has to be shown. */
async function lookedUp(world: World, key: string, adapter = world.adapter()): Promise<Change | undefined> {
  await world.pass(Math.ceil(adapter.describe().lookupSettlesMs / 1000));
  const found = adapter.findOffer?.(key);
  return found && (await found);
}
/** `MKA` is `mkA` in the names of fields. */
const prefixOf = (partner: string) => `${partner.slice(0, 2).toLowerCase()}${partner.slice(2)}`;

/** What every adapter promises (`marketplaces/adapter.ts`), the sandbox's as well as a real marketplace's. */
export function conforms(world: World): void {
  test('says what it can do, in limits that can be kept to', () => {
    const { partner, usage, recordedCreateRetries } = world.adapter().describe();
    expect(partner).toBe(world.partner);
    expect(recordedCreateRetries).toBeGreaterThanOrEqual(0);
    if (usage) {
      expect(usage.maximumBatch).toBeGreaterThan(0);
      expect(usage.lateMinutes).toBeGreaterThanOrEqual(60);
      expect(usage.alertMinutes).toBeLessThanOrEqual(usage.lateMinutes);
    }
  });

  test('R48 says what it pays back of each thing that can lessen a commit there', () => {
    const { refunds, agreementChanges } = world.adapter().describe();
    expect(refunds.cancellation).not.toBe('none');
    const isThere = (change: AgreementChange) => agreementChanges.includes(change);
    expect(refunds.fewerUnits !== 'none').toBe(isThere('changeQuantity'));
    expect(refunds.cheaperPlan !== 'none').toBe(isThere('changePlan'));
    expect(refunds.fullWithinHours ?? 1).toBeGreaterThan(0);
  });

  test('knows nothing of what is not there', async () => {
    expect(await world.adapter().findOffer?.('nothing')).toBeUndefined();
    expect(await world.adapter().readOffer('nothing')).toBeUndefined();
    expect(await world.adapter().readOfferByName?.('offers/nothing')).toBeUndefined();
    expect(await world.adapter().readAgreement('nothing')).toBeUndefined();
  });

  sellsPrivately(world);
  changesOffers(world);
  bundlesOffers(world);
  agrees(world);
  listens(world);
  takesUsage(world);
}

function agrees(world: World): void {
  describe('agreements', () => {
    const can = () => world.adapter().describe();
    const read = (id: string) => world.adapter().readAgreement(id);
    test('one that waits is approved, once for however many calls', async ({ skip }) => {
      if (!can().approval) skip();
      const id = await world.agreement(true);
      expect(await read(id)).toMatchObject({ status: 'PENDING_START', needsApproval: true });
      await Promise.all([1, 2].map(() => world.adapter().approveAgreement(id)));
      await world.adapter().approveAgreement(id);
      await world.settle();
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', needsApproval: false });
    });

    test('one is cancelled, or the buyer is asked, as it says that it does; again is fine', async ({
      skip,
    }) => {
      const { cancelAgreement } = can();
      if (cancelAgreement === 'none') skip();
      const id = await world.agreement(false);
      for (const _ of [1, 2]) await ended(world, world.adapter().cancelAgreement(id, newKey()));
      await world.settle();
      const status = cancelAgreement === 'immediate' ? 'CANCELLED' : 'PENDING_CANCEL';
      expect(await read(id)).toMatchObject({ status });
    });

    test('the quantity of one is changed', async ({ skip }) => {
      if (!can().changeQuantity) skip();
      const id = await world.agreement(false);
      const before = await read(id);
      expect(before?.quantity).toBe(2);
      for (const _ of [1, 2]) await world.adapter().changeQuantity(id, 7);
      await world.settle();
      const after = await read(id);
      expect(after?.quantity).toBe(7);
      if (before?.revision !== undefined) expect(after?.revision).toBeGreaterThan(before.revision);
    });

    test('what it does not do, or of an agreement that is not its seller’s, is refused for good', async () => {
      const id = await world.agreement(false);
      type Command = [can: boolean, ask: (adapter: MarketplaceAdapter, id: string) => Promise<unknown>];
      const commands: Command[] = [
        [can().approval, (adapter, of) => adapter.approveAgreement(of)],
        [can().cancelAgreement !== 'none', (adapter, of) => adapter.cancelAgreement(of, newKey())],
        [can().changeQuantity, (adapter, of) => adapter.changeQuantity(of, 3)],
      ];
      for (const [isDone, ask] of commands) {
        if (!isDone) await refused(world, ask(world.adapter(), id));
        await refused(world, ask(world.stranger(), id), world.stranger());
        await refused(world, ask(world.adapter(), 'nothing'));
      }
    });
  });
}

function sellsPrivately(world: World): void {
  describe('private offers', () => {
    const sells = () => world.adapter().describe().privateOffers;

    test('one that changes an agreement which is not there is refused for good', async ({ skip }) => {
      const key = newKey();
      const spec = world.baseless?.(key) ?? skip();
      await refused(world, world.adapter().createOffer(spec, key));
      expect(isThere(await lookedUp(world, key))).toBe(false);
    });

    test('one key makes one offer, however often and at once it is sent', async ({ skip }) => {
      if (!sells() || world.adapter().describe().createIdempotency !== 'token') skip();
      const key = newKey();
      const spec = world.accepted(key);
      const asked = await Promise.all([1, 2, 3].map(() => world.adapter().createOffer(spec, key)));
      const ids: string[] = [];
      for (const change of asked) ids.push(await made(world, Promise.resolve(change)));
      ids.push(await made(world, world.adapter().createOffer(spec, key)));
      expect(new Set(ids).size).toBe(1);
      const other = newKey();
      expect(await made(world, world.adapter().createOffer(world.accepted(other), other))).not.toBe(ids[0]);
    });

    test('one that was made is found by its key, where it says that it can be looked up', async ({
      skip,
    }) => {
      if (!sells() || world.adapter().describe().createIdempotency === 'none') skip();
      const key = newKey();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(key), key));
      if (!world.adapter().findOffer) return;
      expect(await lookedUp(world, key)).toMatchObject({ state: 'DONE', externalId });
      expect(isThere(await lookedUp(world, key, world.stranger()))).toBe(false);
    });

    test('one that was published can be read, with the marketplace’s own records', async ({ skip }) => {
      if (!sells()) skip();
      const key = newKey();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(key), key));
      await world.settle();
      const snapshot = await world.adapter().readOffer(externalId);
      expect(snapshot).toMatchObject({ externalId, status: 'PENDING_ACCEPTANCE', failure: undefined });
      // Many marketplaces show nothing of ours.
      expect([key, undefined]).toContain(snapshot?.key);
      expect(snapshot?.privateOfferUrl).toMatch(/^https?:\/\//);
      const foreign = Object.keys(snapshot?.mirror ?? {}).filter((name) => /^mk[A-F]/.test(name));
      expect(foreign.filter((name) => !name.startsWith(prefixOf(world.partner)))).toEqual([]);
    });

    test('another organization’s adapter sees none of it', async ({ skip }) => {
      if (!sells()) skip();
      const key = newKey();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(key), key));
      expect(await world.stranger().readOffer(externalId)).toBeUndefined();
    });

    test('what the marketplace refuses for good is told so, in words for people', async ({ skip }) => {
      if (!world.refused) skip();
      const key = newKey();
      await refused(world, world.adapter().createOffer((world.refused as World['accepted'])(key), key));
      expect(isThere(await lookedUp(world, key))).toBe(false);
    });
  });
}

/** What failed is not there, also where its failure is shown. */
const isThere = (found: Change | undefined): boolean => found !== undefined && found.state !== 'FAILED';

function changesOffers(world: World): void {
  describe('private offers that were made', () => {
    const sells = () => world.adapter().describe().privateOffers;

    test('one that is cancelled is so once, however often it is asked for', async ({ skip }) => {
      if (!sells() || world.adapter().describe().cancelOffer === 'none') skip();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(newKey()), newKey()));
      await world.settle();
      await refused(world, world.stranger().cancelOffer(externalId, newKey()), world.stranger());
      for (const _ of [1, 2]) await ended(world, world.adapter().cancelOffer(externalId, newKey()));
      await world.settle();
      expect((await world.adapter().readOffer(externalId))?.status).toMatch(/^(CANCELLED|EXPIRED)$/);
      await refused(world, world.adapter().updateOffer(externalId, { name: 'Late' }, newKey()));
    });

    test('one that awaits its buyer is extended and changed as far as it says, and stays open', async ({
      skip,
    }) => {
      if (!sells()) skip();
      const { extend, updatable } = world.adapter().describe();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(newKey()), newKey()));
      await world.settle();
      const extending = world.adapter().extendOffer(externalId, '2091-01-01T00:00:00.000Z', newKey());
      if (extend) expect(await ended(world, extending)).toMatchObject({ state: 'DONE' });
      else await refused(world, extending);
      const changing = world.adapter().updateOffer(externalId, { name: 'Renamed' }, newKey());
      if (updatable.includes('name')) expect(await ended(world, changing)).toMatchObject({ state: 'DONE' });
      else await refused(world, changing);
      await world.settle();
      expect((await world.adapter().readOffer(externalId))?.status).toBe('PENDING_ACCEPTANCE');
    });

    test('what it refuses of an offer it tells beforehand, where it knows', async ({ skip }) => {
      const { validateOffer } = world.adapter();
      if (!world.refused || !validateOffer) skip();
      const refusals = validateOffer?.((world.refused as World['accepted'])(newKey())) ?? [];
      expect(refusals.length).toBeGreaterThan(0);
      for (const { pointer } of refusals) expect(pointer).toMatch(/^\//);
      expect(validateOffer?.(world.accepted(newKey()))).toEqual([]);
    });
  });
}

function listens(world: World): void {
  const { notification } = world;
  if (!notification) return;
  describe('notifications', () => {
    const subject = { kind: 'AGREEMENT', externalId: 'agr_1' } as const;
    const verify = (raw: RawNotification, adapter = world.adapter()) => adapter.verifyNotification(raw);

    test('a genuine one says what to read again', async () => {
      const first = await verify(notification(subject));
      expect(first.subjects).toEqual([subject]);
      expect(first.id).toBeTruthy();
      expect((await verify(notification(subject))).id).not.toBe(first.id);
    });

    test('what comes over HTTP is refused where notifications are pulled', async ({ skip }) => {
      if (!world.adapter().pullNotifications) skip();
      for (const method of ['POST', 'GET'] as const)
        await expect(verify({ ...notification(subject), method })).rejects.toMatchObject({ kind: 'refused' });
    });

    test('one that was changed, cut, or is another organization’s is refused', async ({ skip }) => {
      // Of what was pulled nobody else was the sender: access to the queue is the proof.
      if (world.adapter().pullNotifications) skip();
      const raw = notification(subject);
      const forged: RawNotification[] = [
        { ...raw, rawBody: raw.rawBody.replace('agr_1', 'agr_2') },
        { ...raw, rawBody: `${raw.rawBody} ` },
        { ...raw, rawBody: '' },
        { ...raw, headers: {} },
        ...Object.entries(raw.headers)
          .filter(([name]) => name !== 'content-type')
          .map(([name, value]) => ({ ...raw, headers: { ...raw.headers, [name]: `x${value}` } })),
      ];
      for (const wrong of forged) await expect(verify(wrong)).rejects.toThrow();
      await expect(verify(raw, world.stranger())).rejects.toThrow();
    });
  });
}
