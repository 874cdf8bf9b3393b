import { describe, expect, test } from 'vitest';
import { adopt, busy, custom, merge, openCreationWorld, publish } from '../creation-world.ts';

const { outside, app, org, call, read, create, ...world } = openCreationWorld();
const { retryNow, jobsOf, cancelFirst, enqueuedByOlder, textAt } = world;
let count = 0;

describe('R26 an offer that replaces an offer unknown to us', () => {
  const info = {
    mkCDuration: 12,
    currency: 'USD',
    commits: [{ key: 'fee', rate: 100, length: 1, timeUnit: 'MONTH' }],
  };
  /** Creates an offer that exists only at the marketplace, and returns its name. */
  async function foreign(): Promise<{ name: string; there: string }> {
    const model = await create({ partner: 'MKC', info });
    await app().drainJobs();
    const there = `sbo_${String(++count).padStart(20, '0')}`;
    await app().database.query(
      `INSERT INTO sandbox_offer (organization_id, id, partner, creation_key, state, spec, creation_time, last_update_time)
       SELECT organization_id, $2, partner, 'console', 'ACCEPTED', spec || '{"madeBy":"SELLER","name":"By hand"}',
         creation_time, last_update_time
       FROM sandbox_offer WHERE organization_id = $1`,
      [org().id, there],
    );
    const terms = { externalBuyerId: '123456789012', acceptedAt: new Date(), startTime: new Date() };
    await app().database.query(
      `INSERT INTO sandbox_agreement (organization_id, id, partner, sandbox_offer_id, state, terms, creation_time, last_update_time)
       VALUES ($1, 'sba_console', 'MKC', $2, 'ACTIVE', $3, now(), now())`,
      [org().id, there, JSON.stringify(terms)],
    );
    outside.specs = [];
    const { name } = (await read(`offer/${model}`)).info.mkCPrivateOffer;
    return { name: name.replace(/[^/]+$/, there), there };
  }
  const replacing = (replacedOfferResourceName: string, more: object = {}) => ({
    partner: 'MKC',
    info: { ...info, ...more },
    metaInfo: { isReplacementOffer: true, replacedOfferResourceName },
  });
  /** Creates an offer while the marketplace is unavailable. */
  const createUnasked = async (body: object) => {
    outside.fake.readOfferByName = busy;
    return create(body);
  };
  const adopted = async (there: string) =>
    (await read('offer')).filter(({ externalID }: { externalID: string }) => externalID === there);

  /** Returns the warnings about the look-up, without the warnings about values that the sandbox fills. */
  const lookUpWarnings = ({ metaInfo }: { metaInfo: { warningMessages?: string[] } }) =>
    (metaInfo.warningMessages ?? []).filter((warning) => warning.includes('replacedOfferResourceName'));

  test('adopts it by a job when the marketplace was unavailable, and is then created', async () => {
    const { name, there } = await foreign();
    const id = await createUnasked(replacing(name));
    expect(await jobsOf(id)).toEqual([[adopt, null, 0]]);
    await app().drainJobs();
    expect([await jobsOf(id), await adopted(there)]).toEqual([[[adopt, null, 1]], []]);
    outside.fake = {};
    await retryNow();
    expect(await jobsOf(id)).toEqual([
      [adopt, 'COMPLETED', 2],
      [publish, 'COMPLETED', 1],
    ]);
    expect(await adopted(there)).toMatchObject([{ name: 'By hand', status: 'ACCEPTED' }]);
    expect(outside.specs.map(({ basedOn }) => basedOn)).toEqual([{ offerId: there }]);
    expect(lookUpWarnings(await read(`offer/${id}`))).toEqual([]);
  });

  test('is created with a warning when the marketplace stays unavailable for several attempts, without another look-up', async () => {
    const { name, there } = await foreign();
    const id = await createUnasked(replacing(name));
    outside.fake.createOffer = busy;
    for (let index = 0; index < 5; index++) await retryNow();
    expect(await jobsOf(id)).toEqual([
      [adopt, 'COMPLETED', 5],
      [publish, null, 1],
    ]);
    delete outside.fake.createOffer;
    await retryNow();
    expect((await jobsOf(id))[1]).toEqual([publish, 'COMPLETED', 2]);
    const offer = await read(`offer/${id}`);
    expect(offer.status).toBe('PENDING_ACCEPTANCE');
    expect(lookUpWarnings(offer)).toHaveLength(1);
    expect(await adopted(there)).toEqual([]);
  });

  test('fails with a readable error when the marketplace does not have it either, and can be retried', async () => {
    const { name, there } = await foreign();
    const id = await createUnasked(replacing(name));
    outside.fake.readOfferByName = async () => undefined;
    await app().drainJobs();
    expect(await jobsOf(id)).toEqual([[adopt, 'FAILED', 1]]);
    expect(await read(`offer/${id}`)).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { errorMessages: ['unknown replaced offer'] },
    });
    outside.fake = {};
    await call('POST', `offer/${id}/retry`);
    await app().drainJobs();
    expect((await jobsOf(id)).slice(1)).toEqual([
      [adopt, 'COMPLETED', 1],
      [publish, 'COMPLETED', 1],
    ]);
    expect(await adopted(there)).toHaveLength(1);
  });

  test('with agreements to be merged is created after both jobs', async () => {
    const { name, there } = await foreign();
    const id = await createUnasked(replacing(name, custom));
    outside.fake = {};
    await app().drainJobs();
    expect(await jobsOf(id)).toEqual([
      [adopt, 'COMPLETED', 1],
      [merge, 'COMPLETED', 1],
      [publish, 'COMPLETED', 1],
    ]);
    const [spec] = outside.specs;
    expect(spec?.basedOn).toEqual({ offerId: there });
    expect(await textAt(String(spec?.info.eulaUrl))).toBe('Text one.\n\nText two.');
  });

  test.each([
    [{}, [publish, adopt, publish]],
    [custom, [publish, adopt, merge, publish]],
  ])('that a program of the previous version enqueued is not published before: %o', async (more, kinds) => {
    const { name, there } = await foreign();
    const id = await createUnasked(replacing(name, more));
    await enqueuedByOlder(id);
    outside.fake = {};
    await app().drainJobs();
    expect((await jobsOf(id)).map(([kind]) => kind)).toEqual(kinds);
    expect(await adopted(there)).toHaveLength(1);
    expect(outside.specs).toHaveLength(1);
  });

  test('that is cancelled during the look-up ends', async () => {
    const { name } = await foreign();
    const id = await createUnasked(replacing(name));
    await app().drainJobs();
    await cancelFirst(id);
    await app().drainJobs();
    expect(await jobsOf(id)).toEqual([[adopt, 'CANCELED', 2]]);
    expect([(await read(`offer/${id}`)).status, outside.specs]).toEqual(['CREATE_FAILED', []]);
  });
});
