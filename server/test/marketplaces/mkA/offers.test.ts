import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeOffer, type OfferSpec, type Page, type PageQuery } from '../../../src/marketplaces/index.ts';
import { productKinds } from '../../fakes/mkA/catalog/entities.ts';
import {
  buyer,
  contract,
  createdAt,
  followed,
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
  seller = world.newSeller('offers');
  productId = seller.addProduct({ dimensions: ['seats', 'usedHours'] }).id;
});
afterAll(() => world.stop());

let made = 0;
const spec = (more: Partial<OfferSpec> = {}) => contract(`ofr_${++made}`, productId, more);
const info = (more: Record<string, unknown>) => ({ info: { ...contract('', '').info, ...more } });
const created = async (offer: OfferSpec, by = seller): Promise<string> => {
  const end = await createdAt(world.service, by.adapter, offer);
  expect(end).toMatchObject({ state: 'DONE' });
  return end.externalId as string;
};
const allOf = async <Item>(
  list: (query: PageQuery) => Promise<Page<Item>>,
  since?: string,
): Promise<Item[]> => {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await list({ cursor, since });
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
};

describe('creation of an offer', () => {
  test('an offer of a contract is created, and shown as waiting for its buyer', async () => {
    const externalId = await created(spec({ name: 'Yearly' }));
    const shown = await seller.adapter.readOffer(externalId);
    expect(shown).toMatchObject({
      key: undefined,
      externalId,
      status: 'PENDING_ACCEPTANCE',
      failure: undefined,
      madeElsewhere: {
        bySeller: true,
        name: 'Yearly',
        offerType: 'PRIVATE',
        externalProductId: productId,
        externalBuyerId: buyer,
        expireTime: '2091-02-01T00:00:00.000Z',
        info: {
          currency: 'USD',
          eulaType: 'SCMP',
          mkAAgreementDuration: 'P12M',
          commits: [{ key: 'seats', quantity: 2, rate: 600, length: 1, timeUnit: 'YEAR' }],
          buyerMkAAccountIds: [buyer],
        },
      },
    });
    expect(shown?.privateOfferUrl).toContain(externalId);
  });

  test.each<[what: string, more: Partial<OfferSpec>]>([
    ['dated payments', info({ paymentInstallments: [{ amount: 10, chargeOn: '2091-03-01T00:00:00Z' }] })],
    [
      'quantities that the buyer chooses',
      info({
        commits: [{ key: 'seats', rate: 600, length: 1, timeUnit: 'YEAR', buyerQuantityConfigurable: true }],
      }),
    ],
    ['usage alone', info({ commits: [], dimensions: [{ key: 'usedHours', rate: 0.05 }] })],
    ['usage beside a contract', info({ dimensions: [{ key: 'usedHours', rate: 0.05 }] })],
    [
      'a start and an end',
      {
        ...info({ startTime: '2091-03-01T00:00:00Z', mkAAgreementDuration: undefined }),
        endTime: '2092-03-01T00:00:00Z',
      },
    ],
    [
      'everything else',
      info({
        refundCancellationPolicy: 'None.',
        netTermsInDays: 30,
        autoRenew: true,
        buyerCountryCodes: ['US', 'DE'],
      }),
    ],
    ['a renewal', { metaInfo: { isRenewalOffer: true } }],
  ])('an offer with %s is created', async (_, more) => {
    await created(spec(more));
  });

  test.each(['ContainerProduct', 'AmiProduct', 'ProfessionalServicesProduct'] as const)(
    'an offer of a %s is created',
    async (kind) => {
      const product = seller.addProduct({ kind, dimensions: ['seats'] });
      await created(contract(`ofr_${kind}`, product.id));
    },
  );

  test('a refusal that is known in advance makes no call', async () => {
    const calls = world.service.log.calls.length;
    const wrong = spec({ expireTime: undefined, externalBuyerId: undefined });
    await expect(seller.adapter.createOffer(wrong, newKey())).rejects.toMatchObject({ kind: 'refused' });
    expect(judgeOffer('MKA', wrong, new Date()).map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/expireTime', '/info/buyerMkAAccountIds']),
    );
    expect(world.service.log.calls.length).toBe(calls);
  });
});

describe('a released offer', () => {
  const lastDay = (id: string) => world.service.offer(id)?.availabilityEndDate;

  test('a released offer is extended once its change is done, and not before', async () => {
    const id = await created(spec());
    const change = await seller.adapter.extendOffer(id, '2092-06-01T00:00:00.000Z', newKey());
    expect(change).toMatchObject({ state: 'RUNNING', externalId: id });
    expect(lastDay(id)).toBe('2091-01-31');
    expect(await followed(world.service, seller.adapter, change)).toMatchObject({
      state: 'DONE',
      externalId: id,
    });
    expect(lastDay(id)).toBe('2092-05-31');
  });

  test('a released offer can get another duration', async () => {
    const id = await created(spec());
    const wanted = { info: { mkAAgreementDuration: 'P24M' } };
    const change = await seller.adapter.updateOffer(id, wanted, newKey());
    expect(await followed(world.service, seller.adapter, change)).toMatchObject({ state: 'DONE' });
    await expect(seller.adapter.updateOffer(id, { name: 'Other' }, newKey())).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  test('a released offer is withdrawn by a past day, and stays withdrawn', async () => {
    const id = await created(spec());
    const change = await seller.adapter.cancelOffer(id, newKey());
    expect(await followed(world.service, seller.adapter, change)).toMatchObject({ state: 'DONE' });
    expect((await seller.adapter.readOffer(id))?.status).toBe('EXPIRED');
    expect(await seller.adapter.cancelOffer(id, newKey())).toMatchObject({ state: 'DONE' });
  });

  test('a released offer is withdrawn by the end of the day when the marketplace refuses a past day', async () => {
    world.service.refusesPastAvailability(true);
    try {
      const id = await created(spec());
      const change = await seller.adapter.cancelOffer(id, newKey());
      const second = await followed(world.service, seller.adapter, change);
      expect(second).toMatchObject({ state: 'RUNNING', externalId: id });
      expect(second.handle).not.toBe(change.handle);
      // A retry after a lost response does not start a second change.
      expect((await seller.adapter.readChange?.(change.handle as string))?.handle).toBe(second.handle);
      const waiting = await followed(world.service, seller.adapter, second);
      expect(waiting).toMatchObject({ state: 'RUNNING', handle: second.handle });
      if (waiting.state !== 'RUNNING') return;
      expect(waiting.askAgainMs).toBeLessThanOrEqual(86_400_000);
      expect((await seller.adapter.readOffer(id))?.status).toBe('PENDING_ACCEPTANCE');
      world.service.pass(waiting.askAgainMs + 1000);
      expect(await seller.adapter.readChange?.(waiting.handle)).toMatchObject({ state: 'DONE' });
      expect((await seller.adapter.readOffer(id))?.status).toBe('EXPIRED');
    } finally {
      world.service.refusesPastAvailability(false);
    }
  });

  test('an offer of another seller is not found', async () => {
    const id = await created(spec());
    const stranger = world.newSeller('stranger').adapter;
    expect(await stranger.readOffer(id)).toBeUndefined();
    for (const call of [
      () => stranger.cancelOffer(id, newKey()),
      () => stranger.extendOffer(id, '2093-01-01T00:00:00Z', newKey()),
    ])
      await expect(call()).rejects.toMatchObject({ kind: 'refused' });
    expect(await stranger.findOffer?.(spec().key)).toBeUndefined();
  });
});

describe('prices among which the buyer chooses', () => {
  const chosen = { key: 'seats', rate: 600, length: 3, timeUnit: 'YEAR', buyerQuantityConfigurable: true };
  const dimensions = [{ key: 'usedHours', rate: 0.5 }];

  test('prices of hosted software contain the duration, which stays after release', async () => {
    const id = await created(spec(info({ commits: [chosen], dimensions, mkAAgreementDuration: 'P36M' })));
    const types = world.service.offer(id)?.terms.map(({ Type }) => Type);
    expect(types).toContain('ConfigurableUpfrontPricingTerm');
    expect(types).not.toContain('ValidityTerm');
    const longer = { info: { mkAAgreementDuration: 'P48M' } };
    await expect(seller.adapter.updateOffer(id, longer, newKey())).rejects.toMatchObject({
      kind: 'refused',
      message: 'INCOMPATIBLE_TERMS',
    });
  });

  test('prices of hourly machine images have a duration separate from that of the agreement', async () => {
    const { id } = seller.addProduct({
      kind: 'AmiProduct',
      dimensions: [{ Key: 'm1', Name: 'm1', Description: 'm1', Unit: 'Hrs', Types: ['Entitled', 'Metered'] }],
    });
    const terms = { commits: [{ ...chosen, key: 'm1', length: 1 }], dimensions: [{ key: 'm1', rate: 0.5 }] };
    const offer = await created(
      contract(`ofr_${++made}`, id, info({ ...terms, mkAAgreementDuration: 'P365D' })),
    );
    expect(world.service.offer(offer)?.terms.map(({ Type }) => Type)).toEqual(
      expect.arrayContaining(['ConfigurableUpfrontPricingTerm', 'ValidityTerm']),
    );
  });
});

describe('resale', () => {
  test('an authorization is created, used by the reseller, and shown to both', async () => {
    const reseller = world.newSeller('reseller');
    const out = spec({
      offerType: 'CPPO_OUT',
      name: 'For resellers',
      externalBuyerId: undefined,
      metaInfo: { resellerIds: [reseller.accountId] },
    });
    const id = await created(out);
    expect(await seller.adapter.readOffer(id)).toMatchObject({
      status: 'PENDING_PARTNER_ACTION',
      mirror: { mkACppoOpportunity: { opportunityId: id, partnerId: reseller.accountId, Status: 'Active' } },
      madeElsewhere: { bySeller: true, offerType: 'CPPO_OUT' },
    });
    const received = await allOf((query) => reseller.adapter.listOffers?.(query) as Promise<Page<unknown>>);
    expect(received).toMatchObject([
      {
        externalId: id,
        status: 'READY_TO_USE',
        madeElsewhere: { offerType: 'CPPO_IN', name: 'For resellers' },
      },
    ]);
    const resold = contract('ofr_resold', '', {
      offerType: 'CPPO',
      externalProductId: undefined,
      basedOn: { authorizationId: id },
      info: { mkAMarkupPercentage: 0, mkAAgreementDuration: 'P12M' },
    });
    const offerId = await created(resold, reseller);
    expect(await reseller.adapter.readOffer(offerId)).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      authorizationId: id,
      mirror: { mkAResaleAuthorizationId: id },
    });
    expect((await seller.adapter.readOffer(id))?.status).toBe('USED');
  });

  test("an authorization can have dated payments, with a standard contract or the seller's own", async () => {
    const reseller = world.newSeller('with contracts');
    const seats = { key: 'seats', quantity: 1, rate: 10, length: 1, timeUnit: 'YEAR' };
    const given = {
      offerType: 'CPPO_OUT',
      metaInfo: { resellerIds: [reseller.accountId], isRenewalOffer: true },
      expireTime: '2091-02-01T00:00:00.000Z',
    };
    const terms = { commits: [seats], eulaType: 'ECMP', resellerEulaType: 'STANDARD' };
    await created(spec({ ...given, ...info(terms) }));
    const paymentInstallments = [{ amount: 4, chargeOn: '2091-02-01T00:00:00Z' }];
    await created(spec({ ...given, ...info({ ...terms, paymentInstallments }) }));

    const url = 'https://seller.example/reseller-contract.pdf';
    world.documents.set(url, { content: Buffer.from('%PDF-1.7 contract'), contentType: 'application/pdf' });
    const adapter = world.connect(seller, seller.externalId, { bucketName: seller.bucket });
    const own = info({ ...terms, resellerEulaType: 'CUSTOM', resellerEulaUrl: url });
    await created(spec({ ...given, ...own }), { ...seller, adapter });
  });

  test('a withdrawn authorization is restricted', async () => {
    const reseller = world.newSeller('restricted');
    const metaInfo = { resellerIds: [reseller.accountId] };
    const id = await created(spec({ offerType: 'CPPO_OUT', externalBuyerId: undefined, metaInfo }));
    const change = await seller.adapter.cancelOffer(id, newKey());
    expect(await followed(world.service, seller.adapter, change)).toMatchObject({ state: 'DONE' });
    expect((await seller.adapter.readOffer(id))?.status).toBe('RESTRICTED');
    expect(await seller.adapter.cancelOffer(id, newKey())).toMatchObject({ state: 'DONE' });
  });
});

describe('lists', () => {
  test('the list has each offer once, over pages, and those that have changed since a time', async () => {
    const lister = world.newSeller('lister');
    const { id } = lister.addProduct();
    const ids: string[] = [];
    for (let n = 0; n < 53; n++) ids.push(await created(contract(`ofr_list_${n}`, id), lister));
    const list = (query: PageQuery) =>
      lister.adapter.listOffers?.(query) as Promise<Page<{ externalId: string }>>;
    const all = await allOf(list);
    expect(all.map(({ externalId }) => externalId).sort()).toEqual([...ids].sort());
    world.service.pass(60_000);
    const since = new Date(world.service.now()).toISOString();
    world.service.pass(60_000);
    const change = await lister.adapter.extendOffer(ids[7] as string, '2092-06-01T00:00:00Z', newKey());
    await followed(world.service, lister.adapter, change);
    expect((await allOf(list, since)).map(({ externalId }) => externalId)).toEqual([ids[7]]);
    await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ kind: 'refused' });
  });

  test('the list has the listings changed since a time, to the second, whatever fraction is given', async () => {
    const lister = world.newSeller('changed listings');
    lister.addProduct({ kind: 'ContainerProduct' });
    world.service.pass(60_000);
    const since = new Date(Math.ceil(world.service.now() / 1000) * 1000 + 999).toISOString();
    world.service.pass(60_000);
    const { id } = lister.addProduct({ kind: 'AmiProduct' });
    const changed = await allOf((query) => lister.adapter.listProducts(query), since);
    expect(changed.map(({ externalId }) => externalId)).toEqual([id]);
  });

  test('the list omits a type that the marketplace denies, with a message', async () => {
    const lister = world.newSeller('refused type');
    const kinds = ['SaaSProduct', 'AmiProduct', 'ProfessionalServicesProduct'] as const;
    const [saas, , services] = kinds.map((kind) => lister.addProduct({ kind }).id);
    const found: string[] = [];
    const refused: string[] = [];
    let cursor: string | undefined;
    do {
      if (cursor?.startsWith('AmiProduct'))
        world.service.failNext('ListEntities', {
          code: 'ResourceNotSupportedException',
          status: 415,
          message: 'Not for this seller.',
        });
      const page: Page<{ externalId: string }> = await lister.adapter.listProducts({ cursor });
      found.push(...page.items.map(({ externalId }) => externalId));
      refused.push(...(page.refused ?? []));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(found).toEqual([saas, services]);
    expect(refused).toEqual([expect.stringContaining('AmiProduct')]);
  });

  test('the list has listings of every type', async () => {
    const lister = world.newSeller('listings');
    const ids = productKinds.map((kind) => lister.addProduct({ kind }).id);
    const all = await allOf((query) => lister.adapter.listProducts(query));
    expect(all.map(({ externalId }) => externalId).sort()).toEqual([...ids].sort());
  });
});

describe('listings', () => {
  test('listings are shown with their dimensions and their fulfilment URL', async () => {
    const product = seller.addProduct({ title: 'Listed', fulfillmentUrl: 'https://seller.example/signup' });
    expect(await seller.adapter.readProduct(product.id)).toMatchObject({
      key: undefined,
      externalId: product.id,
      status: 'CREATED',
      name: 'Listed',
      productType: 'CONTRACT',
      fulfillmentUrl: 'https://seller.example/signup',
      terms: { commits: [{ key: 'seats' }], dimensions: [{ key: 'usedHours' }] },
      mirror: { mkASaasProduct: { productId: product.id, Description: { ProductTitle: 'Listed' } } },
    });
    expect(await seller.adapter.readProduct('prod-nothing')).toBeUndefined();
    expect(await world.newSeller('other').adapter.readProduct(product.id)).toBeUndefined();
  });

  test('a listing gets another name and fulfilment URL in one change, which retries follow to its end', async () => {
    const product = seller.addProduct({ title: 'Old', fulfillmentUrl: 'https://seller.example/old' });
    const wanted = { name: 'New', fulfillmentUrl: 'https://seller.example/new' };
    const update = () => seller.adapter.updateProduct(product.id, wanted);
    for (const _ of [1, 2])
      await expect(update()).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: expect.any(Number) });
    world.service.settle();
    await update();
    expect(await seller.adapter.readProduct(product.id)).toMatchObject(wanted);
    const sets = world.service.changeSets().filter(({ name }) => name?.startsWith('product:'));
    expect(sets).toHaveLength(1);
  });

  test('listings cannot be created or published through the API', async () => {
    const { adapter } = seller;
    const { key, info: _info } = spec();
    const listing = {
      key,
      name: 'x',
      fulfillmentUrl: undefined,
      productType: undefined,
      info: {},
      metaInfo: {},
    };
    await expect(adapter.createProduct(listing)).rejects.toMatchObject({ kind: 'refused' });
    await expect(adapter.publishProduct(productId)).rejects.toMatchObject({ kind: 'refused' });
    expect(await adapter.findProduct('anything')).toBeUndefined();
  });
});
