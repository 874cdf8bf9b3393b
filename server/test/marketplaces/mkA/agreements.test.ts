import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OfferSpec } from '../../../src/marketplaces/index.ts';
import {
  buyer,
  contract,
  createdAt,
  type MkAWorld,
  newKey,
  type Seller,
  startWorld,
} from './world.fixture.ts';

let world: MkAWorld;
let seller: Seller;
let productId: string;
beforeAll(async () => {
  world = await startWorld();
  seller = world.newSeller('agreements');
  productId = seller.addProduct({ dimensions: ['seats', 'usedHours'] }).id;
});
afterAll(() => world.stop());

let made = 0;
const dimensions = [{ key: 'usedHours', rate: 0.1 }];
async function offered(more: Record<string, unknown> = {}, spec: Partial<OfferSpec> = {}): Promise<string> {
  const info = { ...contract('', '').info, dimensions, ...more };
  const offer = contract(`ofr_${++made}`, productId, { info, ...spec });
  const end = await createdAt(world.service, seller.adapter, offer);
  expect(end).toMatchObject({ state: 'DONE' });
  return end.externalId as string;
}
async function agreed(
  more: Record<string, unknown> = {},
  choice = {},
): Promise<{ offerId: string; id: string }> {
  const offerId = await offered(more);
  const { id } = world.service.buyerAccepts(offerId, choice);
  return { offerId, id };
}
const read = (id: string) => seller.adapter.readAgreement(id);

describe('an agreement', () => {
  test('an agreement is shown with its purchases, buyer and license', async () => {
    const { offerId, id } = await agreed();
    const agreement = world.service.agreement(id);
    const shown = await read(id);
    expect(shown).toMatchObject({
      externalId: id,
      status: 'ACTIVE',
      externalStatus: 'ACTIVE',
      needsApproval: false,
      offerKey: undefined,
      externalOfferId: offerId,
      externalProductId: productId,
      externalBuyerId: buyer,
      succeeds: undefined,
      quantity: 2,
      terms: {
        currency: 'USD',
        commits: [{ key: 'seats', quantity: 2, rate: 600 }],
        dimensions: [{ key: 'usedHours', rate: 0.1 }],
        paymentInstallments: [{ amount: 1200 }],
        eulaType: 'SCMP',
      },
      mirror: {
        mkAAgreement: {
          agreementId: id,
          agreementType: 'PurchaseAgreement',
          buyerAccountId: buyer,
          offerId,
          productId,
          productType: 'SaaSProduct',
          sellerAccountId: seller.accountId,
          status: 'ACTIVE',
        },
        mkALicenseArn: agreement?.licenseArn,
        mkAEntitlements: [{ dimension: 'seats', value: { integerValue: 2 }, customerMkAAccountId: buyer }],
      },
      externalLicenseId: agreement?.licenseArn,
    });
    expect(shown?.revision).toBe(agreement?.updatedMs);
    expect(await seller.adapter.readOffer(offerId)).toMatchObject({ status: 'ACCEPTED' });
    expect(await seller.adapter.findAgreement?.(offerId)).toBe(id);
    expect(await seller.adapter.findAgreement?.('offer-nothing')).toBeUndefined();
  });

  test('an agreement shows the quantities that the buyer chose', async () => {
    const commits = [
      { key: 'seats', rate: 600, length: 1, timeUnit: 'YEAR', buyerQuantityConfigurable: true },
    ];
    const { id } = await agreed({ commits }, { dimensions: { seats: 7 } });
    expect(await read(id)).toMatchObject({
      buyerCommitQuantities: { seats: 7 },
      quantity: 7,
      terms: { commits: [{ key: 'seats', rate: 600, quantity: 7, length: 1, timeUnit: 'YEAR' }] },
    });
  });

  test('an agreement with a later start is pending', async () => {
    const offerId = await offered(
      { startTime: '2091-03-01T00:00:00.000Z', mkAAgreementDuration: undefined },
      { endTime: '2092-03-01T00:00:00.000Z' },
    );
    const { id } = world.service.buyerAccepts(offerId);
    expect(await read(id)).toMatchObject({
      status: 'PENDING_START',
      startTime: '2091-03-01T00:00:00.000Z',
      endTime: '2092-02-29T23:59:59.999Z',
    });
  });

  test('a renewed agreement is linked to its successor', async () => {
    const { offerId, id } = await agreed({ autoRenew: true });
    const next = world.service.agreementRenews(id);
    // The agreement ended together with its successor.
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', externalStatus: 'RENEWED' });
    expect(await read(next.id)).toMatchObject({
      status: 'ACTIVE',
      externalOfferId: offerId,
      succeeds: { externalId: id, renewal: true },
    });
    const third = world.service.agreementRenews(next.id);
    expect((await read(third.id))?.succeeds).toEqual({ externalId: next.id, renewal: true });
    expect(await seller.adapter.readOffer(offerId)).toMatchObject({ status: 'ACCEPTED' });
  });

  test('an agreement renewed a moment ago is read once the lists show its predecessor', async () => {
    const { id } = await agreed({ autoRenew: true });
    world.service.pass(2 * 3_600_000);
    const next = world.service.agreementRenews(id);
    world.service.lag(3_600_000);
    try {
      await expect(read(next.id)).rejects.toMatchObject({
        kind: 'throttled',
        retryAfterMs: expect.any(Number),
      });
    } finally {
      world.service.lag(0);
    }
    expect((await read(next.id))?.succeeds).toEqual({ externalId: id, renewal: true });
  });

  test('an agreement that an offer replaces is linked to the agreement of the offer', async () => {
    const { offerId, id } = await agreed();
    const second = await offered(
      { commits: [{ key: 'seats', quantity: 5, rate: 500 }] },
      { basedOn: { agreementId: id }, endTime: '2092-01-01T00:00:00.000Z' },
    );
    const { id: next } = world.service.buyerAccepts(second, { buyer });
    expect(await read(next)).toMatchObject({ succeeds: { externalId: id, renewal: false }, quantity: 5 });
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', externalStatus: 'REPLACED' });
    expect(await seller.adapter.readOffer(offerId)).toMatchObject({ status: 'USED' });
  });

  test('an agreement is pending cancellation while its buyer is asked, and stays active if the buyer rejects', async () => {
    const { id } = await agreed();
    // Keys of repeated changes contain characters that are invalid in the marketplace's cancellation tokens.
    expect(await seller.adapter.cancelAgreement(id, `${newKey()}.2`)).toMatchObject({ state: 'DONE' });
    await seller.adapter.cancelAgreement(id, newKey());
    expect(await read(id)).toMatchObject({ status: 'PENDING_CANCEL', externalStatus: 'ACTIVE' });
    const asked = () => world.service.cancellations().filter((one) => one.agreement.id === id);
    expect(asked()).toHaveLength(1);
    world.service.buyerRejects(asked()[0]?.id as string, 'No.');
    expect(await read(id)).toMatchObject({ status: 'ACTIVE' });
    await seller.adapter.cancelAgreement(id, newKey());
    world.service.buyerApproves(asked()[1]?.id as string);
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', externalStatus: 'CANCELLED' });
    await expect(seller.adapter.cancelAgreement(id, newKey())).rejects.toMatchObject({ kind: 'refused' });
  });

  test('an agreement shows the outcome of its cancellation request, even when the role may not read the explanation', async () => {
    const other = world.newSeller('explanations');
    const product = other.addProduct();
    const sell = () => {
      const offer = other.addOffer(product, { buyer });
      return world.service.buyerAccepts(offer.id).id;
    };
    const [id, second] = [sell(), sell()];
    world.service.cancellationFails('A renewal exists.');
    await other.adapter.cancelAgreement(id, newKey(), { code: 'PRODUCT_DISCONTINUED', description: 'Over.' });
    const lastOf = async (of: string) => (await other.adapter.readAgreement(of))?.cancellationRequest;
    expect(await lastOf(id)).toMatchObject({
      status: 'PENDING_APPROVAL',
      reasonCode: 'PRODUCT_DISCONTINUED',
    });
    world.service.settle();
    expect(await lastOf(id)).toMatchObject({ status: 'VALIDATION_FAILED', message: 'A renewal exists.' });
    const items = (await other.adapter.listAgreements?.())?.items ?? [];
    expect(items.map(({ cancellationRequest }) => cancellationRequest?.status)).toEqual(
      expect.arrayContaining(['VALIDATION_FAILED', undefined]),
    );
    expect(await lastOf(second)).toBeUndefined();
    world.service.forbid(other.roleArn, 'aws-marketplace:GetAgreementCancellationRequest');
    const unexplained = await lastOf(id);
    expect(unexplained).toMatchObject({ status: 'VALIDATION_FAILED' });
    expect(unexplained).not.toHaveProperty('message');
  });

  test('an agreement stays active when the seller withdraws its request, which needs a right of the role', async () => {
    const other = world.newSeller('withdrawals');
    const { id } = world.service.buyerAccepts(other.addOffer(other.addProduct(), { buyer }).id);
    await other.adapter.cancelAgreement(id, newKey());
    const right = 'aws-marketplace:CancelAgreementCancellationRequest';
    world.service.forbid(other.roleArn, right);
    await expect(other.adapter.withdrawCancellation?.(id)).rejects.toMatchObject({
      kind: 'refused',
      readable: expect.stringContaining('CancelAgreementCancellationRequest'),
    });
    world.service.allow(other.roleArn, right);
    await other.adapter.withdrawCancellation?.(id);
    expect(await other.adapter.readAgreement(id)).toMatchObject({
      status: 'ACTIVE',
      cancellationRequest: { status: 'CANCELLED', message: 'The seller withdraws the request.' },
    });
  });

  test('an agreement of another seller is not found', async () => {
    const { id } = await agreed();
    const stranger = world.newSeller('stranger').adapter;
    expect(await stranger.readAgreement(id)).toBeUndefined();
    expect((await stranger.listAgreements?.())?.items).toEqual([]);
  });

  test('the list has each agreement once, over pages, and those that have changed since a time', async () => {
    const lister = world.newSeller('lister');
    const product = lister.addProduct();
    const ids = Array.from({ length: 53 }, (_, n) => {
      const offer = lister.addOffer(product, { buyer: String(100000000000 + n) });
      return world.service.buyerAccepts(offer.id).id;
    });
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await lister.adapter.listAgreements?.({ cursor });
      all.push(...(page?.items ?? []).map(({ externalId }) => externalId));
      cursor = page?.cursor;
    } while (cursor);
    expect(all.sort()).toEqual([...ids].sort());
    world.service.pass(120_000);
    const since = new Date(world.service.now()).toISOString();
    world.service.pass(120_000);
    world.service.agreementEnds(ids[9] as string);
    const changed = await lister.adapter.listAgreements?.({ since });
    expect(changed?.items).toMatchObject([{ externalId: ids[9], status: 'CANCELLED' }]);
  });
});

describe('a buyer with a registration token', () => {
  test('a buyer with a token is matched to the agreement, product and license', async () => {
    const { id } = await agreed();
    const token = world.service.registrationToken(id);
    expect(await seller.adapter.resolvePurchase?.(token)).toEqual({
      externalBuyerId: buyer,
      externalProductId: productId,
      externalAgreementId: id,
      externalLicenseId: world.service.agreement(id)?.licenseArn,
    });
  });

  test('a buyer is matched to the product even before the agreement can be found', async () => {
    world.service.pass(2 * 3_600_000);
    const { id } = await agreed();
    const token = world.service.registrationToken(id);
    world.service.lag(3_600_000);
    try {
      expect(await world.connect(seller, seller.externalId).resolvePurchase?.(token)).toMatchObject({
        externalBuyerId: buyer,
        externalProductId: productId,
        externalAgreementId: undefined,
      });
    } finally {
      world.service.lag(0);
    }
  });

  test.each(['nothing', '', 'x'.repeat(5000)])('an invalid token is refused', async (token) => {
    await expect(seller.adapter.resolvePurchase?.(token)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('an expired token is refused, and does not count as a failure of our own keys', async () => {
    const { id } = await agreed();
    const token = world.service.registrationToken(id);
    world.service.pass(5 * 3_600_000);
    await expect(seller.adapter.resolvePurchase?.(token)).rejects.toMatchObject({ kind: 'refused' });
    const stranger = world.newSeller('token').adapter;
    const fresh = world.service.registrationToken(id);
    await expect(stranger.resolvePurchase?.(fresh)).rejects.toMatchObject({ kind: 'refused' });
  });
});

test('the adapter reads everything that the local service shows, and reports no differences', async () => {
  await agreed({ autoRenew: true, netTermsInDays: 30 });
  const before = world.service.log.calls.length;
  expect(await seller.adapter.findDifferences?.(AbortSignal.timeout(20_000))).toEqual([]);
  const operations = world.service.log.calls.slice(before).map(({ operation }) => operation);
  expect(operations.filter((name) => !/^(List|BatchDescribe|Describe|Search|AssumeRole)/.test(name))).toEqual(
    [],
  );
});
