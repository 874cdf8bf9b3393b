import { afterAll, beforeAll, expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let by: Entitlements;
let refusal: MarketplaceError | undefined;
const reasons: (string | undefined)[] = [];
beforeAll(async () => {
  app = await startTestApp({
    registry: (own) => ({
      ...own,
      find: (organization, partner) => {
        const adapter = own.find(organization, partner);
        if (!adapter?.rejectAgreement) return adapter;
        const { rejectAgreement } = adapter;
        return {
          ...adapter,
          rejectAgreement: async (id, reason) => {
            if (refusal) throw refusal;
            reasons.push(reason);
            return rejectAgreement(id, reason);
          },
        };
      },
    }),
  });
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

const reject = (id: string, body?: object) => by.call('POST', `entitlement/${id}/reject`, body);

test.each(['MKB', 'MKC'])(
  'a purchase on %s that waits for approval is rejected, with the reason (R40)',
  async (partner) => {
    const { id } = await by.ordered(partner, { approve: false });
    const reply = await reject(id, { reason: 'Not sold in your country.' });
    expect([reply.status, reply.body.status]).toEqual([200, 'PENDING_START']);
    await app.drainJobs();
    expect((await by.entitlement(id)).status).toBe('CANCELLED');
    expect(reasons.pop()).toBe('Not sold in your country.');
    expect((await by.call('POST', `entitlement/${id}/approve`)).body.code).toBe('entitlement_state');
  },
);

test('a rejection that the marketplace refuses is an error on the entitlement, which can be approved', async () => {
  const { id } = await by.ordered('MKB', { approve: false });
  refusal = new MarketplaceError('NO', { kind: 'refused', readable: 'The marketplace says no.' });
  await reject(id);
  await app.drainJobs();
  refusal = undefined;
  expect(await by.entitlement(id)).toMatchObject({
    status: 'PENDING_START',
    metaInfo: { errorMessages: ['NO'], prettifiedErrorMessages: ['The marketplace says no.'] },
  });
  await by.post(`entitlement/${id}/approve`);
  await app.drainJobs();
  expect(await by.entitlement(id)).toMatchObject({ status: 'ACTIVE' });
});

test('a rejection after the approval is an error on the ACTIVE entitlement', async () => {
  const { id } = await by.ordered('MKB', { approve: false });
  await by.post(`entitlement/${id}/approve`);
  await by.setStatus(id, 'PENDING_START');
  await reject(id);
  await app.drainJobs();
  expect(await by.entitlement(id)).toMatchObject({
    status: 'ACTIVE',
    metaInfo: { errorMessages: ['NOT_PENDING'] },
  });
});

test.each([
  ['MKB', 'entitlement_state'],
  ['MKA', 'entitlement_partner'],
  [undefined, 'entitlement_partner'],
])('an entitlement of %s that does not wait for approval cannot be rejected: %s', async (partner, code) => {
  const { id } = partner ? await by.ordered(partner) : await by.direct();
  const { status, body } = await reject(id);
  expect([status, body.code]).toEqual([400, code]);
});
