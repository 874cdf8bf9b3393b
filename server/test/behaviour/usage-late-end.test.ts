import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { usageOf } from '../usage.fixture.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const info = { dimensions: [{ key: 'gpu', name: 'GPU', rate: 2 }], currency: 'USD', mkCDuration: 24 };

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
let usage: ReturnType<typeof usageOf>;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
  sale = entitlementsOf(app, org);
  usage = usageOf(app, org);
});
afterAll(() => app.stop());

const now = async () => new Date((await sale.get('sandbox/clock')).time).getTime();
const advanceTo = async (time: number) => {
  await sale.post('sandbox/clock', { to: new Date(time).toISOString() });
  await app.drainJobs();
};
const report = (id: string, quantity: number, at: number) =>
  sale.post(`entitlement/${id}/usageRecordGroup`, {
    records: { gpu: quantity },
    timestamp: new Date(at).toISOString(),
  });
const linesOf = async (id: string) =>
  (await usage.lines())
    .filter(({ entitlement_id: own }) => own === id)
    .map(({ state, quantity }) => `${Number(quantity)} ${state}`);

test.each([
  ['MKA', 60],
  ['MKC', 60],
  ['MKB', 23 * 60],
])(
  'usage that %s takes to the end of its final window is sent before it is over',
  async (partner, minutes) => {
    const { id } = await sale.accepted({ partner, info });
    const end = Math.ceil(((await now()) + 1) / hourMs) * hourMs + 30 * minuteMs;
    await advanceTo(end);
    await sale.post(`sandbox/entitlement/${id}/cancel`);
    await app.drainJobs();
    expect((await sale.entitlement(id)).status).toBe('CANCELLED');
    await advanceTo(end + (minutes - 5) * minuteMs);
    expect((await report(id, 3, end - 10 * minuteMs)).status).toBe('CREATED');
    await advanceTo(end + 30 * hourMs);
    expect(await linesOf(id)).toEqual(['3 ACCEPTED']);
    expect(await usage.act(verifyUsage)).toEqual([]);
  },
);

test.each(['MKA', 'MKB', 'MKC', 'MKE'])(
  'an advance of a year in one step settles and sends what waits: %s',
  async (partner) => {
    const { id } = await sale.accepted({ partner, info });
    for (const kind of ['LOSE_ANSWER', 'RATE_LIMIT', 'LOSE_CALL', 'SKIP_USAGE'])
      await sale.post('sandbox/fault', { partner, kind, permanent: false });
    await report(id, 2, await now());
    await advanceTo((await now()) + 364 * 24 * hourMs);
    expect(await linesOf(id)).toEqual(['2 ACCEPTED']);
  },
);
