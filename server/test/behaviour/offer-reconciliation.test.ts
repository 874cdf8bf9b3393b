import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { migrationsFolder } from '../../src/platform/database/migrate.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const minute = 60_000;
let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
/** Changes that happen between the marketplace’s response and its application. */
let meanwhile: (() => Promise<unknown>) | undefined;
const registry = (own: AdapterRegistry): AdapterRegistry => ({
  partners: own.partners,
  find: (place, partner) => {
    const adapter = own.find(place, partner);
    return (
      adapter && {
        ...adapter,
        readOffer: async (id) => {
          const seen = await adapter.readOffer(id);
          const happens = meanwhile;
          meanwhile = undefined;
          await happens?.();
          return seen;
        },
      }
    );
  },
});
beforeAll(async () => {
  app = await startTestApp({ registry });
});
beforeEach(async () => {
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterEach(() => app.database.query('DELETE FROM sandbox_fault'));
afterAll(() => app.stop());

let offers = 0;
const offer = async (more: object = {}): Promise<string> =>
  (await by.post('offer', { name: `Waiting ${++offers}`, partner: 'MKA', ...more })).id;
const published = async (more: object = {}): Promise<string> => {
  const id = await offer(more);
  await app.drainJobs();
  expect((await by.get(`offer/${id}`)).status).toBe('PENDING_ACCEPTANCE');
  return id;
};
/** Advances the test clock in steps. */
const advance = async (length: string) => {
  await by.post('sandbox/clock', { advance: length });
  await app.drainJobs();
};
const lose = () => by.post('sandbox/fault', { kind: 'LOSE_NOTIFICATION' });
const statusOf = async (id: string) => (await by.get(`offer/${id}`)).status;
const rows = async (text: string, ...values: unknown[]) =>
  (await app.database.query(text, [org.id, ...values])).rows;
type Waits = { due_at: Date; ready_at: Date; payload: { status: string; waitMs: number }; attempts: number };
const waits = (): Promise<Waits[]> =>
  rows(
    `SELECT due_at, ready_at, payload, attempts FROM job
     WHERE organization_id = $1 AND kind = 'offers.reread' AND finished_at IS NULL`,
  );
const events = async (id: string): Promise<string[]> =>
  (
    await rows('SELECT action FROM event WHERE organization_id = $1 AND entity_id = $2 ORDER BY sequence', id)
  ).map(({ action }) => action);

describe('R33 an offer whose notification was lost is read again automatically', () => {
  test('after its creation, within minutes', async () => {
    await lose();
    const id = await offer();
    await app.drainJobs();
    expect(await statusOf(id)).toBe('PENDING_CREATE');
    expect((await waits()).map(({ payload }) => payload)).toMatchObject([
      { status: 'PENDING_CREATE', waitMs: 5 * minute },
    ]);
    await advance('PT4M');
    expect(await statusOf(id)).toBe('PENDING_CREATE');
    await advance('PT2M');
    expect(await statusOf(id)).toBe('PENDING_ACCEPTANCE');
    expect(await events(id)).toEqual(['CREATE', 'PENDING_ACCEPTANCE']);
    expect(await waits()).toMatchObject([{ payload: { status: 'PENDING_ACCEPTANCE', waitMs: day } }]);
  });

  test('after its acceptance, within a day, with its entitlement', async () => {
    const id = await published();
    await lose();
    await by.post(`sandbox/offer/${id}/accept`, {});
    await app.drainJobs();
    expect(await statusOf(id)).toBe('PENDING_ACCEPTANCE');
    await advance('P2D');
    expect(await statusOf(id)).toBe('ACCEPTED');
    expect(await by.get(`entitlement?offerId=${id}`)).toMatchObject([{ status: 'ACTIVE' }]);
    await advance('P2D');
    expect(await waits(), 'it stops by itself').toEqual([]);
    expect((await events(id)).at(-1)).toBe('ACCEPT');
  });

  test('after its cancellation, for which the waiting job is brought forward', async () => {
    const id = await published();
    await advance('PT10M');
    const [waiting] = await waits();
    expect(waiting?.payload).toMatchObject({ status: 'PENDING_ACCEPTANCE', waitMs: day });
    await by.post(`offer/${id}/cancel`);
    expect(await app.app.worker.step()).toBe(1);
    await app.database.query(
      `DELETE FROM job WHERE organization_id = $1 AND finished_at IS NULL
         AND kind IN ('marketplaces.observe', 'sandbox.notify')`,
      [org.id],
    );
    const [hastened, ...more] = await waits();
    expect([hastened, more]).toMatchObject([{ payload: { status: 'PENDING_CANCEL' } }, []]);
    expect(hastened?.due_at.getTime()).toBeLessThan(waiting?.due_at.getTime() as number);
    expect(await statusOf(id)).toBe('PENDING_CANCEL');
    await advance('PT6M');
    expect(await statusOf(id)).toBe('CANCELLED');
    expect(await waits()).toEqual([]);
  });
});

describe('R33 reconciliation', () => {
  test('makes no event without a change, uses one row, and covers years quickly', async () => {
    const expireTime = '2099-01-01T00:00:00.000Z';
    const ids = [await published({ expireTime }), await published({ partner: 'MKB', expireTime })];
    const before = await Promise.all(ids.map((id) => by.get(`offer/${id}`)));
    await advance('P5Y');
    expect(await Promise.all(ids.map((id) => by.get(`offer/${id}`)))).toEqual(before);
    for (const id of ids) expect(await events(id)).toEqual(['CREATE', 'PENDING_ACCEPTANCE']);
    expect(await waits()).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    expect(
      await rows(
        `SELECT count(*)::int AS kept FROM job WHERE organization_id = $1 AND kind = 'offers.reread'`,
      ),
    ).toEqual([{ kept: 2 }]);
  });

  test('runs each day of the wall clock, and ends when the offer expires', async () => {
    const start = Date.parse((await by.get('sandbox/clock')).time);
    await published({ expireTime: new Date(start + 9 * day).toISOString() });
    // Simulates that the day has passed.
    await app.database.query(
      `UPDATE job SET ready_at = now(), payload = jsonb_set(payload, '{wallAt}', '0')
       WHERE organization_id = $1 AND kind = 'offers.reread'`,
      [org.id],
    );
    await app.drainJobs();
    const [next] = await waits();
    expect(next?.payload).toMatchObject({ status: 'PENDING_ACCEPTANCE', waitMs: day });
    expect(next?.due_at.getTime()).toBeGreaterThanOrEqual(start + day);
    expect(next?.due_at.getTime()).toBeLessThan(Date.now() + day + minute);
    await advance('P60D');
    expect(await waits()).toEqual([]);
  });

  test('drops a response that is older than a change here', async () => {
    const id = await published({ info: { privateOfferUrl: 'https://old.example/' } });
    const { privateOfferUrl } = (await by.get(`offer/${id}`)).info;
    await app.database.query(
      `UPDATE offer SET info = info || '{"privateOfferUrl": "https://changed.example/"}'
       WHERE organization_id = $1 AND id = $2`,
      [org.id, id],
    );
    meanwhile = () => by.patch(`offer/${id}/metaInfo`, { internalNote: 'Meanwhile' });
    await advance('P1DT10M');
    expect(meanwhile).toBeUndefined();
    expect((await by.get(`offer/${id}`)).info.privateOfferUrl).toBe('https://changed.example/');
    await advance('P3D');
    expect((await by.get(`offer/${id}`)).info.privateOfferUrl).toBe(privateOfferUrl);
    expect((await events(id)).slice(2)).toEqual(['UPDATE', 'UPDATE']);
  });

  test('is not scheduled for drafts, public offers, direct sales and failed offers', async () => {
    await by.post('draftOffer', { partner: 'MKA' });
    await offer({ offerType: 'DEFAULT' });
    await offer({ partner: null });
    await offer({ partner: 'MKD' });
    await app.drainJobs();
    expect(await waits()).toEqual([]);
  });

  test('waits for its next time when the marketplace is unavailable', async () => {
    const id = await published();
    await lose();
    await by.post(`sandbox/offer/${id}/accept`, {});
    await app.drainJobs();
    await by.post('sandbox/fault', { kind: 'RATE_LIMIT', count: 100 });
    await advance('P2D');
    for (let round = 0; round < 8; round++) {
      await app.database.query(
        `UPDATE job SET ready_at = now() WHERE organization_id = $1 AND finished_at IS NULL AND clock = 'wall'`,
        [org.id],
      );
      await app.drainJobs();
    }
    expect(await statusOf(id)).toBe('PENDING_ACCEPTANCE');
    expect(await waits()).toMatchObject([{ attempts: 0, payload: { status: 'PENDING_ACCEPTANCE' } }]);
    await app.database.query('DELETE FROM sandbox_fault');
    await advance('P40D');
    expect(await statusOf(id)).toBe('ACCEPTED');
  });

  test('begins once for each offer that was open before the job existed', async () => {
    const [lost, kept] = [await published(), await published()];
    await app.database.query(
      `DELETE FROM job WHERE organization_id = $1 AND kind = 'offers.reread' AND payload ->> 'offerId' = $2`,
      [org.id, lost],
    );
    const ended = await published();
    await by.post(`sandbox/offer/${ended}/accept`, {});
    await app.drainJobs();
    await app.database.query(`DELETE FROM job WHERE organization_id = $1 AND lane = 'reread:' || $2`, [
      org.id,
      ended,
    ]);
    const [waiting] = await waits();
    const text = await readFile(path.join(migrationsFolder, '0040_offers_read_again.sql'), 'utf8');
    for (const _ of ['once', 'twice']) await app.database.query(text);
    const scheduled = await waits();
    expect(scheduled).toHaveLength(2);
    expect(scheduled).toContainEqual(waiting);
    await lose();
    await by.post(`sandbox/offer/${lost}/accept`, {});
    await advance('P2D');
    expect([await statusOf(lost), await statusOf(kept)]).toEqual(['ACCEPTED', 'PENDING_ACCEPTANCE']);
  });
});
