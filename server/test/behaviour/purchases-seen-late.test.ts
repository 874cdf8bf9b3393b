import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgreementSnapshot } from '../../src/marketplaces/index.ts';
import { withoutLink } from '../entitlements.fixture.ts';
import { LandingWorld, type Seller, soldOn } from '../landing-world.ts';

const world = new LandingWorld();
let seller: Seller;
beforeAll(() => world.start());
beforeEach(async () => {
  seller = await world.seller();
  await world.offer(
    seller,
    {
      name: 'Listed',
      offerType: 'DEFAULT',
      info: { commits: [{ key: 'a', rate: 120, length: 12, timeUnit: 'MONTH' }] },
    },
    'ACTIVE',
  );
});
afterAll(() => world.app.stop());

const comes = async (more: object = {}) => {
  seller.shop.purchases.set('one', { externalBuyerId: 'buyer-1', externalProductId: 'prod-1', ...more });
  const { id, status } = await world.land(seller, 'one');
  expect(status).toBe(303);
  return id as string;
};
const deal = (info: object = {}, more: object = {}) =>
  world.offer(
    seller,
    {
      name: 'Deal',
      offerType: 'PRIVATE',
      info: {
        commits: [{ key: 'b', rate: 900, length: 24, timeUnit: 'MONTH' }],
        sellerNotes: 'n',
        gracePeriodInDays: 5,
        ...info,
      },
      ...more,
    },
    'PENDING_ACCEPTANCE',
  );
const seen = (offerId?: string, more: Partial<AgreementSnapshot> = {}) =>
  world.show(
    seller,
    soldOn('agr-1', {
      ...(offerId ? { externalOfferId: `x-${offerId}` } : {}),
      endTime: '2027-11-01T00:00:00Z',
      ...more,
    }),
  );
const entitlement = (id: string) => world.get(seller, `entitlement/${id}`);
const terms = (id: string) => world.get(seller, `entitlement/${id}/entitlementTerm`);
const post = async (path: string, body: object) => {
  const reply = await world.app.request('POST', `/org/${seller.id}/${path}`, { token: seller.token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

describe('R47 an entitlement that was created when its buyer arrived', () => {
  test('becomes that of the agreement when it is read: the same id, a corrected term, and an UPDATE', async () => {
    const id = await comes();
    const [before] = await terms(id);
    expect(await entitlement(id)).toMatchObject({
      name: 'Listed',
      type: 'DEFAULT',
      info: { commitAmount: 120 },
    });
    const offerId = await deal();
    await seen(offerId);
    const after = await entitlement(id);
    expect(after).toMatchObject({
      id,
      status: 'ACTIVE',
      name: 'Deal',
      type: 'PRIVATE',
      offerID: offerId,
      externalID: 'agr-1',
      externalStatus: 'Active',
      entitlementTermID: before.id,
      startTime: '2026-11-01T00:00:00.000Z',
      endTime: '2028-11-01T00:00:00.000Z',
      info: { commitAmount: 900, gracePeriodInDays: 5, commits: [{ key: 'b' }] },
    });
    expect(await terms(id)).toMatchObject([
      {
        id: before.id,
        offerID: offerId,
        externalEntitlementID: 'agr-1',
        commitAmount: 900,
        startTime: '2026-11-01T00:00:00.000Z',
        endTime: '2028-11-01T00:00:00.000Z',
        info: { type: 'Signup' },
      },
    ]);
    expect(await world.events(seller, 'ENTITLEMENT', id)).toEqual(['CREATE', 'UPDATE']);
    expect(await world.events(seller, 'ENTITLEMENT_TERM')).toEqual(['CREATE', 'UPDATE']);
    expect(await world.get(seller, `offer/${offerId}`)).toMatchObject({
      status: 'ACCEPTED',
      buyerID: after.buyerID,
    });
    expect(await world.get(seller, 'entitlement')).toHaveLength(1);
  });

  test('equals the entitlement that an agreement read first would have created', async () => {
    const offerId = await deal();
    const id = await comes();
    await seen(offerId);
    const other = await world.seller();
    const late = seller;
    seller = other;
    const otherOffer = await deal();
    await seen(otherOffer);
    const [first] = await world.get(other, 'entitlement');
    const [firstTerm] = await world.get(other, `entitlement/${first.id}/entitlementTerm`);
    seller = late;
    const own = [
      'id',
      'organizationID',
      'offerID',
      'productID',
      'buyerID',
      'entitlementTermID',
      'creationTime',
      'lastUpdateTime',
    ];
    const ofTerm = [...own, 'entitlementID', 'creationTime'];
    const without = (record: object, names: string[]) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
    expect(without(withoutLink(await entitlement(id)), own)).toEqual(without(withoutLink(first), own));
    expect(without((await terms(id))[0], ofTerm)).toEqual(without(firstTerm, ofTerm));
  });

  test('stays unchanged when the agreement is read again and its buyer returns', async () => {
    const id = await comes();
    const offerId = await deal();
    await seen(offerId);
    const [after, [term]] = [await entitlement(id), await terms(id)];
    await seen(offerId);
    expect(await comes()).toBe(id);
    expect([await entitlement(id), await terms(id)]).toEqual([after, [term]]);
  });

  test('keeps the default offer when the agreement is on an unknown offer', async () => {
    const id = await comes();
    await seen(undefined, { endTime: undefined });
    expect(await entitlement(id)).toMatchObject({
      name: 'Listed',
      type: 'DEFAULT',
      externalID: 'agr-1',
      endTime: '2027-11-01T00:00:00.000Z',
    });
  });

  test('keeps the seller’s fields and name', async () => {
    const id = await comes();
    const patched = await world.app.request('PATCH', `/org/${seller.id}/entitlement/${id}/metaInfo`, {
      token: seller.token,
      body: { internalNote: 'call Ann', customMetaInfo: { tenant: 't1' } },
    });
    expect(patched.status, patched.text).toBe(200);
    await world.app.database.query(`UPDATE entitlement SET name = 'Ours' WHERE id = $1`, [id]);
    await seen(await deal());
    expect(await entitlement(id)).toMatchObject({
      name: 'Ours',
      metaInfo: { internalNote: 'call Ann', customMetaInfo: { tenant: 't1' } },
      info: { commitAmount: 900 },
    });
  });

  test('waits for its start when the agreement begins later', async () => {
    const id = await comes();
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await seen(await deal(), { startTime: soon });
    expect(await entitlement(id)).toMatchObject({ status: 'PENDING_START', startTime: soon });
    const { rows } = await world.app.database.query(
      `SELECT due_at FROM job WHERE kind = 'entitlements.start' AND payload ->> 'entitlementId' = $1`,
      [id],
    );
    expect(rows).toEqual([{ due_at: new Date(soon) }]);
  });

  test.each([
    ['is suspended', 'SUSPENDED', ['CREATE', 'UPDATE', 'SUSPEND']],
    ['is to end', 'PENDING_CANCEL', ['CREATE', 'UPDATE', 'PENDING_CANCEL']],
  ] as const)('follows the agreement that %s', async (_, status, actions) => {
    const id = await comes();
    await seen(await deal(), { status });
    expect((await entitlement(id)).status).toBe(status);
    expect(await world.events(seller, 'ENTITLEMENT', id)).toEqual(actions);
  });

  test('is not linked to an agreement that is over, on another product, or of another buyer', async () => {
    const id = await comes();
    await world.show(seller, soldOn('old', { status: 'CANCELLED' }));
    await world.show(seller, soldOn('elsewhere', { externalProductId: 'prod-2' }));
    await world.show(seller, soldOn('others', { externalBuyerId: 'buyer-2' }));
    expect(await entitlement(id)).not.toHaveProperty('externalID');
    await seen();
    expect((await entitlement(id)).externalID).toBe('agr-1');
    expect(await world.get(seller, 'entitlement')).toHaveLength(4);
  });

  test('that was ended before stays ended: the agreement creates another entitlement', async () => {
    const id = await comes();
    await world.app.database.query(`UPDATE entitlement SET status = 'CANCELLED' WHERE id = $1`, [id]);
    await seen();
    expect((await entitlement(id)).status).toBe('CANCELLED');
    expect(await world.get(seller, 'entitlement')).toHaveLength(2);
    expect(await comes()).not.toBe(id);
  });

  test('with several terms continues by the agreement from now on', async () => {
    const id = await comes();
    const [term] = await terms(id);
    await world.app.database.query(
      `INSERT INTO entitlement_term (organization_id, id, entitlement_id, info, entitlement_info, commit_amount, start_time,
         end_time, creation_time, last_update_time)
       SELECT organization_id, 'trm_later', entitlement_id, '{"type":"ManualRenew"}', entitlement_info, 120, end_time,
         end_time + interval '1 year', now(), now() FROM entitlement_term WHERE id = $1`,
      [term.id],
    );
    await seen(await deal());
    expect(await entitlement(id)).toMatchObject({
      externalID: 'agr-1',
      type: 'PRIVATE',
      info: { commitAmount: 900 },
    });
    expect((await terms(id)).map(({ info }: { info: { type: string } }) => info.type)).toEqual([
      'Signup',
      'PlanChange',
    ]);
  });

  test('is one ABNORMAL_ALERT when its agreement is not read within a day', async () => {
    const day = async () => {
      await world.app.database.query(
        `UPDATE job SET ready_at = clock_timestamp(), due_at = due_at - interval '1 day' WHERE kind = 'entitlements.awaitAgreement'
           AND organization_id = $1 AND finished_at IS NULL AND due_at < clock_timestamp() + interval '25 hours'`,
        [seller.id],
      );
      await world.app.drainJobs();
    };
    const id = await comes();
    await comes();
    world.app.expectAbnormalAlert(id);
    expect(await world.events(seller, 'ENTITLEMENT', id)).toEqual(['CREATE']);
    for (const _ of [1, 2]) await day();
    expect(await world.events(seller, 'ENTITLEMENT', id)).toEqual(['CREATE', 'ABNORMAL_ALERT']);
    const { rows } = await world.app.database.query(
      `SELECT change FROM event WHERE entity_id = $1 AND action = 'ABNORMAL_ALERT'`,
      [id],
    );
    expect(rows).toEqual([{ change: 'AGREEMENT_MISSING' }]);
    // The agreement is linked once it is read.
    await seen();
    expect((await entitlement(id)).externalID).toBe('agr-1');
  });

  test('raises no alert when its agreement was read', async () => {
    const id = await comes();
    await seen();
    await world.app.database.query(
      `UPDATE job SET ready_at = clock_timestamp(), due_at = clock_timestamp() WHERE kind = 'entitlements.awaitAgreement'`,
    );
    await world.app.drainJobs();
    expect(await world.events(seller, 'ENTITLEMENT', id)).not.toContain('ABNORMAL_ALERT');
  });

  test('passes to the buyer named by the offer', async () => {
    const id = await comes();
    const named = (await post('buyer', { name: 'Named' })).id;
    await seen(await deal({}, { buyerID: named }));
    expect((await entitlement(id)).buyerID).toBe(named);
    expect((await terms(id))[0].buyerID).toBe(named);
  });

  test('is created once when its buyer and its agreement arrive simultaneously', async () => {
    for (let round = 0; round < 12; round++) {
      const [token, externalBuyerId, id] = [`t${round}`, `racer-${round}`, `race-${round}`];
      const offerId = await deal();
      seller.shop.purchases.set(token, {
        externalBuyerId,
        externalProductId: 'prod-1',
        ...(round % 3 === 0 ? { externalAgreementId: id } : {}),
      });
      const agreement = soldOn(id, { externalBuyerId, externalOfferId: `x-${offerId}` });
      await Promise.all([
        world.show(seller, agreement),
        world.land(seller, token),
        world.show(seller, agreement),
        world.land(seller, token),
      ]);
      const landed = await world.land(seller, token);
      const all = (await world.get(seller, 'entitlement')).filter(
        (one: { externalBuyerID: string }) => one.externalBuyerID === externalBuyerId,
      );
      expect(all).toMatchObject([{ id: landed.id, externalID: id, offerID: offerId, type: 'PRIVATE' }]);
    }
  });
});
