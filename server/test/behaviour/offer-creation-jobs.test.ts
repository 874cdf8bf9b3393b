import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { completedChange } from '../../src/marketplaces/index.ts';
import { busy, custom, merge, one, openCreationWorld, publish, two } from '../creation-world.ts';
import { draftOffer } from '../draft-offer.ts';
import { claimAsBefore } from '../older-claim.ts';

const { outside, app, org, call, read, create, ...world } = openCreationWorld();
const { operationsOf, merging, retryNow, jobsOf, cancelFirst, enqueuedByOlder, textAt } = world;

describe('R28 license agreements of several documents', () => {
  test('are merged by a job before the job that creates the offer, which otherwise is the only job', async () => {
    const plain = await create({ partner: 'MKA' });
    const id = await merging();
    expect([await jobsOf(plain), await jobsOf(id)]).toEqual([[[publish, null, 0]], [[merge, null, 0]]]);
    await app().drainJobs();
    expect(await jobsOf(plain)).toEqual([[publish, 'COMPLETED', 1]]);
    expect(await jobsOf(id)).toEqual([
      [merge, 'COMPLETED', 1],
      [publish, 'COMPLETED', 1],
    ]);
    const [first, second] = await operationsOf(id);
    const { memo } = await read(`v2/operation/${second.id}`);
    expect([first.message, memo]).toMatchObject([
      'license agreements merged',
      { offerId: id, parentId: first.id, cancellable: true },
    ]);
    const { status, info } = await read(`offer/${id}`);
    expect([status, outside.specs.at(-1)?.info.eulaUrl]).toEqual(['PENDING_ACCEPTANCE', info.eulaUrl]);
    expect(await textAt(info.eulaUrl)).toBe('Text one.\n\nText two.');
  });

  test('are not merged again when the marketplace fails or its response is lost', async () => {
    outside.fake.createOffer = async (spec, key) => {
      await outside.real?.createOffer(spec, key);
      return busy();
    };
    const id = await merging();
    await app().drainJobs();
    await retryNow();
    expect(await jobsOf(id)).toEqual([
      [merge, 'COMPLETED', 1],
      [publish, 'COMPLETED', 2],
    ]);
    expect([outside.fetched, outside.specs.length]).toEqual([[one, two], 1]);
    expect((await read(`offer/${id}`)).status).toBe('PENDING_ACCEPTANCE');
  });

  test('are not merged for offers that exist at the marketplace', async () => {
    outside.answer = () => new Response(null, { status: 404 });
    const id = await merging();
    await app().drainJobs();
    expect(await jobsOf(id)).toEqual([[merge, 'FAILED', 1]]);
    expect((await read(`offer/${id}`)).status).toBe('CREATE_FAILED');
    outside.fetched = [];
    outside.fake.findOffer = async () => completedChange('sbo_there');
    expect((await call('POST', `offer/${id}/retry`)).status).toBe(200);
    await app().drainJobs();
    expect(await jobsOf(id)).toEqual([
      [merge, 'FAILED', 1],
      [merge, 'COMPLETED', 1],
      [publish, 'COMPLETED', 1],
    ]);
    expect([outside.fetched, outside.specs]).toEqual([[], []]);
  });

  test('have the operations of both jobs listed by the opportunity of a CRM', async () => {
    const opportunity = { metaInfo: { crmCOpportunityId: 'abc-77' } };
    const id = await create({ partner: 'MKA', info: custom, ...opportunity });
    await app().drainJobs();
    const found = await read('operation?crmOpportunityId=abc-77');
    expect(found).toEqual(await operationsOf(id));
    expect(found).toHaveLength(2);
  });

  test('of a draft and of members of a set are merged too', async () => {
    const draft = (await call('POST', 'draftOffer', { partner: 'MKA', name: 'Draft', info: custom })).body.id;
    expect((await call('POST', 'offer', { id: draft })).status).toBe(200);
    const buyer = { buyerMkAAccountIds: ['123456789012'] };
    const member = await draftOffer(app(), org(), { partner: 'MKA', info: { ...custom, ...buyer } });
    const set = await call('POST', 'offerSet', {});
    expect((await call('POST', `offerSet/${set.body.id}/offer/${member}`)).status).toBe(200);
    const published = await call('POST', `offerSet/${set.body.id}/publish`);
    expect(published.status, published.text).toBe(200);
    await app().drainJobs();
    for (const id of [draft, member])
      expect((await jobsOf(id)).map(([kind]) => kind)).toEqual([merge, publish]);
  });

  test('that wait for a retry end with the offer when it is cancelled', async () => {
    outside.answer = () => new Response(null, { status: 503 });
    const id = await merging();
    await app().drainJobs();
    expect(await jobsOf(id)).toEqual([[merge, null, 1]]);
    expect((await cancelFirst(id)).status).toBe(200);
    await app().drainJobs();
    expect(await jobsOf(id)).toEqual([[merge, 'CANCELED', 2]]);
    const { status, metaInfo } = await read(`offer/${id}`);
    expect([status, metaInfo.prettifiedErrorMessages[0]]).toEqual([
      'CREATE_FAILED',
      expect.stringContaining('before the marketplace had it'),
    ]);
    expect(outside.specs).toEqual([]);
  });

  test('of an offer that is cancelled during the merge are not handed on', async () => {
    const id = await merging();
    outside.answer = async () => {
      await cancelFirst(id);
      return new Response('Text.');
    };
    await app().drainJobs();
    await retryNow();
    expect(await jobsOf(id)).toEqual([[merge, 'CANCELED', 2]]);
    expect([(await read(`offer/${id}`)).status, outside.specs]).toEqual(['CREATE_FAILED', []]);
  });

  test('R26 that are retried are noted where the marketplace counts retries', async () => {
    outside.answer = () => new Response(null, { status: 503 });
    const ids = [await create({ partner: 'MKC', info: { ...custom, mkCDuration: 12 } }), await merging()];
    await app().drainJobs();
    const [noted, other] = [await read(`offer/${ids[0]}`), await read(`offer/${ids[1]}`)];
    expect([noted.metaInfo.createRetryAttempts, other.metaInfo.createRetryAttempts]).toEqual([1, undefined]);
  });

  test('that fail too often end the offer, like failures of the marketplace', async () => {
    outside.answer = () => new Response(null, { status: 503 });
    const id = await merging();
    for (let index = 0; index < 8; index++) await retryNow();
    expect(await jobsOf(id)).toEqual([[merge, 'FAILED', 8]]);
    const { status, metaInfo } = await read(`offer/${id}`);
    expect([status, metaInfo.prettifiedErrorMessages[0]]).toEqual([
      'CREATE_FAILED',
      expect.stringContaining('responded with 503'),
    ]);
  });
});

describe('beside a program of the previous version', () => {
  test('an offer that it enqueued is published after its agreements are merged', async () => {
    const id = await merging();
    await enqueuedByOlder(id);
    await app().drainJobs();
    expect(await jobsOf(id)).toEqual([
      [publish, 'COMPLETED', 1],
      [merge, 'COMPLETED', 1],
      [publish, 'COMPLETED', 1],
    ]);
    const { info } = await read(`offer/${id}`);
    expect(outside.specs.map((spec) => spec.info.eulaUrl)).toEqual([info.eulaUrl]);
    expect(await textAt(info.eulaUrl)).toBe('Text one.\n\nText two.');
  });

  test('an offer that it enqueued and that is cancelled before the merge ends', async () => {
    const id = await merging();
    await enqueuedByOlder(id);
    await cancelFirst(id);
    await app().drainJobs();
    expect(await jobsOf(id)).toEqual([[publish, 'CANCELED', 1]]);
    expect((await read(`offer/${id}`)).status).toBe('CREATE_FAILED');
  });

  test('the older program skips the new jobs, and can run their successors', async () => {
    const id = await merging();
    const claim = () =>
      claimAsBefore(app().app.database, {
        kinds: ['offers.create', 'offers.documents', 'offers.update'],
        limit: 10,
        leaseMs: 60_000,
        leaseToken: 'older',
      });
    expect(await claim()).toEqual([]);
    await app().app.worker.step();
    const claimed = await claim();
    expect(claimed).toMatchObject([{ kind: publish, organization_id: org().id }]);
    const payload = z.object({ offerId: z.string(), again: z.boolean().optional() });
    expect(payload.parse(JSON.parse(String(claimed[0]?.payload)))).toEqual({ offerId: id });
  });
});
