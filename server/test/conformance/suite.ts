import { describe, expect, test } from 'vitest';
import {
  type AgreementChange,
  type Change,
  judgeOffer,
  type MarketplaceAdapter,
  type OfferSpec,
  type RawNotification,
} from '../../src/marketplaces/index.ts';
import { ended, made, newKey, refused } from './changes.ts';
import { withdrawsRequests } from './request-suite.ts';
import { bundlesOffers } from './set-suite.ts';
import { takesUsage } from './usage-suite.ts';

/** The functions that the suite needs to test an adapter. */
export type World = {
  partner: string;
  /** Returns the adapter of an organization. */
  adapter(): MarketplaceAdapter;
  stranger(): MarketplaceAdapter;
  /**
   * Returns an offer that the marketplace accepts; `refused` returns a permanently rejected offer, if there
   * is such a rule.
   */
  accepted(key: string): OfferSpec;
  refused?(key: string): OfferSpec;
  /** Returns an offer of a set by position, because each offer may need its own product. */
  inSet?(key: string, place: number): OfferSpec;
  /** Returns an offer that changes an unknown agreement, if offers can change agreements. */
  baseless?(key: string): OfferSpec;
  /**
   * Creates an agreement for two units. `waits`: the seller's approval is pending, if the marketplace
   * requires approval.
   */
  agreement(waits: boolean): Promise<string>;
  /** Runs the marketplace’s pending work, such as publication. */
  settle(): Promise<void>;
  /** Returns the time at the marketplace. */
  now(): Promise<Date>;
  pass(seconds: number): Promise<void>;
  /** A dimension of the agreements. */
  dimension: string;
  /** Returns the hour to report at a time; the current hour if absent. */
  usageHour?(now: Date): Date;
  /**
   * Whether the marketplace accepts usage with gaps although it demands contiguous intervals. The caller of the adapter
   * must then avoid gaps.
   */
  acceptsGaps?: boolean;
  /** Whether the marketplace does not return the address at which buyers accept an offer. */
  hidesOfferUrls?: boolean;
  /** Signs a notification to the organization as the marketplace does, if it sends notifications. */
  notification?(subject: { kind: 'OFFER' | 'AGREEMENT'; externalId: string }): RawNotification;
};

/** Looks up an offer after the lookup delay. */
async function lookedUp(world: World, key: string, adapter = world.adapter()): Promise<Change | undefined> {
  await world.pass(Math.ceil(adapter.describe().lookupSettlesMs / 1000));
  const found = adapter.findOffer?.(key);
  return found && (await found);
}
/** Converts a partner code to the format in field names: `MKA` becomes `mkA`. */
const prefixOf = (partner: string) => `${partner.slice(0, 2).toLowerCase()}${partner.slice(2)}`;

/**
 * Defines the tests of every adapter (`marketplaces/adapter.ts`), both of the sandbox and of real
 * marketplaces.
 */
export function conforms(world: World): void {
  test('the capabilities have consistent limits', () => {
    const { partner, usage, recordedCreateRetries } = world.adapter().describe();
    expect(partner).toBe(world.partner);
    expect(recordedCreateRetries).toBeGreaterThanOrEqual(0);
    if (usage) {
      expect(usage.maximumBatch).toBeGreaterThan(0);
      expect(usage.lateMinutes).toBeGreaterThanOrEqual(60);
      expect(usage.alertMinutes).toBeLessThanOrEqual(usage.lateMinutes);
    }
  });

  test('R48 the capabilities have a refund policy for each change that can reduce a commit', () => {
    const { refunds, agreementChanges } = world.adapter().describe();
    expect(refunds.cancellation).not.toBe('none');
    const isThere = (change: AgreementChange) => agreementChanges.includes(change);
    expect(refunds.fewerUnits !== 'none').toBe(isThere('changeQuantity'));
    expect(refunds.cheaperPlan !== 'none').toBe(isThere('changePlan'));
    expect(refunds.fullWithinHours ?? 1).toBeGreaterThan(0);
  });

  test('reading an unknown record returns undefined', async () => {
    expect(await world.adapter().findOffer?.('nothing')).toBeUndefined();
    expect(await world.adapter().readOffer('nothing')).toBeUndefined();
    expect(await world.adapter().readOfferByName?.('offers/nothing')).toBeUndefined();
    expect(await world.adapter().readAgreement('nothing')).toBeUndefined();
  });

  sellsPrivately(world);
  changesOffers(world);
  bundlesOffers(world);
  agrees(world);
  withdrawsRequests(world);
  listens(world);
  takesUsage(world);
}

function agrees(world: World): void {
  describe('agreements', () => {
    const can = () => world.adapter().describe();
    const read = (id: string) => world.adapter().readAgreement(id);
    test('repeated approvals of a pending agreement approve it once', async ({ skip }) => {
      if (!can().approval) skip();
      const id = await world.agreement(true);
      expect(await read(id)).toMatchObject({ status: 'PENDING_START', needsApproval: true });
      const asked = await Promise.all([1, 2].map(() => world.adapter().approveAgreement(id)));
      for (const change of [...asked, await world.adapter().approveAgreement(id)])
        expect(await ended(world, Promise.resolve(change))).toMatchObject({ state: 'DONE' });
      await world.settle();
      expect(await read(id)).toMatchObject({ status: 'ACTIVE', needsApproval: false });
    });

    test('a cancellation ends the agreement or asks the buyer, according to the capabilities, and can be repeated', async ({
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

    test('the quantity of an agreement can be changed', async ({ skip }) => {
      if (!can().changeQuantity) skip();
      const id = await world.agreement(false);
      const before = await read(id);
      expect(before?.quantity).toBe(2);
      for (const _ of [1, 2])
        expect(await ended(world, world.adapter().changeQuantity(id, 7))).toMatchObject({ state: 'DONE' });
      await world.settle();
      const after = await read(id);
      expect(after?.quantity).toBe(7);
      if (before?.revision !== undefined) expect(after?.revision).toBeGreaterThan(before.revision);
    });

    test('unsupported operations and operations on another seller’s agreement are permanently refused', async () => {
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

    test('an offer that changes an unknown agreement is permanently refused', async ({ skip }) => {
      const key = newKey();
      const spec = world.baseless?.(key) ?? skip();
      await refused(world, world.adapter().createOffer(spec, key));
      expect(isThere(await lookedUp(world, key))).toBe(false);
    });

    test('repeated and concurrent calls with one key create one offer', async ({ skip }) => {
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

    test('an offer is found by its key, where the capabilities have look-ups', async ({ skip }) => {
      if (!sells() || world.adapter().describe().createIdempotency === 'none') skip();
      const key = newKey();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(key), key));
      if (!world.adapter().findOffer) return;
      expect(await lookedUp(world, key)).toMatchObject({ state: 'DONE', externalId });
      expect(isThere(await lookedUp(world, key, world.stranger()))).toBe(false);
    });

    test('a published offer can be read, with the marketplace’s own records', async ({ skip }) => {
      if (!sells()) skip();
      const key = newKey();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(key), key));
      await world.settle();
      const snapshot = await world.adapter().readOffer(externalId);
      expect(snapshot).toMatchObject({ externalId, status: 'PENDING_ACCEPTANCE', failure: undefined });
      // Many marketplaces do not return our keys.
      expect([key, undefined]).toContain(snapshot?.key);
      if (world.hidesOfferUrls) expect(snapshot?.privateOfferUrl).toBeUndefined();
      else expect(snapshot?.privateOfferUrl).toMatch(/^https?:\/\//);
      const foreign = Object.keys(snapshot?.mirror ?? {}).filter((name) => /^mk[A-F]/.test(name));
      expect(foreign.filter((name) => !name.startsWith(prefixOf(world.partner)))).toEqual([]);
    });

    test('another organization’s adapter does not see the offer', async ({ skip }) => {
      if (!sells()) skip();
      const key = newKey();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(key), key));
      expect(await world.stranger().readOffer(externalId)).toBeUndefined();
    });

    test('a permanent refusal has a readable reason', async ({ skip }) => {
      if (!world.refused) skip();
      const key = newKey();
      await refused(world, world.adapter().createOffer((world.refused as World['accepted'])(key), key));
      expect(isThere(await lookedUp(world, key))).toBe(false);
    });
  });
}

/**
 * Returns whether an offer exists. A failed offer does not exist, even if the marketplace reports the
 * failure.
 */
const isThere = (found: Change | undefined): boolean => found !== undefined && found.state !== 'FAILED';

function changesOffers(world: World): void {
  describe('existing private offers', () => {
    const sells = () => world.adapter().describe().privateOffers;

    test('repeated cancellations cancel an offer once', async ({ skip }) => {
      if (!sells() || world.adapter().describe().cancelOffer === 'none') skip();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(newKey()), newKey()));
      await world.settle();
      await refused(world, world.stranger().cancelOffer(externalId, newKey()), world.stranger());
      for (const _ of [1, 2]) await ended(world, world.adapter().cancelOffer(externalId, newKey()));
      await world.settle();
      expect((await world.adapter().readOffer(externalId))?.status).toMatch(/^(CANCELLED|EXPIRED)$/);
      await refused(world, world.adapter().updateOffer(externalId, { name: 'Late' }, newKey()));
    });

    test('an offer that awaits its buyer can be extended and changed according to the capabilities, and stays open', async ({
      skip,
    }) => {
      if (!sells()) skip();
      const { extend, updatable } = world.adapter().describe();
      const externalId = await made(world, world.adapter().createOffer(world.accepted(newKey()), newKey()));
      await world.settle();
      const later = new Date((await world.now()).getTime() + 60 * 86_400_000).toISOString();
      const extending = world.adapter().extendOffer(externalId, later, newKey());
      if (extend) expect(await ended(world, extending)).toMatchObject({ state: 'DONE' });
      else await refused(world, extending);
      const changing = world.adapter().updateOffer(externalId, { name: 'Renamed' }, newKey());
      if (updatable.includes('name')) expect(await ended(world, changing)).toMatchObject({ state: 'DONE' });
      else await refused(world, changing);
      await world.settle();
      expect((await world.adapter().readOffer(externalId))?.status).toBe('PENDING_ACCEPTANCE');
    });

    test('the rules name the fields of a refused offer, and accept an accepted offer', async ({ skip }) => {
      if (!world.refused) skip();
      const now = await world.now();
      const { partner } = world.adapter().describe();
      const judged = (spec: OfferSpec) =>
        judgeOffer(partner, spec, now).filter(({ isMissing }) => !isMissing);
      const refusals = judged((world.refused as World['accepted'])(newKey()));
      expect(refusals.length).toBeGreaterThan(0);
      for (const { pointer } of refusals) expect(pointer).toMatch(/^\//);
      expect(judged(world.accepted(newKey()))).toEqual([]);
    });
  });
}

function listens(world: World): void {
  const { notification } = world;
  if (!notification) return;
  describe('notifications', () => {
    const subject = { kind: 'AGREEMENT', externalId: 'agr_1' } as const;
    const verify = (raw: RawNotification, adapter = world.adapter()) => adapter.verifyNotification(raw);

    test('a genuine notification names the records to read again', async () => {
      const first = await verify(notification(subject));
      expect(first.subjects).toEqual([subject]);
      expect(first.id).toBeTruthy();
      expect((await verify(notification(subject))).id).not.toBe(first.id);
    });

    test('a notification over HTTP is refused where notifications are pulled', async ({ skip }) => {
      if (!world.adapter().pullNotifications) skip();
      for (const method of ['POST', 'GET'] as const)
        await expect(verify({ ...notification(subject), method })).rejects.toMatchObject({ kind: 'refused' });
    });

    test('a changed, truncated or foreign notification is refused', async ({ skip }) => {
      // A pulled message needs no signature, because access to the queue proves its sender.
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
