import { expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { openQueuedWorld } from '../queued-world.ts';

const { marketplace, app, org, pass, offer, published, jobs } = openQueuedWorld();
const { control, count } = marketplace;

const notifyOf = async (externalIds: readonly string[]) => {
  const subjects = externalIds.map((externalId) => ({ kind: 'OFFER', externalId }));
  const raw = JSON.stringify({ id: `notice of ${externalIds}`, subjects });
  const reply = await app().request('POST', `/marketplaces/mka/notifications/${org().id}`, { raw });
  expect(reply.status, reply.text).toBe(200);
};

test('readings of offers that are throttled together are repeated after the requested time, not immediately', async () => {
  const ids = [await published(), await published(), await published()];
  for (const made of marketplace.offers.values()) made.status = 'EXPIRED';
  const asked = count('readOffer');
  control.failures = ids.map(
    () => new MarketplaceError('429', { kind: 'throttled', retryAfterMs: 3_600_000 }),
  );
  await notifyOf(['offer-1', 'offer-2', 'offer-3']);
  await app().drainJobs();
  expect(count('readOffer') - asked).toBe(3);
  expect((await jobs('marketplaces.observe')).slice(-3)).toMatchObject(
    Array(3).fill({ attempts: 1, outcome: null }),
  );
  await pass(1_800_000);
  expect(count('readOffer') - asked).toBe(3);
  await pass(1_900_000);
  expect(count('readOffer') - asked).toBe(6);
  for (const id of ids) expect((await offer(id)).status).toBe('EXPIRED');
});
