import { describe, expect, test } from 'vitest';
import {
  type AgreementChange,
  type MarketplaceAdapter,
  MarketplaceError,
  type OfferSpec,
  type RawNotification,
} from '../../src/marketplaces/index.ts';
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
  /** A notification as the marketplace signs it for the organization. */
  notification(subject: { kind: 'OFFER' | 'AGREEMENT'; externalId: string }): RawNotification;
};

let made = 0;
const newKey = () => `conformance_${++made}`;
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
    expect(await world.adapter().findOffer('nothing')).toBeUndefined();
    expect(await world.adapter().readOffer('nothing')).toBeUndefined();
    expect(await world.adapter().readOfferByName?.('offers/nothing')).toBeUndefined();
    expect(await world.adapter().readAgreement('nothing')).toBeUndefined();
  });

  sellsPrivately(world);
  changesOffers(world);
  agrees(world);
  listens(world);
  takesUsage(world);
}

function agrees(world: World): void {
  describe('agreements', () => {
    const can = () => world.adapter().describe();
    const read = (id: string) => world.adapter().readAgreement(id);
    const refusedForGood = async (work: Promise<void>) => {
      const refusal = await work.catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(MarketplaceError);
      expect(refusal).toMatchObject({ permanent: true });
    };

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
      for (const _ of [1, 2]) await world.adapter().cancelAgreement(id);
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
      expect(after?.version).toBeGreaterThan(before?.version ?? 0);
    });

    test('what it does not do, or of an agreement that is not its seller’s, is refused for good', async () => {
      const id = await world.agreement(false);
      const commands = {
        approveAgreement: can().approval,
        cancelAgreement: can().cancelAgreement !== 'none',
        changeQuantity: can().changeQuantity,
      };
      for (const [command, done] of Object.entries(commands) as [keyof typeof commands, boolean][]) {
        if (!done) await refusedForGood(world.adapter()[command](id, 3));
        await refusedForGood(world.stranger()[command](id, 3));
        await refusedForGood(world.adapter()[command]('nothing', 3));
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
      const refusal = await world
        .adapter()
        .createOffer(spec)
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ name: 'MarketplaceError', permanent: true });
      expect(await world.adapter().findOffer(key)).toBeUndefined();
    });

    test('one key makes one offer, however often and at once it is sent', async ({ skip }) => {
      if (!sells()) skip();
      const key = newKey();
      const spec = world.accepted(key);
      const refs = await Promise.all([1, 2, 3].map(() => world.adapter().createOffer(spec)));
      const again = await world.adapter().createOffer(spec);
      expect(new Set([...refs, again].map(({ externalId }) => externalId)).size).toBe(1);
      expect(await world.adapter().findOffer(key)).toMatchObject({ externalId: again.externalId });
      const other = await world.adapter().createOffer(world.accepted(newKey()));
      expect(other.externalId).not.toBe(again.externalId);
    });

    test('one that was published can be read, with the marketplace’s own records', async ({ skip }) => {
      if (!sells()) skip();
      const key = newKey();
      const { externalId } = await world.adapter().createOffer(world.accepted(key));
      await world.settle();
      const snapshot = await world.adapter().readOffer(externalId);
      expect(snapshot).toMatchObject({ key, externalId, status: 'PENDING_ACCEPTANCE', failure: undefined });
      expect(snapshot?.privateOfferUrl).toMatch(/^https?:\/\//);
      const foreign = Object.keys(snapshot?.mirror ?? {}).filter((name) => /^mk[A-F]/.test(name));
      expect(foreign.filter((name) => !name.startsWith(prefixOf(world.partner)))).toEqual([]);
    });

    test('another organization’s adapter sees none of it', async ({ skip }) => {
      if (!sells()) skip();
      const key = newKey();
      const { externalId } = await world.adapter().createOffer(world.accepted(key));
      expect(await world.stranger().findOffer(key)).toBeUndefined();
      expect(await world.stranger().readOffer(externalId)).toBeUndefined();
    });

    test('what the marketplace refuses for good is told so, in words for people', async ({ skip }) => {
      if (!world.refused) skip();
      const key = newKey();
      const refusal = await world
        .adapter()
        .createOffer((world.refused as World['accepted'])(key))
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(MarketplaceError);
      expect(refusal).toMatchObject({ permanent: true });
      expect((refusal as MarketplaceError).readable.length).toBeGreaterThan(20);
      expect(await world.adapter().findOffer(key)).toBeUndefined();
    });
  });
}

function changesOffers(world: World): void {
  describe('private offers that were made', () => {
    const sells = () => world.adapter().describe().privateOffers;

    test('one that is cancelled is so once, however often it is asked for', async ({ skip }) => {
      if (!sells() || world.adapter().describe().cancelOffer === 'none') skip();
      const { externalId } = await world.adapter().createOffer(world.accepted(newKey()));
      await world.settle();
      await expect(world.stranger().cancelOffer(externalId)).rejects.toThrow(MarketplaceError);
      await world.adapter().cancelOffer(externalId);
      await world.adapter().cancelOffer(externalId);
      await world.settle();
      expect((await world.adapter().readOffer(externalId))?.status).toMatch(/^(CANCELLED|EXPIRED)$/);
      await expect(world.adapter().updateOffer(externalId, { name: 'Late' })).rejects.toMatchObject({
        permanent: true,
      });
    });

    test('one that awaits its buyer is extended and changed as far as it says, and stays open', async ({
      skip,
    }) => {
      if (!sells()) skip();
      const { extend, updatable } = world.adapter().describe();
      const { externalId } = await world.adapter().createOffer(world.accepted(newKey()));
      await world.settle();
      const extending = world.adapter().extendOffer(externalId, '2091-01-01T00:00:00.000Z');
      if (extend) await extending;
      else await expect(extending).rejects.toMatchObject({ permanent: true });
      const changing = world.adapter().updateOffer(externalId, { name: 'Renamed' });
      if (updatable.includes('name')) await changing;
      else await expect(changing).rejects.toMatchObject({ permanent: true });
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
  describe('notifications', () => {
    const subject = { kind: 'AGREEMENT', externalId: 'agr_1' } as const;
    const verify = (raw: RawNotification, adapter = world.adapter()) => adapter.verifyNotification(raw);

    test('a genuine one says what to read again', async () => {
      const first = await verify(world.notification(subject));
      expect(first.subject).toEqual(subject);
      expect(first.id).toBeTruthy();
      expect((await verify(world.notification(subject))).id).not.toBe(first.id);
    });

    test('one that was changed, cut, or is another organization’s is refused', async () => {
      const raw = world.notification(subject);
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
