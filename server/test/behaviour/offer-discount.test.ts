import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdapterRegistry, completedChange } from '../../src/marketplaces/index.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

/** Marketplace A with a switch for price changes of published offers. */
const fake = { updatable: [] as string[], updates: [] as object[] };
const registry = (own: AdapterRegistry): AdapterRegistry => ({
  partners: own.partners,
  find: (organization, partner) => {
    const adapter = own.find(organization, partner);
    return (
      adapter && {
        ...adapter,
        describe: () => ({ ...adapter.describe(), updatable: fake.updatable }),
        updateOffer: async (externalId, change) => {
          fake.updates.push(change);
          return completedChange(externalId);
        },
      }
    );
  },
});

let app: TestApp;
let org: TestOrganization;
let productID: string;
beforeAll(async () => {
  app = await startTestApp({ registry });
  org = await app.organization();
  const listed = { partner: 'MKA', name: 'Listing', fulfillmentUrl: 'https://acme.example/fulfil' };
  productID = (await good('POST', '/product', { ...listed, info: { currency: 'USD', ...list(100) } })).id;
  await app.drainJobs();
});
afterAll(() => app.stop());

const good = async (method: string, path: string, body?: unknown) => {
  const reply = await app.request(method, `/org/${org.id}${path}`, {
    token: org.token,
    ...(body === undefined ? {} : { body }),
  });
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200);
  return reply.body;
};
const list = (rate: number) => ({
  commits: [{ key: 'seats', rate }],
  dimensions: [{ key: 'calls', rate: rate / 1000 }],
});
let count = 0;
const offer = async (path: string, discount?: number, more: object = {}): Promise<string> => {
  const terms = { partner: 'MKA', name: `Deal ${++count}`, productID, info: list(80), ...more };
  return (await good('POST', path, { ...terms, ...(discount ? { metaInfo: { discount } } : {}) })).id;
};
const read = (id: string) => good('GET', `/offer/${id}`);
/** Changes the list price at the marketplace and has the product read again. */
const change = async (rate: number) => {
  await good('PATCH', `/sandbox/product/${productID}`, list(rate));
  await good('POST', `/product/${productID}/sync`);
  await app.drainJobs();
};
const prices = async (id: string) => {
  const { info } = await read(id);
  return [info.commits[0].rate, info.dimensions[0].rate];
};
const actions = async (id: string) =>
  (
    await app.database.query('SELECT action FROM event WHERE entity_id = $1 ORDER BY sequence', [id])
  ).rows.map(({ action }) => action);

test('R23 unpublished offers follow the list price once, each with an event', async () => {
  const [draft, plain, ended] = [
    await offer('/draftOffer', 12.5),
    await offer('/draftOffer'),
    await offer('/draftOffer', 10),
  ];
  const failed = await offer('/offer', 15, {
    expireTime: '2095-01-01',
    info: { ...list(1), currency: 'USD' },
  });
  await app.database.query(`UPDATE offer SET status = 'CREATE_FAILED' WHERE id = $1`, [failed]);
  await good('DELETE', `/offer/${ended}`);
  const approved = await offer('/draftOffer', 50);
  await good('POST', `/offer/${approved}/submitForApproval`, {});
  await good('POST', `/offer/${approved}/approve`, {});
  await change(99.99);
  expect(await prices(draft)).toEqual([87.49125, 0.08749125]);
  expect(await prices(failed)).toEqual([84.9915, 0.0849915]);
  expect(await prices(plain)).toEqual([80, 0.08]);
  expect((await read(draft)).metaInfo.discount).toBe(12.5);
  // The approved price differs.
  expect((await read(approved)).metaInfo).not.toHaveProperty('approvalInfo');
  expect(await actions(draft)).toEqual(['CREATE', 'UPDATE']);
  await good('POST', `/product/${productID}/sync`);
  await app.drainJobs();
  expect(await actions(draft)).toEqual(['CREATE', 'UPDATE']);
  const { rows } = await app.database.query('SELECT info FROM offer WHERE id = $1', [ended]);
  expect(rows[0].info.commits[0].rate).toBe(80);
});

test('R23 a published offer follows where its marketplace supports price changes, and gets a warning elsewhere', async () => {
  const [frozen, accepted] = [await offer('/offer', 20), await offer('/offer', 20)];
  await app.drainJobs();
  await good('POST', `/sandbox/offer/${accepted}/accept`, {});
  await app.drainJobs();
  for (const rate of [120, 125]) await change(rate);
  expect(await prices(frozen)).toEqual([80, 0.08]);
  const { metaInfo } = await read(frozen);
  expect(metaInfo.warningMessages.filter((text: string) => text.includes('list prices'))).toHaveLength(1);
  expect(await prices(accepted)).toEqual([80, 0.08]);

  fake.updatable = ['info.commits', 'info.dimensions'];
  await change(200);
  expect(await read(frozen)).toMatchObject({ status: 'PENDING_ACCEPTANCE' });
  expect(await prices(frozen)).toEqual([160, 0.16]);
  expect(fake.updates).toEqual([
    { info: { commits: [{ key: 'seats', rate: 160 }], dimensions: [{ key: 'calls', rate: 0.16 }] } },
  ]);
  expect((await read(accepted)).status).toBe('ACCEPTED');
  expect(await prices(accepted)).toEqual([80, 0.08]);
});

test('R23 a new list price changes the prices that its marketplace allows of a published offer, with a warning for the rest', async () => {
  const [partly, withPartner] = [await offer('/offer', 20), await offer('/offer', 20)];
  await app.drainJobs();
  await app.database.query(`UPDATE offer SET status = 'PENDING_PARTNER_ACTION' WHERE id = $1`, [withPartner]);
  fake.updatable = ['info.dimensions'];
  await change(400);
  expect(await prices(partly)).toEqual([80, 0.32]);
  expect(await prices(withPartner)).toEqual([80, 0.08]);
  const findingsOf = async (id: string) =>
    (await read(id)).metaInfo.warningMessages.filter((text: string) => text.includes('list prices'));
  expect(await findingsOf(partly)).toEqual([expect.stringContaining('list prices of commits have')]);
  expect(await findingsOf(withPartner)).toEqual([expect.stringContaining('of commits and dimensions have')]);
  fake.updatable = ['info.commits', 'info.dimensions'];
});

test('R23 an offer in creation follows once it is created', async () => {
  const id = await offer('/offer', 20);
  await app.database.query('UPDATE job SET ready_at = $2 WHERE lane = $1', [`offer:${id}`, '2095-01-01']);
  await change(300);
  expect(await read(id)).toMatchObject({ status: 'PENDING_CREATE' });
  await app.database.query(
    'UPDATE job SET ready_at = now(), due_at = now() WHERE lane = $1 AND finished_at IS NULL',
    [`offer:${id}`],
  );
  await app.drainJobs();
  await app.database.query('UPDATE job SET ready_at = now() WHERE lane = $1 AND finished_at IS NULL', [
    `offer:${id}`,
  ]);
  await app.drainJobs();
  expect(await prices(id)).toEqual([240, 0.24]);
});
