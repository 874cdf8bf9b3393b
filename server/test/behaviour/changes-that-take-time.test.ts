import { describe, expect, test } from 'vitest';
import { MarketplaceError } from '../../src/marketplaces/index.ts';
import { resumeJobs } from '../../src/marketplaces/wiring.ts';
import { openQueuedWorld } from '../queued-world.ts';

const { marketplace, app, org, call, good, pass, settle, offer, create, published, jobs, events } =
  openQueuedWorld();
const { control, count, calls } = marketplace;
const later = '2091-03-01T00:00:00.000Z';
const keysOf = (name: string) => calls.filter(([called]) => called === name).map((given) => given.at(-1));
const notify = (body: object) =>
  app().request('POST', `/marketplaces/mka/notifications/${org().id}`, { raw: JSON.stringify(body) });

describe('an asynchronous creation of an offer at the marketplace', () => {
  test('ends with the offer open, though no record of the marketplace contains our key', async () => {
    const id = await create();
    expect(await offer(id)).toMatchObject({ status: 'PENDING_CREATE' });
    expect((await jobs('offers.%'))[0]).toMatchObject({ kind: 'offers.followCreation', attempts: 0 });
    for (const _ of [1, 2, 3]) await pass(control.askAgainMs);
    expect([count('createOffer'), count('readChange')]).toEqual([1, 3]);
    expect((await offer(id)).status).toBe('PENDING_CREATE');
    await settle();
    expect(await offer(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE', externalID: 'offer-1' });
    expect(await good('GET', `operation?offerId=${id}`)).toMatchObject([{ status: 'COMPLETED' }]);
  });

  test('finds the offer by the id of the response when it is DONE immediately', async () => {
    control.atOnce = true;
    const id = await create();
    await pass(5 * 60_000);
    expect(await offer(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE', externalID: 'offer-1' });
  });

  test('that fails is CREATE_FAILED with code and message; another body has another key', async () => {
    const id = await create();
    marketplace.fail('MISSING_TERMS', 'Add the terms.');
    await pass(control.askAgainMs);
    expect(await offer(id)).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { errorMessages: ['MISSING_TERMS'], prettifiedErrorMessages: ['Add the terms.'] },
    });
    await good('POST', `offer/${id}/retry`);
    await app().drainJobs();
    await settle();
    expect((await offer(id)).status).toBe('PENDING_ACCEPTANCE');
    const keys = keysOf('createOffer') as string[];
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{1,64}$/);
    expect(keys).not.toContain(id);
  });

  test('that fails by a fault of the marketplace is retried with another key', async () => {
    const id = await create();
    marketplace.fail('INTERNAL', 'Try again.', true);
    await pass(control.askAgainMs);
    expect((await offer(id)).status).toBe('PENDING_CREATE');
    await pass(60_000);
    await settle();
    expect((await offer(id)).status).toBe('PENDING_ACCEPTANCE');
    expect(new Set(keysOf('createOffer')).size).toBe(2);
  });

  test('that loses its program between call and handle is repeated with the same key', async () => {
    control.losses = [new Error('the process was lost')];
    const id = await create();
    await pass(2000);
    await settle();
    expect((await offer(id)).status).toBe('PENDING_ACCEPTANCE');
    expect([new Set(keysOf('createOffer')).size, marketplace.offers.size]).toEqual([1, 1]);
  });

  test('is checked as soon as the marketplace notifies us', async () => {
    const id = await create();
    marketplace.settle();
    const reply = await notify({ id: 'n1', subjects: [{ kind: 'CHANGE', externalId: 'set-1' }] });
    expect(reply.status, reply.text).toBe(200);
    await app().drainJobs();
    expect((await offer(id)).status).toBe('PENDING_ACCEPTANCE');
  });
});

describe('an asynchronous change of an offer at the marketplace', () => {
  test('is visible only after it is done', async () => {
    const id = await published();
    await good('POST', `offer/${id}/extendExpiryDate?newExpiryDate=${later}`);
    await app().drainJobs();
    const { expireTime } = await offer(id);
    for (const _ of [1, 2]) await pass(control.askAgainMs);
    expect(await offer(id)).toMatchObject({ status: 'PENDING_UPDATE', expireTime });
    await settle();
    expect(await offer(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE', expireTime: later });
    expect(count('extendOffer')).toBe(1);
  });

  test('that fails leaves the offer unchanged, UPDATE_FAILED, with code and message', async () => {
    const id = await published();
    const { expireTime } = await offer(id);
    await good('POST', `offer/${id}/extendExpiryDate?newExpiryDate=${later}`);
    await app().drainJobs();
    marketplace.fail('INCOMPATIBLE_TERMS', 'The terms do not fit.');
    await pass(control.askAgainMs);
    expect(await offer(id)).toMatchObject({
      status: 'UPDATE_FAILED',
      expireTime,
      metaInfo: { errorMessages: ['INCOMPATIBLE_TERMS'], prettifiedErrorMessages: ['The terms do not fit.'] },
    });
  });

  test('that cancels the offer and fails is CANCEL_FAILED, also when the offer is read meanwhile', async () => {
    const id = await published();
    await good('POST', `offer/${id}/cancel`);
    await app().drainJobs();
    for (let n = 0; n < 3; n++) {
      await notify({ id: `r${n}`, subjects: [{ kind: 'OFFER', externalId: 'offer-1' }] });
      await app().drainJobs();
    }
    expect((await offer(id)).status).toBe('PENDING_CANCEL');
    marketplace.fail('LOCKED', 'Another change is under way.');
    await pass(control.askAgainMs);
    expect(await offer(id)).toMatchObject({
      status: 'CANCEL_FAILED',
      metaInfo: { prettifiedErrorMessages: ['Another change is under way.'] },
    });
    await good('POST', `offer/${id}/cancel`);
    await app().drainJobs();
    await settle();
    expect((await offer(id)).status).toBe('CANCELLED');
    expect(new Set(keysOf('cancelOffer')).size).toBe(2);
  });
});

describe('failures of calls', () => {
  const fail = (kind: MarketplaceError['kind'], retryAfterMs?: number) =>
    new MarketplaceError(kind, { kind, retryAfterMs });

  test('by outage or throttling for hours fail no job; Retry-After is respected', async () => {
    control.failures = [fail('throttled', 7_200_000)];
    const id = await create();
    await pass(3_600_000);
    expect(count('createOffer')).toBe(1);
    control.failures = Array.from({ length: 30 }, () => fail('unreachable'));
    for (let n = 0; n < 34; n++) await pass(3_600_000 / 2);
    await settle();
    expect(await offer(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE' });
    expect((await offer(id)).metaInfo).not.toHaveProperty('createRetryAttempts');
    expect(count('findOffer')).toBe(0);
  });

  test('by rejected credentials pause all jobs, which continue after a correction', async () => {
    const asked: string[] = [];
    control.onUnauthorized = async (partner) => asked.push(partner) > 0;
    const one = await published();
    control.failures = [fail('unauthorized'), fail('unauthorized')];
    const other = await create();
    await good('POST', `offer/${one}/cancel`);
    await app().drainJobs();
    for (const _ of [1, 2, 3]) await pass(24 * 3_600_000);
    expect([(await offer(one)).status, (await offer(other)).status]).toEqual([
      'PENDING_CANCEL',
      'PENDING_CREATE',
    ]);
    expect(asked).toEqual(['MKA', 'MKA']);
    expect((await jobs('offers.%')).filter(({ waits_for }) => waits_for)).toMatchObject([
      { kind: 'offers.create', attempts: 0 },
      { kind: 'offers.cancel', attempts: 0 },
    ]);
    const [waiting] = await good('GET', `operation?offerId=${other}`);
    expect(waiting).toMatchObject({ status: 'RUNNING' });
    expect(waiting.message).toContain('the integration with MKA');
    await app().app.inOrganization(org().id, 'test', async (scope) => resumeJobs(scope, 'MKA'));
    await app().drainJobs();
    await settle();
    expect([(await offer(one)).status, (await offer(other)).status]).toEqual([
      'CANCELLED',
      'PENDING_ACCEPTANCE',
    ]);
  });

  test('do not pause jobs when the integration was corrected after the call', async () => {
    control.onUnauthorized = async () => false;
    control.failures = [fail('unauthorized')];
    const id = await create();
    await pass(2000);
    await settle();
    expect((await offer(id)).status).toBe('PENDING_ACCEPTANCE');
  });
});

describe('a lost response', () => {
  const lost = () => new MarketplaceError('socket hang up', { kind: 'unknown' });
  const minuteMs = 60_000;

  test('is requested again with the same key where repeats are idempotent', async () => {
    control.losses = [lost(), lost()];
    control.shows = false;
    await create();
    await pass(10_000);
    await pass(10_000);
    await settle();
    expect([count('createOffer'), count('findOffer'), marketplace.offers.size]).toEqual([3, 0, 1]);
  });

  test('is looked up until the offer must be visible, and only then is the creation repeated', async () => {
    control.can = { createIdempotency: 'lookup', lookupSettlesMs: 10 * minuteMs };
    Object.assign(control, { atOnce: true, shows: false, losses: [lost()] });
    const id = await create();
    for (let n = 0; n < 3; n++) await pass(3 * minuteMs);
    expect([count('createOffer'), count('findOffer') > 0]).toEqual([1, true]);
    control.shows = true;
    await pass(3 * minuteMs);
    await pass(5 * minuteMs);
    expect([count('createOffer'), (await offer(id)).status]).toEqual([1, 'PENDING_ACCEPTANCE']);
  });

  test('without a visible effect in that time is followed by another creation and another look-up', async () => {
    control.can = { createIdempotency: 'lookup', lookupSettlesMs: 10 * minuteMs };
    control.failures = [lost()];
    const id = await create();
    await pass(9 * minuteMs);
    expect(count('createOffer')).toBe(1);
    Object.assign(control, { atOnce: true, losses: [lost()], shows: false });
    for (const _ of [1, 2]) await pass(6 * minuteMs);
    expect(count('createOffer')).toBe(2);
    await pass(3 * minuteMs);
    expect(count('createOffer')).toBe(2);
    control.shows = true;
    await pass(10 * minuteMs);
    await pass(5 * minuteMs);
    expect([count('createOffer'), (await offer(id)).status]).toEqual([2, 'PENDING_ACCEPTANCE']);
  });

  test('of a program that was lost during its call is awaited as well', async () => {
    control.can = { createIdempotency: 'lookup', lookupSettlesMs: 10 * minuteMs };
    const { id } = await good('POST', 'offer', { name: 'Deal', partner: 'MKA', offerType: 'PRIVATE' });
    await app().database.query('UPDATE job SET attempts = 1 WHERE offer_id = $1', [id]);
    await app().drainJobs();
    await pass(9 * minuteMs);
    expect([count('findOffer'), count('createOffer')]).toEqual([1, 0]);
    await pass(2 * minuteMs);
    expect(count('createOffer')).toBe(1);
  });

  test('is separate from a refused repeat: once the first effect would be visible, another key is used', async () => {
    const refused = () =>
      new MarketplaceError('another body', { kind: 'refused', readable: 'Another body.' });
    control.can = { lookupSettlesMs: 10 * minuteMs };
    control.failures = [lost()];
    const id = await create();
    control.failures = [refused(), refused(), refused()];
    for (const _ of [1, 2]) await pass(4 * minuteMs);
    expect([count('createOffer'), (await offer(id)).status]).toEqual([2, 'PENDING_CREATE']);
    await pass(6 * minuteMs);
    expect([count('createOffer'), (await offer(id)).status]).toEqual([3, 'PENDING_CREATE']);
    await pass(minuteMs);
    expect(await offer(id)).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { prettifiedErrorMessages: ['Another body.'] },
    });
    const keys = keysOf('createOffer');
    expect([keys.length, new Set(keys).size]).toEqual([4, 2]);

    await good('POST', `offer/${id}/retry`);
    control.losses = [lost()];
    await app().drainJobs();
    control.failures = [refused()];
    await pass(minuteMs);
    expect((await offer(id)).status).toBe('PENDING_CREATE');
    await pass(10 * minuteMs);
    await settle();
    expect((await offer(id)).status).toBe('PENDING_ACCEPTANCE');
    expect(marketplace.offers.size).toBe(1);
  });

  test('that cannot be looked up waits for a person, who is notified once', async () => {
    control.can = { createIdempotency: 'none' };
    Object.assign(control, { atOnce: true, losses: [lost()] });
    const id = await create();
    app().expectAbnormalAlert(id);
    for (const _ of [1, 2, 3]) await pass(24 * 60 * minuteMs);
    expect([count('createOffer'), (await offer(id)).status]).toEqual([1, 'PENDING_CREATE']);
    expect(await events(id, 'ABNORMAL_ALERT')).toBe(1);
    expect((await offer(id)).metaInfo.prettifiedErrorMessages[0]).toContain('resolveCreation');
    expect((await call('POST', `offer/${id}/retry`)).status).toBe(409);
  });

  const lostForGood = async () => {
    control.can = { createIdempotency: 'none' };
    Object.assign(control, { atOnce: true, losses: [lost()] });
    const id = await create();
    app().expectAbnormalAlert(id);
    return id;
  };

  test('is resolved by a person who names the offer: it is read there', async () => {
    const id = await lostForGood();
    const other = await create();
    await pass(5 * minuteMs);
    for (const [body, pointer] of [
      [{}, '/externalID'],
      [{ externalID: 7 }, '/externalID'],
      [{ externalID: 'offer-1', failed: true }, '/failed'],
      [{ externalID: (await offer(other)).externalID }, '/externalID'],
    ] as [object, string][]) {
      const reply = await call('POST', `offer/${id}/resolveCreation`, body);
      expect([reply.status, reply.body.errors?.[0]?.pointer], reply.text).toEqual([400, pointer]);
    }
    await good('POST', `offer/${id}/resolveCreation`, { externalID: 'offer-1' });
    await app().drainJobs();
    const after = await offer(id);
    expect(after).toMatchObject({ status: 'PENDING_ACCEPTANCE', externalID: 'offer-1' });
    expect(after.metaInfo).not.toHaveProperty('errorMessages');
    expect((await call('POST', `offer/${id}/resolveCreation`, { failed: true })).status).toBe(409);
  });

  test('is resolved by a person who found no offer: the offer is CREATE_FAILED and can be created again', async () => {
    const id = await lostForGood();
    marketplace.offers.clear();
    await good('POST', `offer/${id}/resolveCreation`, { failed: true });
    expect((await offer(id)).status).toBe('CREATE_FAILED');
    await good('POST', `offer/${id}/retry`);
    await app().drainJobs();
    await pass(5 * minuteMs);
    expect((await offer(id)).status).toBe('PENDING_ACCEPTANCE');
    expect(new Set(keysOf('createOffer')).size).toBe(2);
  });

  test('cannot be resolved while the marketplace is being called', async () => {
    const id = await create();
    expect((await call('POST', `offer/${id}/resolveCreation`, { failed: true })).status).toBe(409);
  });
});
