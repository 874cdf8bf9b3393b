import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodySchema, type Operation, operations, resolve } from '../generated/operations.ts';
import { sampled } from '../generated/sample.ts';
import { type Session, startSession } from '../generated/session.ts';
import type { TestOrganization } from '../harness.ts';

let session: Session;
let org: TestOrganization;
beforeAll(async () => {
  session = await startSession();
  org = await session.app.organization();
});
afterAll(() => session.stop());

const call = (method: string, path: string, body?: unknown) =>
  session.app.request(method, `/org/${org.id}${path}`, { token: org.token, ...(body ? { body } : {}) });
const done = async (method: string, path: string, body?: unknown) => {
  const reply = await call(method, path, body);
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200);
  return reply.body;
};

type Json = Record<string, unknown>;
/** Returns a null for each field of a record, and for each nested map. */
const nulls = (shape: unknown, depth = 2): unknown =>
  depth > 0 && typeof shape === 'object' && shape !== null && !Array.isArray(shape)
    ? Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, nulls(value, depth - 1)]))
    : null;

describe('R8 a null in a PATCH unsets an optional field', () => {
  const crm = { crmBDealId: 'd-1', internalNote: 'a note', customMetaInfo: { a: 1 } };
  const prices = { commits: [{ key: 'a', rate: 5 }], currency: 'EUR' };

  /** The fields that were set, and the values after each field was sent as null: absent or the default. */
  test.each<[string, Json, Json]>([
    [
      'draftOffer',
      { name: 'a', contactIds: [], info: prices, metaInfo: crm, endTime: '2099-01-31' },
      { endTime: null },
    ],
    ['draftProduct', { name: 'a', fulfillmentUrl: 'https://a.example', info: prices, metaInfo: crm }, {}],
    ['product', { name: 'a', productType: 'SAAS', info: prices, metaInfo: crm }, {}],
    ['buyer', { name: 'a', description: 'b', customerId: 'c', emailAddress: 'a@example.com' }, {}],
    [
      'contact',
      { name: 'a', emailAddress: 'b@example.com', info: { companyName: 'c', phoneNumber: '1' } },
      {},
    ],
    [
      'offerSet',
      { name: 'a', expireTime: '2099-01-31', info: { buyerNotes: 'b' }, metaInfo: crm },
      { expireTime: null },
    ],
    ['addon', { name: 'Support', description: 'b', amount: 5 }, {}],
    ['apiClient', { name: 'a', description: 'b' }, { name: 'API client' }],
    [
      'webhook',
      { description: 'a', scopes: ['CREATE.OFFER'], fifo: true, timeoutSeconds: 7, ratePerSecond: 3 },
      { scopes: [], fifo: false, timeoutSeconds: 15, ratePerSecond: null },
    ],
  ])('%s', async (noun, fields, kept) => {
    const needed = { apiClient: { role: 'VIEWER' }, webhook: { url: 'https://example.com/x' } }[noun];
    const made = await done('POST', `/${noun}`, { ...needed, ...fields });
    const path = `/${noun.replace('draft', '').replace(/^./, (letter) => letter.toLowerCase())}/${made.id}`;
    const shown = await done('PATCH', path, nulls(fields));
    for (const body of [shown, await done('GET', path)])
      for (const name of Object.keys(fields)) {
        const value = body[name];
        const rest =
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.keys(fields[name] as Json).filter((inner) => value[inner] !== undefined)
            : value;
        expect([name, rest]).toEqual([
          name,
          kept[name] ?? (name in kept ? null : Array.isArray(rest) ? [] : undefined),
        ]);
      }
  });

  test('a map that is unset as a whole loses all fields of the caller', async () => {
    for (const noun of ['draftOffer', 'draftProduct', 'offerSet'] as const) {
      const made = await done('POST', `/${noun}`, { name: 'a', metaInfo: crm });
      const path = `/${{ draftOffer: 'offer', draftProduct: 'product', offerSet: 'offerSet' }[noun]}/${made.id}`;
      const { metaInfo, name } = await done('PATCH', path, { metaInfo: null });
      expect([noun, name, Object.keys(crm).filter((key) => key in metaInfo)]).toEqual([noun, 'a', []]);
      expect(metaInfo.createdBySource).toBe(made.metaInfo.createdBySource);
    }
  });

  test('a null also unsets fields in meta info, configurations, the organization and integrations', async () => {
    const { id } = await done('POST', '/offer', { name: 'direct', metaInfo: crm });
    expect(
      await done('PATCH', `/offer/${id}/metaInfo`, { crmBDealId: null, customMetaInfo: { a: null } }),
    ).toMatchObject({
      internalNote: 'a note',
      customMetaInfo: {},
    });
    expect((await done('GET', `/offer/${id}`)).metaInfo.crmBDealId).toBeUndefined();
    await done('PATCH', '/clientSignupPageConfigInfo', { companyName: 'Acme', ccEmails: ['a@example.com'] });
    const config = await done('PATCH', '/clientSignupPageConfigInfo', { companyName: null });
    expect([config.companyName, config.ccEmails]).toEqual([undefined, ['a@example.com']]);
    await done('PATCH', '', { description: 'b', type: 'RESELLER' });
    expect(
      await done('PATCH', '', { description: null, type: null, allowedAuthMethods: null }),
    ).toMatchObject({
      type: 'SELLER',
      allowedAuthMethods: [],
    });
    await done('POST', '/integration', { partner: 'MKB', credentials: { mkBCredential: { secret: 's' } } });
    const { credentials } = await done('PATCH', '/integration/MKB/MARKETPLACE', { credentials: null });
    expect(credentials ?? {}).toEqual({});
  });

  test('a required field cannot be unset', async () => {
    const { id } = await done('POST', '/webhook', { url: 'https://example.com/y' });
    const client = await done('POST', '/apiClient', { role: 'VIEWER' });
    for (const [path, name] of [
      ['', 'name'],
      [`/webhook/${id}`, 'url'],
      [`/apiClient/${client.id}`, 'role'],
    ] as const) {
      const reply = await call('PATCH', path, { [name]: null, description: 'x' });
      expect([reply.status, reply.body.errors]).toEqual([
        400,
        [{ pointer: `/${name}`, message: 'cannot be unset' }],
      ]);
    }
  });

  test('null counts as absent within a list, which is replaced as a whole, and in a POST', async () => {
    const made = await done('POST', '/offer', {
      name: null,
      info: { commits: [{ key: 'a', rate: null }], currency: null },
    });
    expect([made.name, made.info.commits[0].rate]).toEqual([undefined, undefined]);
    const path = `/offer/${(await done('POST', '/draftOffer', { name: 'kept' })).id}`;
    const { info } = await done('PATCH', path, { info: { commits: [{ key: 'b', rate: null }] } });
    expect(info.commits).toEqual([{ key: 'b' }]);
  });
});

describe('R8 every PATCH accepts a null for every field, or refuses it by name', () => {
  /** Returns a body for each field of the record, two levels deep, with null for only this field. */
  const bodiesOf = (operation: Operation): string[] => {
    const { properties = {} } = resolve(bodySchema(operation.requestBody) ?? {});
    return Object.entries(properties).flatMap(([name, schema]) => {
      const inner = Object.keys(resolve(schema).properties ?? {});
      return [{ [name]: null }, ...inner.map((each) => ({ [name]: { [each]: null } }))].map((body) =>
        JSON.stringify(body),
      );
    });
  };
  const patches = operations.filter(({ method }) => method === 'PATCH');

  test.each(sampled(patches.filter((operation) => bodiesOf(operation).length > 0)))(
    '$operationId',
    async (operation) => {
      const wrong: string[] = [];
      for (const raw of bodiesOf(operation)) {
        const { got, problems } = await session.call(operation, { raw });
        const named = got.status !== 400 || /"pointer":"[^"]*"/.test(got.text);
        if (![200, 400, 409].includes(got.status) || problems.length > 0 || !named)
          wrong.push(`${raw}: ${got.status} ${problems.join()} ${got.text.slice(0, 200)}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
