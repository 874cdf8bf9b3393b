import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import endpoints from '../contract/endpoints.json' with { type: 'json' };
import { fillPath, operations } from '../generated/operations.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  await call('POST', 'offer', { name: 'one of all' });
});
afterAll(() => app.stop());

const strict = { prefer: 'handling=strict' };
const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.request(method, `/org/${org.id}/${path}`, { token: org.token, headers, ...(body ? { body } : {}) });
const named = ({ headers }: { headers: Headers }) => headers.get('x-ignored-fields');

describe('R2 a list parameter that resembles a known one', () => {
  test.each([
    ['offer?buyerID=x', 'buyerID', 'buyerId'],
    ['offer?buyer_id=x', 'buyer_id', 'buyerId'],
    ['offer?Status=DRAFT', 'Status', 'status'],
    ['offer?statsu=DRAFT', 'statsu', 'status'],
    ['offer?state=DRAFT', 'state', 'status'],
    ['entitlement?offerID=x', 'offerID', 'offerId'],
    ['entitlement?productIds=x', 'productIds', 'productId'],
    ['product?limti=1', 'limti', 'limit'],
    ['auditingEvent/query?pageSize=1', 'pageSize', 'page_size'],
  ] as const)('is refused by name: %s', async (path, name, meant) => {
    const reply = await call('GET', path);
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      [{ pointer: name, message: `is unknown; did you mean ${meant}?` }],
    ]);
  });

  test('is ignored and named when it resembles none, has no value, or the operation is not a list', async () => {
    const [other] = (await call('GET', 'offer')).body;
    for (const [path, name] of [
      ['offer?colour=red', 'colour'],
      ['offer?buyerID=', 'buyerID'],
      ['offer?a%20b=1&%C3%A9=2', 'a%20b, %C3%A9'],
      [`offer/${other.id}?Limit=1`, 'Limit'],
    ] as const) {
      const reply = await call('GET', path);
      expect([path, reply.status, named(reply)]).toEqual([path, 200, name]);
    }
    expect(named(await call('GET', 'offer?limit=1&status='))).toBeNull();
  });

  test('does not affect the list of organizations, which accepts any parameter', async () => {
    const reply = await app.request('GET', '/org?limit=0&offset=x&Partner=1', {
      token: org.token,
      headers: strict,
    });
    expect([reply.status, reply.body.length]).toEqual([200, 1]);
  });

  test('every parameter that existing clients send counts as known', async () => {
    const served = endpoints.filter(({ method, path }) =>
      operations.some((operation) => operation.method === method && operation.path === path),
    );
    const wrong: string[] = [];
    for (const { method, path, query = [] } of served as { method: string; path: string; query?: string[] }[])
      for (const name of query) {
        const reply = await app.request(method, `${fillPath(path, { orgId: org.id })}?${name}=`, {
          token: org.token,
          ...(method === 'GET' ? {} : { body: {} }),
        });
        if (named(reply)?.split(', ').includes(name)) wrong.push(`${method} ${path} ${name}`);
      }
    expect(served.length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  });
});

describe('R1 ignored members of a body', () => {
  test('are named by JSON pointers, and have no effect', async () => {
    const reply = await call('POST', 'contact', {
      email: 'a@example.com',
      info: { 'a/b~c': 1 },
      name: 'Lee',
    });
    expect([reply.status, named(reply), reply.body.name]).toEqual([200, '/email, /info/a~1b~0c', 'Lee']);
    const batch = await call('POST', 'contact/batch', [{ name: 'A' }, { name: 'B', 'é,': 1 }]);
    expect([batch.status, named(batch)]).toEqual([200, '/1/%C3%A9%2C']);
    expect(named(await call('POST', 'contact', { name: 'Lee' }))).toBeNull();
  });

  test('are named in refusals and repeats too', async () => {
    const refused = await call('POST', 'offer', { nam: 'x', endTime: 'soon' });
    expect([refused.status, named(refused)]).toEqual([400, '/nam']);
    for (const key of [{}, { 'idempotency-key': 'k-1' }, { 'idempotency-key': 'k-1' }])
      expect(named(await call('POST', 'addon', { name: 'Help', Amount: 5 }, key))).toBe('/Amount');
  });

  test('are named up to 20 times and 1 kB, then counted', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 1]));
    const names = named(await call('POST', 'contact', many))?.split(', ') ?? [];
    expect([names.length, names[0], names[19], names[20]]).toEqual([21, '/f0', '/f19', '+10']);
    const long = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`${index}${'x'.repeat(200)}`, 1]),
    );
    const shown = named(await call('POST', 'contact', long)) ?? '';
    expect(shown.length).toBeLessThanOrEqual(1024);
    expect(shown.split(', ').at(-1)).toBe(`+${9 - (shown.split(', ').length - 1)}`);
  });

  test('R9 do not include fields of the service: clients send back what they read', async () => {
    const made = [];
    for (const [path, body] of [
      ['offer', { name: 'a' }],
      ['product', { name: 'b' }],
      ['buyer', { name: 'c' }],
      ['contact', { name: 'd' }],
      ['addon', { name: 'eeee' }],
      ['offerSet', { name: 'f' }],
      ['webhook', { url: 'https://example.com/hooks' }],
    ] as const) {
      const { body: record, status } = await call('POST', path, body);
      expect([path, status]).toEqual([path, 200]);
      const again = await call('PATCH', `${path}/${record.id}`, record, strict);
      made.push([path, again.status, again.status === 200 ? named(again) : again.text]);
    }
    expect(made).toEqual(made.map(([path]) => [path, 200, null]));
  });

  test('are refused in strict handling, with unknown parameters', async () => {
    const body = await call('POST', 'contact', { email: 'a@example.com', name: 'Lee' }, strict);
    expect([body.status, body.body.errors]).toEqual([
      400,
      [{ pointer: '/email', message: 'is not a field of this record' }],
    ]);
    for (const [method, path] of [
      ['GET', 'offer?colour=red'],
      ['POST', 'contact?colour=red'],
    ] as const) {
      const reply = await call(method, path, method === 'GET' ? undefined : {}, strict);
      expect([reply.status, reply.body.errors]).toEqual([
        400,
        [{ pointer: 'colour', message: 'is not a parameter of this operation' }],
      ]);
    }
  });
});

describe('unknown fields become a warning on the created record', () => {
  const unknown = (pointer: string) => `${pointer} is an unknown field and was ignored.`;
  const noPrice = (pointer: string) => `${pointer}: No price: the buyer is not charged.`;

  test('a misspelled rate is reported, so that no sale becomes free by a typing error', async () => {
    const body = { name: 'misspelled', info: { commits: [{ key: 's', rat: 5 }] } };
    const offer = await call('POST', 'offer', body);
    expect([offer.status, named(offer), offer.body.metaInfo.warningMessages]).toEqual([
      200,
      '/info/commits/0/rat',
      [unknown('/info/commits/0/rat'), noPrice('/info/commits/0/rate')],
    ]);
    const refused = await call('POST', 'offer', body, strict);
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/info/commits/0/rat',
    ]);
    const { body: judged } = await call('POST', 'offer/validate', { info: { commits: [{ key: 's' }] } });
    expect(judged).toMatchObject({
      valid: false,
      findings: [{ severity: 'ERROR', confirmable: true, pointer: '/info/commits/0/rate' }],
    });
    const bare = await call('POST', 'offer', { name: 'nothing' }, strict);
    expect([bare.status, bare.body.errors?.[0].pointer]).toEqual([400, '/info/commits']);
    const mended = await call('PATCH', `offer/${offer.body.id}`, {
      info: { commits: [{ key: 's', rate: 5 }] },
    });
    expect(mended.body.metaInfo.warningMessages).toEqual([unknown('/info/commits/0/rat')]);
  });

  test('of products, entitlements, their prices, drafts and notification settings', async () => {
    const product = await call('POST', 'product', { name: 'p', info: { dimensions: [{ kye: 'a' }] } });
    expect(product.body.metaInfo.warningMessages).toEqual([unknown('/info/dimensions/0/kye')]);
    const again = await call('PATCH', `product/${product.body.id}`, { fulfilmentUrl: 'https://a.example' });
    expect(again.body.metaInfo.warningMessages).toEqual([
      unknown('/info/dimensions/0/kye'),
      unknown('/fulfilmentUrl'),
    ]);
    const draft = await call('POST', 'draftOffer', { nmae: 'd' });
    expect(draft.body.metaInfo.warningMessages).toEqual([unknown('/nmae')]);
    const submitted = await call('POST', 'offer', { id: draft.body.id, name: 'd' });
    expect(submitted.body.metaInfo.warningMessages).toEqual([noPrice('/info/commits')]);
    const buyer = await call('POST', 'buyer', { name: 'b' });
    const sold = await call('POST', 'entitlement', {
      offerId: submitted.body.id,
      buyerId: buyer.body.id,
      startDay: '2030-01-01',
    });
    expect([sold.status, sold.body.metaInfo.warningMessages]).toEqual([200, [unknown('/startDay')]]);
    const path = `entitlement/${sold.body.id}`;
    const model = { commits: [{ key: 'a', quantiy: 2, length: 1, timeUnit: 'MONTH' }] };
    expect((await call('PATCH', `${path}/priceModel`, { commits: [{ key: 'a' }] }, strict)).status).toBe(400);
    const priced = await call('PATCH', `${path}/priceModel`, model);
    expect(priced.body.metaInfo.warningMessages).toEqual([
      unknown('/startDay'),
      noPrice('/commits/0/rate'),
      unknown('/commits/0/quantiy'),
    ]);
    await call('POST', `${path}/addCredit`, { creditAmountIncrement: 5, reson: 'gift' });
    await call('POST', `${path}/divideCommit`, { commitAmount: 0, startDats: [], startDates: [] });
    expect((await call('GET', path)).body.metaInfo.warningMessages.slice(3)).toEqual([unknown('/reson')]);
    const settings = await call('PATCH', 'notificationConfigInfo', { enableEmailNotifications: true });
    expect(settings.body.warningMessages).toEqual([unknown('/enableEmailNotifications')]);
    expect((await call('GET', 'notificationConfigInfo')).body).not.toHaveProperty('warningMessages');
  });
});
