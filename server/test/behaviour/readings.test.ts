import { expect, test } from 'vitest';
import { anAgreement } from '../../src/entitlements/derive/input.fixture.ts';
import type { AgreementSnapshot, Subject } from '../../src/marketplaces/index.ts';
import { openQueuedWorld } from '../queued-world.ts';

const { marketplace, app, org, good, offer, published } = openQueuedWorld();

let notices = 0;
const observe = async (kind: Subject['kind'], externalId: string) => {
  const body = JSON.stringify({ id: `notice-${++notices}`, subjects: [{ kind, externalId }] });
  const reply = await app().request('POST', `/marketplaces/mka/notifications/${org().id}`, { raw: body });
  expect(reply.status, reply.text).toBe(200);
  await app().drainJobs();
};
/** Changes the agreement at the marketplace and triggers a read. */
const show = async (agreement: Partial<AgreementSnapshot>) => {
  const shown = anAgreement({ externalBuyerId: 'buyer-1', revision: undefined, ...agreement });
  marketplace.agreements.set(shown.externalId, shown);
  await observe('AGREEMENT', shown.externalId);
};
const entitlements = () => good('GET', 'entitlement');
const [first, second, third] = [
  '2026-01-01T00:00:00.000Z',
  '2090-01-01T00:00:00.000Z',
  '2091-01-01T00:00:00.000Z',
];
const begun = { acceptedAt: first, startTime: first, endTime: second };

test('a reading of an offer that is older than the last applied reading is dropped', async () => {
  const id = await published();
  const shows = async (revision: number, status: 'EXPIRED' | 'PENDING_ACCEPTANCE') => {
    Object.assign(marketplace.offers.get('offer-1') as object, { revision, status });
    await observe('OFFER', 'offer-1');
    return (await offer(id)).status;
  };
  expect(await shows(5, 'EXPIRED')).toBe('EXPIRED');
  expect(await shows(4, 'PENDING_ACCEPTANCE')).toBe('EXPIRED');
  expect(await shows(6, 'PENDING_ACCEPTANCE')).toBe('PENDING_ACCEPTANCE');
});

test('a reading of an agreement is dropped when it is older, and applied when it is as old', async () => {
  const shows = async (revision: number, status: AgreementSnapshot['status']) => {
    await show({ ...begun, revision, status });
    return (await entitlements())[0].status;
  };
  expect(await shows(3, 'ACTIVE')).toBe('ACTIVE');
  expect(await shows(5, 'SUSPENDED')).toBe('SUSPENDED');
  expect(await shows(4, 'ACTIVE')).toBe('SUSPENDED');
  expect(await shows(5, 'ACTIVE')).toBe('ACTIVE');
});

test('an agreement that renews another is the next term of its entitlement, which the earlier id finds', async () => {
  await show({ ...begun, externalId: 'agreement-1' });
  const [before] = await entitlements();
  const succeeds = { externalId: 'agreement-1', renewal: true };
  const next = { externalId: 'agreement-2', acceptedAt: first, startTime: second, endTime: third, succeeds };
  for (const _ of [1, 2]) await show({ ...next, status: 'PENDING_START' });
  const after = await entitlements();
  expect(after).toMatchObject([
    { id: before.id, externalID: 'agreement-2', status: 'ACTIVE', endTime: third },
  ]);
  expect(await good('GET', `entitlement/${before.id}/entitlementTerm`)).toHaveLength(2);
  // A later state of the predecessor has no effect.
  await show({ ...begun, externalId: 'agreement-1', status: 'CANCELLED' });
  expect(await entitlements()).toMatchObject([{ id: before.id, status: 'ACTIVE' }]);
  await show({ ...next, status: 'CANCELLED' });
  expect(await entitlements()).toMatchObject([{ id: before.id, status: 'CANCELLED' }]);
});

test('an agreement that replaces another moves its entitlement to the terms of the new offer', async () => {
  const [one, two] = [await published(), await published()];
  await show({ ...begun, externalId: 'agreement-1', externalOfferId: 'offer-1' });
  const [before] = await entitlements();
  expect(before).toMatchObject({ offerID: one });
  const succeeds = { externalId: 'agreement-1', renewal: false };
  const replacing = { ...begun, externalId: 'agreement-2', externalOfferId: 'offer-2', succeeds };
  for (const _ of [1, 2]) await show(replacing);
  expect(await entitlements()).toMatchObject([
    { id: before.id, offerID: two, externalID: 'agreement-2', status: 'ACTIVE' },
  ]);
  expect((await offer(two)).status).toBe('ACCEPTED');
});

test('an agreement whose predecessor is over or unknown begins an entitlement', async () => {
  await show({ ...begun, externalId: 'agreement-1', status: 'CANCELLED' });
  await show({ ...begun, externalId: 'agreement-2', succeeds: { externalId: 'agreement-1', renewal: true } });
  await show({ ...begun, externalId: 'agreement-4', succeeds: { externalId: 'agreement-3', renewal: true } });
  expect((await entitlements()).map((one: { externalID: string }) => one.externalID).sort()).toEqual([
    'agreement-1',
    'agreement-2',
    'agreement-4',
  ]);
});
