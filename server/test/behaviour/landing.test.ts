import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/marketplaces/connections/index.ts';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { LandingWorld, type Seller, soldOn, tokenParameter } from '../landing-world.ts';

const logged: Record<string, unknown>[] = [];
const world = new LandingWorld();
let seller: Seller;
beforeAll(() =>
  world.start({ environment: { LOG_LEVEL: 'trace' }, onLog: (line) => void logged.push(line) }),
);
beforeEach(async () => {
  seller = await world.seller();
});
afterAll(() => world.app.stop());

const purchase = { externalBuyerId: 'buyer-1', buyerName: 'Globex', externalProductId: 'prod-1' };
const gives = (token: string, more: object = {}, to = seller) =>
  to.shop.purchases.set(token, { ...purchase, ...more });
const entitlements = (of = seller) => world.get(of, 'entitlement');
const counts = async (of = seller) => [
  (await entitlements(of)).length,
  (await world.get(of, 'buyer')).length,
];

describe('a buyer from a marketplace', () => {
  test.each(['GET', 'POST'])(
    'with %s is redirected to the seller’s page with the purchase',
    async (method) => {
      const offerId = await world.offer(
        seller,
        { name: 'Listed', offerType: 'DEFAULT', info: { commits: [{ key: 'a', rate: 120 }] } },
        'ACTIVE',
      );
      gives('tok+en/1=');
      const { status, location, id, reply } = await world.land(seller, 'tok+en/1=', { method });
      expect([status, `${location?.origin}${location?.pathname}`]).toEqual([
        303,
        'https://seller.example.com/signup',
      ]);
      expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
        plan: 'a',
        tradepostEntitlementId: id,
        partner: 'mka',
        offerType: 'DEFAULT',
        tradepostSignature: expect.any(String),
      });
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(seller.shop.asked).toEqual(['tok+en/1=']);
      const [entitlement] = await entitlements();
      expect(entitlement).toMatchObject({
        id,
        status: 'ACTIVE',
        type: 'DEFAULT',
        partner: 'MKA',
        service: 'MARKETPLACE',
        name: 'Listed',
        offerID: offerId,
        productID: seller.productId,
        externalBuyerID: 'buyer-1',
        externalProductID: 'prod-1',
        info: { commitAmount: 120 },
      });
      expect(entitlement).not.toHaveProperty('externalID');
      expect(await world.get(seller, `buyer/${entitlement.buyerID}`)).toMatchObject({
        name: 'Globex',
        partner: 'MKA',
        externalID: 'buyer-1',
      });
    },
  );

  test('that arrives repeatedly, also simultaneously, has one purchase', async () => {
    gives('one');
    gives('two');
    const landed = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        world.land(seller, index % 2 ? 'one' : 'two', { method: index % 3 ? 'POST' : 'GET' }),
      ),
    );
    landed.push(await world.land(seller, 'one'));
    expect(new Set(landed.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(landed.map(({ id }) => id)).size).toBe(1);
    expect(await counts()).toEqual([1, 1]);
    expect(await world.events(seller, 'ENTITLEMENT')).toEqual(['CREATE']);
    expect(await world.events(seller, 'BUYER')).toEqual(['CREATE']);
  });

  test('has the data of the agreement if the marketplace shows it already', async () => {
    const offerId = await world.offer(seller, { name: 'Deal', offerType: 'PRIVATE' }, 'PENDING_ACCEPTANCE');
    const agreement = soldOn('agr-1', { externalOfferId: `x-${offerId}` });
    seller.shop.agreements.set('agr-1', agreement);
    gives('one', { externalAgreementId: 'agr-1' });
    const landed = await Promise.all([
      world.land(seller, 'one'),
      world.land(seller, 'one'),
      world.show(seller, agreement),
    ]);
    const [entitlement] = await entitlements();
    expect(entitlement).toMatchObject({ externalID: 'agr-1', offerID: offerId, type: 'PRIVATE' });
    expect(landed.slice(0, 2)).toMatchObject([{ id: entitlement.id }, { id: entitlement.id }]);
    expect((landed[0] as { location: URL }).location.searchParams.get('offerType')).toBe('PRIVATE');
    expect(await counts()).toEqual([1, 1]);
    expect((await world.get(seller, `offer/${offerId}`)).status).toBe('ACCEPTED');
  });

  test('with different data in token and agreement gets the data of the agreement', async () => {
    seller.shop.agreements.set('agr-1', soldOn('agr-1', { externalBuyerId: 'account-1' }));
    gives('one', { externalAgreementId: 'agr-1' });
    const landed = [await world.land(seller, 'one'), await world.land(seller, 'one')];
    const [entitlement] = await entitlements();
    expect(landed).toMatchObject([{ id: entitlement.id }, { id: entitlement.id }]);
    expect(await counts()).toEqual([1, 1]);
  });

  test('that arrives after the agreement was read finds the existing entitlement', async () => {
    await world.show(seller, soldOn('agr-1'));
    gives('one');
    const [entitlement] = await entitlements();
    expect((await world.land(seller, 'one')).id).toBe(entitlement.id);
    expect(await counts()).toEqual([1, 1]);
  });

  test('with another license of the same product has a second purchase', async () => {
    await world.show(seller, soldOn('agr-1', { externalLicenseId: 'lic-1' }));
    gives('one', { externalLicenseId: 'lic-1' });
    gives('two', { externalLicenseId: 'lic-2' });
    const [first] = await entitlements();
    const second = (await world.land(seller, 'two')).id;
    expect((await world.land(seller, 'one')).id).toBe(first.id);
    expect(second).not.toBe(first.id);
    await world.show(seller, soldOn('agr-3', { externalLicenseId: 'lic-3' }));
    await world.show(seller, soldOn('agr-2', { externalLicenseId: 'lic-2' }));
    expect(await world.get(seller, `entitlement/${second}`)).toMatchObject({ externalID: 'agr-2' });
    expect(await counts()).toEqual([3, 1]);
  });

  test.each([
    ['has no page for buyers', null],
    ['has our own landing as page', 'landing'],
    ['has no address of the web', 'mailto:sales@example.com'],
  ])('whose seller %s sees a confirmation', async (_, url) => {
    const other = await world.seller(url);
    if (url === 'landing')
      await world.app.database.query('UPDATE product SET fulfillment_url = $2 WHERE organization_id = $1', [
        other.id,
        `https://old.example.com/public/signup/MKA/orgId/${other.id}`,
      ]);
    gives('one', {}, other);
    const { status, reply } = await world.land(other, 'one');
    expect([status, reply.text]).toEqual([200, expect.stringContaining('Your purchase is registered.')]);
    expect(await counts(other)).toEqual([1, 1]);
  });

  test('can buy a product that is not imported yet', async () => {
    gives('one', { externalProductId: 'prod-9' });
    expect((await world.land(seller, 'one')).status).toBe(200);
    expect(await entitlements()).toMatchObject([{ externalProductID: 'prod-9', status: 'ACTIVE' }]);
  });

  test('of one seller is unknown to another', async () => {
    const other = await world.seller();
    gives('one');
    gives('one', {}, other);
    const [here, there] = [await world.land(seller, 'one'), await world.land(other, 'one')];
    expect(here.id).not.toBe(there.id);
    expect([await counts(), await counts(other)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});

describe('an invalid visit', () => {
  const text = (landed: { reply: { text: string } }) => landed.reply.text;

  test('gets the same response for every fault, and changes nothing', async () => {
    const [deleted, bare] = [await world.seller(), await world.app.organization({ environment: 'PROD' })];
    await world.app.database.query(`UPDATE organization SET status = 'DELETED' WHERE organization_id = $1`, [
      deleted.id,
    ]);
    gives('one', {}, deleted);
    seller.shop.purchases.set('forged', new MarketplaceError('InvalidToken', { kind: 'refused' }));
    seller.shop.purchases.set('unconnected', new NotConnected('MKA'));
    const landed = await Promise.all([
      world.land(seller, 'forged'),
      world.land(seller, 'unconnected'),
      world.land(seller, undefined),
      world.land(seller, undefined, { method: 'GET' }),
      world.land(seller, ''),
      world.land(seller, 'x'.repeat(9000)),
      world.land(seller, 'one', { partner: 'mkb' }),
      world.land(seller, 'one', { partner: 'nobody' }),
      world.land({ id: 'org_none' }, 'one'),
      world.land(deleted, 'one'),
      world.land(bare, 'one'),
      world.land(await world.app.organization(), 'one'),
    ]);
    expect(landed.map(({ status }) => status)).toEqual(landed.map(() => 400));
    expect(new Set(landed.map(text)).size).toBe(1);
    expect(text(landed[0] as (typeof landed)[0])).toContain('The link is invalid or has expired.');
    for (const { reply } of landed) expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    expect([await counts(), deleted.shop.asked]).toEqual([[0, 0], []]);
  });

  test.each([
    ['cannot be reached', new MarketplaceError('ENOTFOUND', { kind: 'unreachable' }), '30'],
    ['lets us in no more', new MarketplaceError('403', { kind: 'unauthorized' }), '30'],
    ['has had enough', new MarketplaceError('429', { kind: 'throttled', retryAfterMs: 4100 }), '5'],
    ['does what nobody expected', new TypeError('undefined is not a function'), '30'],
  ])('gets a request to retry when the marketplace %s, and changes nothing', async (_, error, wait) => {
    seller.shop.purchases.set('one', error);
    const { status, reply } = await world.land(seller, 'one');
    expect([status, reply.headers.get('retry-after')]).toEqual([503, wait]);
    expect(reply.text).toContain('Your purchase is safe.');
    expect(reply.text).not.toContain(error.message);
    expect(await counts()).toEqual([0, 0]);
    expect(reply.text).toContain('<form method="post" action="?">');
    expect(reply.text).toContain(`name="${tokenParameter}" value="one"`);
    expect(reply.text).toContain(`setTimeout(()=>document.forms[0].submit(),${wait}000)`);
  });

  test('gets a request to retry while the seller is suspended, without a call to the marketplace', async () => {
    gives('one');
    await world.app.database.query(
      `UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = $1`,
      [seller.id],
    );
    expect([(await world.land(seller, 'one')).status, seller.shop.asked]).toEqual([503, []]);
  });

  test('gets a request to wait at too high a rate, which does not affect other visitors', async () => {
    seller.shop.purchases.set('forged', new MarketplaceError('InvalidToken', { kind: 'refused' }));
    const from = '198.51.100.7';
    // One visit a second is allowed again, so the visits are simultaneous.
    const visits = await Promise.all(
      Array.from({ length: 120 }, () => world.land(seller, 'forged', { from })),
    );
    const refused = visits.filter(({ status }) => status === 429);
    const answered = visits.filter(({ status }) => status === 400).length;
    expect(refused.length + answered).toBe(120);
    expect(answered).toBeGreaterThanOrEqual(60);
    expect(new Set(refused.map(({ reply }) => reply.headers.get('retry-after')))).toEqual(new Set(['1']));
    expect((await world.land(seller, 'forged')).status).toBe(400);
    // The marketplace was not called for rejected visits.
    expect(seller.shop.asked.length).toBe(answered + 1);
  });
});

test('the listing sends buyers to our landing page, and the product has the redirect address', async () => {
  const page = 'https://seller.example.com/new';
  const reply = await world.app.request(
    'PATCH',
    `/org/${seller.id}/product/${seller.productId}/fulfillmentUrl`,
    {
      token: seller.token,
      body: { fulfillmentUrl: page },
    },
  );
  expect(reply.status, reply.text).toBe(200);
  await world.app.drainJobs();
  expect(seller.shop.listed).toBe(`${world.app.url}/public/signup/mka/orgId/${seller.id}`);
  expect((await world.get(seller, `product/${seller.productId}`)).fulfillmentUrl).toBe(page);
  gives('one');
  expect((await world.land(seller, 'one')).location?.pathname).toBe('/new');
});

test('tokens are in no log line, header or row, and only in the form of the page that tries again', async () => {
  const tokens = ['canary-good', 'canary-forged', 'canary-broken'];
  gives('canary-good');
  seller.shop.purchases.set('canary-forged', new MarketplaceError('no canary-forged', { kind: 'refused' }));
  seller.shop.purchases.set('canary-broken', new Error('canary-broken is broken'));
  logged.length = 0;
  const pages = [];
  for (const token of tokens)
    for (const method of ['GET', 'POST']) pages.push((await world.land(seller, token, { method })).reply);
  expect(logged.length).toBeGreaterThan(0);
  expect(JSON.stringify(logged)).not.toContain('canary');
  expect(pages.map(({ status }) => status)).toEqual([303, 303, 400, 400, 503, 503]);
  for (const { status, text, headers } of pages) {
    expect([...headers.values()].join('\n')).not.toMatch(/canary/);
    expect(text.match(/canary-\w+/g) ?? []).toEqual(status === 503 ? ['canary-broken'] : []);
  }
  const { rows } = await world.app.database.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  for (const { table_name: table } of rows) {
    const found = await world.app.database.query(
      `SELECT 1 FROM "${table}" t WHERE t::text LIKE '%canary%' LIMIT 1`,
    );
    expect([table, found.rows]).toEqual([table, []]);
  }
  expect(JSON.stringify(logged)).not.toContain(tokenParameter);
});
