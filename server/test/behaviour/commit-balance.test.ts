import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { usageOf } from '../usage.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
let usage: ReturnType<typeof usageOf>;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization({ at: '2031-03-10T09:10:00Z' });
  by = entitlementsOf(app, org);
  usage = usageOf(app, org);
});
afterAll(() => app.stop());

/** A commit of 1,000 for a hundred days; only usage above it is charged. */
const sold = (partner: string, more: object = {}) =>
  by.accepted({
    partner,
    info: {
      currency: 'USD',
      isMeteringOverageCommit: true,
      dimensions: [{ key: 'api', name: 'API', rate: 1 }],
      commits: [{ key: 'fee', rate: 1000, length: 100, timeUnit: 'DAY' }],
      ...more,
    },
  });
const play = async (id: string, verb: string, body?: object) => {
  await by.post(`sandbox/entitlement/${id}/${verb}`, body);
  await app.drainJobs();
};
const now = async () => Date.parse((await by.get('sandbox/clock')).time);
const report = async (entitlementId: string, quantity: number | string, ago = 0) =>
  usage.report([
    { entitlementId, at: new Date((await now()) - ago * day), records: { api: String(quantity) } },
  ]);
const use = async (entitlementId: string, quantity: number | string, ago = 0) => {
  await report(entitlementId, quantity, ago);
  await usage.run();
};
type Term = { commitAmount: number; usedCommitAmount: number; startTime: string };
/** Returns the commit and its consumed amount for each term. */
const terms = async (id: string) =>
  ((await by.terms(id)) as Term[])
    .sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))
    .map(({ commitAmount, usedCommitAmount }) => [commitAmount, usedCommitAmount]);
const charged = async () =>
  (await usage.lines()).reduce((total, { quantity }) => total + Number(quantity), 0);
const nothingWrong = async () => expect(await usage.act(verifyUsage)).toEqual([]);

describe('R48 R61 a sale has one commit balance for its duration', () => {
  test('a term that is ended early keeps its consumed amount, and the next terms get the rest', async () => {
    const { id } = await sold('MKA');
    await use(id, 400);
    await by.advance(10 * day);
    await play(id, 'changePlan', { planId: 'silver' });
    await use(id, 350);
    await by.advance(10 * day);
    await play(id, 'changePlan', { planId: 'gold' });
    await use(id, 300);
    // Of 1,050 units, 50 are above the commit.
    expect(await terms(id)).toEqual([
      [400, 400],
      [350, 350],
      [250, 250],
    ]);
    expect(await charged()).toBe(50);
    await nothingWrong();
  });

  test('with a dearer plan the next term adds the difference in price; with a cheaper plan it is never below zero', async () => {
    const [dearer, cheaper] = [await sold('MKB'), await sold('MKA')];
    for (const { id } of [dearer, cheaper]) await use(id, 600);
    await by.advance(50 * day);
    await play(dearer.id, 'changePlan', { planId: 'gold', amount: 2000 });
    await play(cheaper.id, 'changePlan', { planId: 'bronze', amount: 100 });
    // Of 500 for 50 days of the first plan and 1,000 or 50 for 50 days of the second, 600 are consumed.
    expect(await terms(dearer.id)).toEqual([
      [600, 600],
      [900, 0],
    ]);
    expect(await terms(cheaper.id)).toEqual([
      [600, 600],
      [0, 0],
    ]);
    await nothingWrong();
  });

  test('late usage of a term that was ended early consumes the amount that passed to the next term', async () => {
    const { id } = await sold('MKA');
    await use(id, 100);
    await by.advance(10 * day);
    await play(id, 'changePlan', { planId: 'silver' });
    await by.advance(2 * day);
    await use(id, 850);
    expect(await terms(id)).toEqual([
      [100, 100],
      [900, 850],
    ]);
    await use(id, 80.5, 5);
    expect(await charged()).toBe(30);
    // Term amounts are in whole currency units. Of the 150 consumed, 100 are the term's own and 50 were
    // carried over.
    expect(await terms(id)).toEqual([
      [150, 150],
      [850, 850],
    ]);
    await nothingWrong();
  });

  test('usage that is pending at the cancellation of its sale is covered as if it had been settled before', async () => {
    const { id } = await sold('MKE');
    await use(id, 100.004);
    await report(id, 150);
    await play(id, 'cancel');
    await app.drainJobs();
    expect(await terms(id)).toEqual([[250.01, 250.004]]);
    expect(await charged()).toBe(0);
    await nothingWrong();
  });

  test('a renewal has a commit of its own', async () => {
    const { id } = await sold('MKA', { autoRenew: true });
    await use(id, 1000);
    await by.advance(50 * day);
    await play(id, 'renew');
    await play(id, 'changePlan', { planId: 'silver' });
    await by.advance(51 * day);
    await use(id, 700);
    expect(await terms(id)).toEqual([
      [1000, 1000],
      [0, 0],
      [1000, 700],
    ]);
    await nothingWrong();
  });

  test('acceptance of another offer adds its amount, less the amount already consumed of the following days', async () => {
    const { id, externalID: baseAgreementId } = await sold('MKA');
    await use(id, 500);
    await by.advance(20 * day);
    await by.accepted({
      partner: 'MKA',
      metaInfo: { isAgreementBasedOffer: true, baseAgreementId },
      info: { currency: 'USD', commits: [{ key: 'fee', rate: 3000, length: 200, timeUnit: 'DAY' }] },
    });
    expect(await terms(id)).toEqual([
      [500, 500],
      [2700, 0],
    ]);
    await nothingWrong();
  });
});

describe('R46 R48 a divided commit', () => {
  const divide = async (id: string, parts: number, commitAmount?: number) => {
    const [{ startTime }] = (await by.terms(id)) as [Term];
    const startDates = Array.from({ length: parts }, (_, index) =>
      new Date(Date.parse(startTime) + index * 10 * day).toISOString(),
    );
    return by.call('POST', `entitlement/${id}/divideCommit`, { startDates, commitAmount });
  };

  test('consists of the unconsumed amount', async () => {
    const { id } = await sold('MKA');
    await use(id, 400);
    const refused = await divide(id, 2, 601);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/commitAmount']);
    expect((await divide(id, 2, 600)).status).toBe(200);
    await use(id, 400);
    expect(await terms(id)).toEqual(
      expect.arrayContaining([
        [1000, 400],
        [300, 300],
        [300, 0],
      ]),
    );
    expect(await charged()).toBe(100);
    await nothingWrong();
  });

  test('is not possible once the commit is used up', async () => {
    const { id } = await sold('MKA');
    await use(id, 1000);
    expect((await divide(id, 2)).text).toContain('no commit left to divide');
  });

  test('counts as consumed by its parts when the term is ended early, also as credit', async () => {
    const [asCommit, asCredit] = [await sold('MKA'), await sold('MKA')];
    expect((await divide(asCommit.id, 2, 800)).status).toBe(200);
    expect((await divide(asCredit.id, 2)).status).toBe(200);
    for (const { id } of [asCommit, asCredit]) {
      await use(id, 300);
      await by.advance(5 * day);
      await play(id, 'changePlan', { planId: 'silver' });
      const commits = (await by.terms(id)).filter(
        ({ info }: { info: { type: string } }) => info.type !== 'DivideCommit',
      );
      expect(commits.map((term: Term) => term.commitAmount)).toEqual([300, 700]);
    }
    await nothingWrong();
  });
});

test('R48 a term that an older program ended early regains its consumed amount once usage is settled', async () => {
  const { id } = await sold('MKB');
  await use(id, 500);
  await by.advance(10 * day);
  await play(id, 'changePlan', { planId: 'silver' });
  const write = (commit: number, place: number) =>
    app.database.query(
      `UPDATE entitlement_term SET commit_amount = $3 WHERE organization_id = $1 AND id = (
         SELECT id FROM entitlement_term WHERE organization_id = $1 AND entitlement_id = $2
         ORDER BY start_time, id OFFSET $4 LIMIT 1)`,
      [org.id, id, commit, place],
    );
  // The amounts are prorated by days only.
  await write(100, 0);
  await write(900, 1);
  const found = await usage.act(verifyUsage);
  expect(found).toMatchObject([
    { check: 'no term consumes more than its commit', expected: '100', found: '500' },
  ]);
  await use(id, 1);
  expect(await terms(id)).toEqual([
    [500, 500],
    [500, 1],
  ]);
  await nothingWrong();
});
