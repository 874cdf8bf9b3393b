import { afterAll, beforeAll, expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp } from '../harness.ts';

let app: TestApp;
let by: Entitlements;
let isRefused = false;
beforeAll(async () => {
  app = await startTestApp({
    registry: (own) => ({
      ...own,
      find: (organization, partner) => {
        const adapter = own.find(organization, partner);
        return (
          adapter && {
            ...adapter,
            withdrawCancellation: async (id, description) => {
              if (isRefused)
                throw new MarketplaceError('NO', { kind: 'refused', readable: 'The marketplace says no.' });
              await adapter.withdrawCancellation?.(id, description);
            },
          }
        );
      },
    }),
  });
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

const withdraw = (id: string, body?: object) =>
  by.call('POST', `entitlement/${id}/withdrawCancellation`, body);

test('a cancellation request that awaits the buyer is withdrawn: the entitlement stays ACTIVE', async () => {
  const { id } = await by.ordered('MKA');
  await by.post(`entitlement/${id}/cancel`, { reasonCode: 'UNINTENDED_RENEWAL' });
  await app.drainJobs();
  expect((await by.entitlement(id)).status).toBe('PENDING_CANCEL');
  const reply = await withdraw(id, { description: 'The buyer has renewed.' });
  expect([reply.status, reply.body.status]).toEqual([200, 'PENDING_CANCEL']);
  await app.drainJobs();
  expect(await by.entitlement(id)).toMatchObject({
    status: 'ACTIVE',
    info: { cancellationRequest: { status: 'CANCELLED', message: 'The buyer has renewed.' } },
  });
  // A missing response does not count as consent to a withdrawn request.
  await by.post('sandbox/clock', { advance: 'P8D' });
  await app.drainJobs();
  expect((await by.entitlement(id)).status).toBe('ACTIVE');
});

test('a request that has not reached the marketplace yet can be withdrawn', async () => {
  const { id } = await by.ordered('MKA');
  await by.post(`entitlement/${id}/cancel`);
  expect((await withdraw(id)).status).toBe(200);
  await app.drainJobs();
  expect(await by.entitlement(id)).toMatchObject({
    status: 'ACTIVE',
    info: { cancellationRequest: { status: 'CANCELLED' } },
  });
});

test('a withdrawal that the marketplace refuses is an error on the entitlement, and the request stays pending', async () => {
  const { id } = await by.ordered('MKA');
  await by.post(`entitlement/${id}/cancel`);
  await app.drainJobs();
  isRefused = true;
  await withdraw(id);
  await app.drainJobs();
  isRefused = false;
  expect(await by.entitlement(id)).toMatchObject({
    status: 'PENDING_CANCEL',
    info: { cancellationRequest: { status: 'PENDING_APPROVAL' } },
    metaInfo: { errorMessages: ['NO'], prettifiedErrorMessages: ['The marketplace says no.'] },
  });
});

test.each([
  ['MKA', 'entitlement_state'],
  ['MKB', 'entitlement_partner'],
  [undefined, 'entitlement_partner'],
])('without a request that awaits a buyer of %s a withdrawal is refused: %s', async (partner, code) => {
  const sold = partner ? await by.ordered(partner) : await by.direct();
  const refused = await withdraw(sold.id);
  expect([refused.status, refused.body.code]).toEqual([400, code]);
});
