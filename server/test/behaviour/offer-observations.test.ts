import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdapterRegistry, OfferSnapshot } from '../../src/marketplaces/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
/** The status that the marketplace reports instead of its own status. */
let shown: OfferSnapshot['status'] | undefined;
const registry = (own: AdapterRegistry): AdapterRegistry => ({
  partners: own.partners,
  find: (place, partner) => {
    const adapter = own.find(place, partner);
    return (
      adapter && {
        ...adapter,
        readOffer: async (id) => {
          const seen = await adapter.readOffer(id);
          return seen && shown ? { ...seen, status: shown } : seen;
        },
      }
    );
  },
});
beforeAll(async () => {
  app = await startTestApp({ registry });
});
beforeEach(async () => {
  shown = undefined;
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterAll(() => app.stop());

let offers = 0;
const published = async (more: object = {}): Promise<string> => {
  const { id } = await by.post('offer', { name: `Seen ${++offers}`, partner: 'MKA', ...more });
  await app.drainJobs();
  return id;
};
const read = (id: string) => by.get(`offer/${id}`);
const rows = async (text: string, ...values: unknown[]) =>
  (await app.database.query(text, [org.id, ...values])).rows;
const events = (id: string) =>
  rows(
    'SELECT action, payload FROM event WHERE organization_id = $1 AND entity_id = $2 ORDER BY sequence',
    id,
  );
const actions = async (id: string): Promise<string[]> => (await events(id)).map(({ action }) => action);
const setBack = (kind: string, interval: string) =>
  rows(
    `UPDATE job SET ready_at = now() + $3::interval WHERE organization_id = $1 AND kind = $2 AND finished_at IS NULL`,
    kind,
    interval,
  );
/** Triggers an observation of the offer, as a marketplace notification does. */
const notified = async (id: string) => {
  const { externalID, partner } = await read(id);
  await rows(
    `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time, started_by_type,
       started_by_id, cancellable)
     VALUES ($1, 'job_seen_' || $2, 'marketplaces.observe', 'seen:' || $2,
       jsonb_build_object('partner', $4::text, 'kind', 'OFFER', 'externalId', $3::text), 'wall', now(), now(), now(),
       'SERVICE', 'tradepost', false)`,
    id,
    externalID,
    partner,
  );
  await app.drainJobs();
  expect(
    await rows(
      `SELECT outcome FROM job WHERE organization_id = $1 AND id = 'job_seen_' || $2
    AND finished_at IS NOT NULL`,
      id,
    ),
  ).toHaveLength(1);
};

test('R4 a reading during a pending change does not complete the change', async () => {
  const id = await published({ expireTime: '2090-01-01' });
  await by.post(`offer/${id}/extendExpiryDate?newExpiryDate=2090-02-01`);
  await setBack('offers.update', '1 hour');
  await notified(id);
  expect((await read(id)).status).toBe('PENDING_UPDATE');
  const before = await actions(id);
  expect(before.filter((action) => action === 'PENDING_ACCEPTANCE')).toHaveLength(1);
  await setBack('offers.update', '0 seconds');
  await app.drainJobs();
  expect(await read(id)).toMatchObject({
    status: 'PENDING_ACCEPTANCE',
    expireTime: expect.stringContaining('2090-02-0'),
  });
});

test('R4 a reading during a pending cancellation does not reopen the offer', async () => {
  const id = await published();
  await by.post(`offer/${id}/cancel`);
  await setBack('offers.cancel', '1 hour');
  await notified(id);
  expect((await read(id)).status).toBe('PENDING_CANCEL');
  await setBack('offers.cancel', '0 seconds');
  await app.drainJobs();
  expect((await read(id)).status).toBe('CANCELLED');
  expect(await actions(id)).not.toContain('ABNORMAL_ALERT');
});

test('R4 an offer that its marketplace cancels by expiry is CANCELLED', async () => {
  const id = await published();
  shown = 'EXPIRED';
  await by.post(`offer/${id}/cancel`);
  await app.drainJobs();
  // The next observation still reports an offer that is CANCELLED here as expired.
  await notified(id);
  expect((await read(id)).status).toBe('CANCELLED');
  expect(await actions(id)).not.toContain('ABNORMAL_ALERT');
  expect(await actions(id)).toContain('CANCEL');
  expect(await actions(id)).not.toContain('EXPIRE');
});

test('R4 an impossible transition raises an ABNORMAL_ALERT each time, and changes nothing', async () => {
  const id = await published();
  await by.post(`offer/${id}/cancel`);
  await app.drainJobs();
  const before = await read(id);
  const known = (await events(id)).length;
  shown = 'PENDING_ACCEPTANCE';
  app.expectAbnormalAlert(id);
  await notified(id);
  expect({ ...(await read(id)), lastUpdateTime: '' }).toEqual({ ...before, lastUpdateTime: '' });
  expect((await events(id)).slice(known)).toEqual([
    {
      action: 'ABNORMAL_ALERT',
      payload: {
        id,
        status: 'CANCELLED',
        observedStatus: 'PENDING_ACCEPTANCE',
        externalID: before.externalID,
      },
    },
  ]);
});

test('R4 an offer that expired here is ACCEPTED once its marketplace shows an acceptance in time', async () => {
  const start = Date.parse((await by.get('sandbox/clock')).time);
  const id = await published({ expireTime: new Date(start + 86_400_000).toISOString() });
  await by.post('sandbox/fault', { kind: 'LOSE_NOTIFICATION' });
  await by.post(`sandbox/offer/${id}/accept`, {});
  await app.drainJobs();
  await rows(`UPDATE offer SET status = 'EXPIRED' WHERE organization_id = $1 AND id = $2`, id);
  await by.post(`offer/${id}/sync`);
  await app.drainJobs();
  expect((await read(id)).status).toBe('ACCEPTED');
  expect(await by.get(`entitlement?offerId=${id}`)).toMatchObject([{ status: 'ACTIVE' }]);
});

test('R4 an agreement on a cancelled offer makes it ACCEPTED, with an ABNORMAL_ALERT instead of an ACCEPT', async () => {
  const id = await published();
  await by.post(`sandbox/offer/${id}/accept`, {});
  await rows(`UPDATE offer SET status = 'CANCELLED' WHERE organization_id = $1 AND id = $2`, id);
  const known = (await events(id)).length;
  app.expectAbnormalAlert(id);
  await app.drainJobs();
  expect((await read(id)).status).toBe('ACCEPTED');
  expect((await actions(id)).slice(known)).toEqual(['ABNORMAL_ALERT']);
});
