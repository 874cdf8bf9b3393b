import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { waitingForLocks } from '../locks.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
});
const now = Date.parse('2026-11-28T12:00:00Z');
beforeEach(async () => {
  org = await app.organization({ at: new Date(now).toISOString() });
});
afterAll(() => app.stop());

const day = 86_400_000;
const get = async (path: string) =>
  (await app.request('GET', `/org/${org.id}/${path}`, { token: org.token })).body;
const post = (path: string, body?: unknown, token = org.token) =>
  app.request('POST', `/org/${org.id}/${path}`, { token, ...(body === undefined ? {} : { body }) });
const publish = async (body: object): Promise<string> => {
  const reply = await post('offer', { name: 'Sold', ...body });
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  return reply.body.id;
};
const accept = async (id: string, body?: object) => {
  const reply = await post(`sandbox/offer/${id}/accept`, body);
  expect(reply.status, reply.text).toBe(200);
  await app.drainJobs();
  const [entitlement] = await get(`entitlement?offerId=${id}`);
  return entitlement;
};
const termsOf = async ({ id }: { id: string }) =>
  (await get(`entitlement/${id}/entitlementTerm`)).filter(
    (term: { info: { type: string } }) => term.info.type !== 'DivideCommit',
  );
const statusOf = async (id: string) => (await get(`offer/${id}`)).status;
const advance = (ms: number) =>
  app.database.query(
    'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
    [org.id, ms],
  );
const yearLater = (time: string) => {
  const date = new Date(time);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString();
};
const pointers = ({ body }: { body: { errors?: { pointer: string }[] } }) =>
  body.errors?.map(({ pointer }) => pointer);

const commits = (rate: number) => [{ key: 'fee', rate, length: 1, timeUnit: 'MONTH' }];
const info = { mkCDuration: 12, currency: 'USD', commits: commits(100) };
const nameOf = async (id: string) => (await get(`offer/${id}`)).info.mkCPrivateOffer.name as string;
const instead = (replacedOfferResourceName: string, more: object = {}) => ({
  partner: 'MKC',
  name: `Instead of ${replacedOfferResourceName}`,
  info: { ...info, commits: commits(200) },
  metaInfo: { isReplacementOffer: true, replacedOfferResourceName, ...more },
});
const field = '/metaInfo/replacedOfferResourceName';
/** Returns the findings about records that an offer names. */
const lookUps = (findings: readonly { source: string }[]) =>
  findings.filter(({ source }) => source === 'REFERENCES');

describe('R26 an offer on marketplace C that replaces another', () => {
  test('continues the same entitlement by a new term, and the replaced offer is USED', async () => {
    const first = await publish({ partner: 'MKC', info });
    const before = await accept(first);
    const second = await publish(instead(await nameOf(first)));
    expect((await get(`entitlement/${before.id}`)).offerID).toBe(first);
    const after = await accept(second, { buyerAccountId: before.externalBuyerID });
    expect(after).toMatchObject({
      id: before.id,
      externalID: before.externalID,
      buyerID: before.buyerID,
      status: 'ACTIVE',
      startTime: before.startTime,
      offerID: second,
      info: { commits: [{ rate: 200 }] },
    });
    expect(await get('entitlement')).toHaveLength(1);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['USED', 'ACCEPTED']);
    const [signup, renewal] = await termsOf(after);
    expect([signup.info.type, renewal.info.type]).toEqual(['Signup', 'ManualRenew']);
    expect([renewal.startTime, renewal.offerID, renewal.commitAmount]).toEqual([
      signup.endTime,
      second,
      2400,
    ]);
    expect([after.endTime, renewal.endTime]).toEqual([
      yearLater(renewal.startTime),
      yearLater(renewal.startTime),
    ]);
    const { rows } = await app.database.query(
      'SELECT action FROM event WHERE entity_id = $1 AND change = $2',
      [before.id, 'RENEW'],
    );
    expect(rows).toEqual([{ action: 'UPDATE' }]);
    // The replaced offer is USED and cannot be replaced again.
    const again = await post('offer', { ...instead(await nameOf(first)), name: 'Again' });
    expect([again.status, pointers(again)]).toEqual([400, [field]]);
    // The replacing offer can be replaced in turn.
    const third = await accept(await publish(instead(await nameOf(second))));
    expect([third.id, await statusOf(second)]).toEqual([before.id, 'USED']);
  });

  test('cannot be accepted once a simultaneous replacement took its agreement over', async () => {
    const first = await publish({ partner: 'MKC', info });
    const { id } = await accept(first);
    const name = await nameOf(first);
    const [second, third] = [
      await publish(instead(name)),
      await publish({ ...instead(name), name: 'Other' }),
    ];
    const [from, to] = [(await get(`offer/${first}`)).externalID, (await get(`offer/${second}`)).externalID];
    const holder = new pg.Client({ connectionString: app.database.connectionString });
    await holder.connect();
    try {
      // The second acceptance changes the agreement while the third acceptance waits for its lock.
      await holder.query('BEGIN; SET LOCAL ROLE tradepost_system');
      const { rowCount } = await holder.query(
        'UPDATE sandbox_agreement SET sandbox_offer_id = $3 WHERE organization_id = $1 AND sandbox_offer_id = $2',
        [org.id, from, to],
      );
      expect(rowCount).toBe(1);
      const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
      const late = post(`sandbox/offer/${third}/accept`);
      await waitingForLocks(app.database, rows[0].pid, 1);
      await holder.query('COMMIT');
      expect((await late).status).toBe(409);
    } finally {
      await holder.end();
    }
    await app.drainJobs();
    expect((await get(`entitlement/${id}`)).offerID).not.toBe(third);
    expect(await statusOf(third)).toBe('PENDING_ACCEPTANCE');
  });

  test('counts the months of its renewals from its beginning: a start on the 31st keeps that day', async () => {
    const by = entitlementsOf(app, await app.organization());
    const year = new Date().getUTCFullYear() + 2;
    const to = async (date: string) => {
      await by.post('sandbox/clock', { to: `${year}-${date}T12:00:00.000Z` });
      await app.drainJobs();
    };
    await to('01-15');
    const monthly = { ...info, mkCDuration: 1, autoRenew: true };
    const sold = await by.accepted({ partner: 'MKC', info: monthly });
    await to('01-31');
    const { name } = (await by.get(`offer/${sold.offerID}`)).info.mkCPrivateOffer;
    const metaInfo = { isReplacementOffer: true, replacedOfferResourceName: name };
    await by.accepted({ partner: 'MKC', info: monthly, metaInfo });
    await to('03-15');
    const { endTime } = await by.entitlement(sold.id);
    expect(endTime.slice(0, 10)).toBe(`${year}-03-31`);
  });

  test('takes effect after the seller’s approval, for its full duration', async () => {
    const [first, other] = [
      await publish({ partner: 'MKC', info }),
      await publish({ partner: 'MKC', info, name: 'Other' }),
    ];
    const [before, unrelated] = [await accept(first), await accept(other)];
    const [second, late] = [
      await publish(instead(await nameOf(first))),
      await publish({ ...instead(await nameOf(first)), name: 'Late' }),
    ];
    expect(await accept(second, { approve: false })).toBeUndefined();
    const refused = await post(`sandbox/offer/${late}/accept`);
    expect([refused.status, refused.body.code]).toEqual([409, 'offer_not_acceptable']);
    expect(await statusOf(second)).toBe('ACCEPTED');
    const waiting = await get(`entitlement/${before.id}`);
    expect(waiting).toMatchObject({ status: 'ACTIVE', offerID: first, endTime: before.endTime });
    expect(await termsOf(before)).toHaveLength(1);

    await advance(10 * day);
    expect((await post(`entitlement/${before.id}/approve`)).status).toBe(200);
    await app.drainJobs();
    const after = await get(`entitlement/${before.id}`);
    const [signup, renewal] = await termsOf(before);
    expect(after).toMatchObject({ status: 'ACTIVE', offerID: second, endTime: yearLater(renewal.startTime) });
    expect(Date.parse(renewal.startTime) - Date.parse(signup.startTime)).toBeGreaterThanOrEqual(10 * day);
    expect(renewal.startTime).toBe(signup.endTime);
    expect(await statusOf(first)).toBe('USED');
    expect((await get(`entitlement/${unrelated.id}`)).endTime).toBe(unrelated.endTime);
  });

  test('takes effect at its given time, and at the latest at the end of the agreement', async () => {
    const sold = (name: string) => publish({ partner: 'MKC', name, info: { ...info, autoRenew: true } });
    const [first, other] = [await sold('First'), await sold('Other')];
    const [before, longer] = [await accept(first), await accept(other)];
    const at = new Date(now + 100 * day).toISOString();
    const offer = instead(await nameOf(first), { replacedOfferEndTime: at.replace('Z', '+00:00') });
    const second = await publish(offer);
    const { metaInfo, info: shown } = await get(`offer/${second}`);
    expect(metaInfo.replacedOfferEndTime).toBe(at);
    expect(shown.mkCPrivateOffer.replacementMetadata).toEqual({
      replacedOffer: offer.metaInfo.replacedOfferResourceName,
      replacedOfferEndTime: at,
    });
    const end = new Date(now + 4000 * day).toISOString();
    const last = await publish(instead(await nameOf(other), { replacedOfferEndTime: end }));
    for (const id of [second, last]) await accept(id);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['USED', 'ACCEPTED']);
    for (const known of [before, longer])
      expect(await get(`entitlement/${known.id}`)).toMatchObject({
        status: 'ACTIVE',
        offerID: known.offerID,
        endTime: known.endTime,
      });
    await advance(101 * day);
    await app.drainJobs();
    expect(await get(`entitlement/${before.id}`)).toMatchObject({
      status: 'ACTIVE',
      offerID: second,
      endTime: yearLater(at),
    });
    const [ran, follows] = await termsOf(before);
    expect([ran.endTime, follows.startTime]).toEqual([at, at]);
    // R48: 1200 for 365 days, prorated for a hundred days, and the new amount from then on.
    expect([ran.commitAmount, follows.commitAmount]).toEqual([328.77, 2400]);
    expect((await get(`entitlement/${longer.id}`)).offerID).toBe(other);
    await advance(266 * day);
    await app.drainJobs();
    expect(await get(`entitlement/${longer.id}`)).toMatchObject({
      status: 'ACTIVE',
      offerID: last,
      endTime: yearLater(longer.endTime),
    });
    expect((await termsOf(longer)).map(({ startTime }: { startTime: string }) => startTime)).toEqual([
      longer.startTime,
      longer.endTime,
    ]);
  });

  test('with a past time takes effect immediately; an invalid time is refused', async () => {
    const first = await publish({ partner: 'MKC', info });
    const before = await accept(first);
    const name = await nameOf(first);
    const wrong = await post('offer', instead(name, { replacedOfferEndTime: 'soon' }));
    expect([wrong.status, pointers(wrong)]).toEqual([400, ['/metaInfo/replacedOfferEndTime']]);
    const after = await accept(await publish(instead(name, { replacedOfferEndTime: '2001-01-01' })));
    expect([after.id, after.status]).toEqual([before.id, 'ACTIVE']);
    expect(await termsOf(after)).toHaveLength(2);
  });

  test('must name an accepted offer; an offer unknown to us and the marketplace is refused', async () => {
    const open = await publish({ partner: 'MKC', info });
    const name = await nameOf(open);
    const counted = (await get('offer')).length;
    for (const unknown of [name, `${name}0`, name.replace('services/', 'services/x')]) {
      const refused = await post('offer', instead(unknown));
      expect([refused.status, pointers(refused)]).toEqual([400, [field]]);
      const { valid, findings } = (await post('offer/validate', instead(unknown))).body;
      expect([valid, lookUps(findings)]).toEqual([
        false,
        [expect.objectContaining({ source: 'REFERENCES', severity: 'ERROR', pointer: field })],
      ]);
    }
    expect(await get('offer')).toHaveLength(counted);
    const draft = await post('draftOffer', instead(`${name}0`));
    const submitted = await post('offer', { id: draft.body.id });
    expect([submitted.status, pointers(submitted)]).toEqual([400, [field]]);
    expect(await statusOf(draft.body.id)).toBe('DRAFT');
    // A plan for resellers is validated by its format; other partners do not support replacements.
    const plan = { replacedResellerPrivateOfferPlan: 'resellerPrivateOfferPlans/1' };
    const byPlan = { partner: 'MKC', info, metaInfo: { isReplacementOffer: true, ...plan } };
    expect((await accept(await publish(byPlan))).status).toBe('ACTIVE');
    const elsewhere = await accept(await publish({ ...instead(`${name}0`), partner: 'MKA' }));
    expect((await termsOf(elsewhere)).map((term: { info: object }) => term.info)).toEqual([
      expect.objectContaining({ type: 'Signup' }),
    ]);
  });

  test('returns its first response again when the replaced offer is deleted, and cannot name another later', async () => {
    const first = await publish({ partner: 'MKC', info });
    const before = await accept(first);
    const body = instead(await nameOf(first));
    const made = await post('offer', body);
    await post(`sandbox/entitlement/${before.id}/cancel`);
    await app.database.query(`UPDATE offer SET external_id = 'gone' WHERE id = $1`, [first]);
    await app.database.query(`DELETE FROM sandbox_agreement WHERE organization_id = $1`, [org.id]);
    await app.database.query(`UPDATE sandbox_offer SET partner = 'MKB' WHERE organization_id = $1`, [org.id]);
    const again = await post('offer', body);
    expect([again.status, again.body.id, again.headers.get('x-deduplicated')]).toEqual([
      200,
      made.body.id,
      'true',
    ]);
    expect((await post('offer', { ...body, name: 'Other' })).status).toBe(400);
    await app.drainJobs();
    const { status, metaInfo } = await get(`offer/${made.body.id}`);
    expect([status, metaInfo.errorMessages]).toEqual(['CREATE_FAILED', ['unknown replaced offer']]);
  });

  test('with a marketplace that stays unavailable for several attempts is created with a warning', async () => {
    const first = await publish({ partner: 'MKC', info });
    const before = await accept(first);
    const name = await nameOf(first);
    await app.database.query(`UPDATE offer SET external_id = 'gone' WHERE id = $1`, [first]);
    await post('sandbox/fault', { partner: 'MKC', kind: 'RATE_LIMIT', count: 7 });
    const { valid, findings } = (await post('offer/validate', instead(name))).body;
    expect([valid, lookUps(findings)]).toEqual([
      true,
      [expect.objectContaining({ source: 'REFERENCES', severity: 'WARNING', pointer: field })],
    ]);
    const second = await publish(instead(name));
    for (let tries = 1; tries < 5; tries++) {
      expect(await statusOf(second)).toBe('PENDING_CREATE');
      await app.database.query(`UPDATE job SET ready_at = now() WHERE kind = 'offers.adoptReplaced'`);
      await app.drainJobs();
    }
    const { status, metaInfo } = await get(`offer/${second}`);
    expect(status).toBe('PENDING_ACCEPTANCE');
    expect(metaInfo.warningMessages).toContainEqual(expect.stringContaining('replacedOfferResourceName'));
    expect((await accept(second)).id).toBe(before.id);
  });

  test('may name an offer that the seller created at the marketplace: it is stored with its agreement', async () => {
    const model = await publish({ partner: 'MKC', info });
    const there = `sbo_${'0'.repeat(20)}`;
    await app.database.query(
      `INSERT INTO sandbox_offer (organization_id, id, partner, creation_key, state, spec, creation_time, last_update_time)
       SELECT organization_id, $2, partner, 'console', 'ACCEPTED', spec || '{"madeBy":"SELLER","name":"By hand"}',
         creation_time, last_update_time
       FROM sandbox_offer WHERE organization_id = $1`,
      [org.id, there],
    );
    const terms = { externalBuyerId: '123456789012', acceptedAt: new Date(now), startTime: new Date(now) };
    await app.database.query(
      `INSERT INTO sandbox_agreement (organization_id, id, partner, sandbox_offer_id, state, terms, creation_time, last_update_time)
       VALUES ($1, 'sba_console', 'MKC', $2, 'ACTIVE', $3, now(), now())`,
      [org.id, there, JSON.stringify(terms)],
    );
    const name = (await nameOf(model)).replace(/[^/]+$/, there);
    expect((await post('offer/validate', instead(name))).body).toMatchObject({ valid: true });
    expect(await get(`offer/external/${there}`)).not.toMatchObject({ externalID: there });
    const replies = await Promise.all(
      [1, 2, 3].map((n) => post('offer', { ...instead(name), name: `${n}` })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await app.drainJobs();
    const kept = (await get('offer')).filter(
      ({ externalID }: { externalID: string }) => externalID === there,
    );
    expect(kept).toEqual([
      expect.objectContaining({
        name: 'By hand',
        status: 'ACCEPTED',
        partner: 'MKC',
        metaInfo: expect.objectContaining({ createdBySource: 'SYNC' }),
      }),
    ]);
    const [before] = await get(`entitlement?offerId=${kept[0].id}`);
    expect(before).toMatchObject({ externalID: 'sba_console', status: 'ACTIVE' });
    const events = await app.database.query(`SELECT action FROM event WHERE entity_id = $1`, [kept[0].id]);
    expect(events.rows.map(({ action }) => action)).not.toContain('ABNORMAL_ALERT');
    const after = await accept(replies[0]?.body.id);
    expect([after.id, await statusOf(kept[0].id)]).toEqual([before.id, 'USED']);
  });
});
