import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OfferStatus } from '../../src/offers/records.ts';
import { offerOperations } from '../../src/offers/states.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/org/${org.id}${path}`, { token: org.token, ...(body === undefined ? {} : { body }) });
const good = async (method: string, path: string, body?: unknown) => {
  const reply = await call(method, path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const read = (id: string) => good('GET', `/offer/${id}`);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const created = async (partner: string | undefined, days: number) => {
  const { id } = await good('POST', '/offer', { partner, name: `Ends ${partner}`, expireTime: inDays(days) });
  await app.drainJobs();
  return id as string;
};
/** Advances the organization’s clock. */
const pass = async (days: number) => {
  await app.database.query(
    'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
    [org.id, days * 86_400_000],
  );
  await app.drainJobs();
};
const events = async (id: string) =>
  (
    await app.database.query('SELECT action FROM event WHERE entity_id = $1 ORDER BY sequence', [id])
  ).rows.map(({ action }) => action as string);

describe('an offer that is not accepted in time', () => {
  test.each(['MKA', 'MKC', undefined])(
    'at %s expires automatically at its time, with an event',
    async (partner) => {
      const info = partner === 'MKC' ? { mkCDuration: 12 } : {};
      const { id } = await good('POST', '/offer', { partner, info, expireTime: inDays(10) });
      await app.drainJobs();
      expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
      await pass(11);
      expect((await read(id)).status).toBe('EXPIRED');
      expect((await events(id)).at(-1)).toBe('EXPIRE');
      await good('DELETE', `/offer/${id}`);
    },
  );

  test('that was extended expires at the later time; an expired offer becomes open again', async () => {
    const ids = [await created('MKA', 10), await created(undefined, 10)];
    const now = Date.parse((await good('GET', `/offer/${ids[1]}`)).creationTime);
    const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
    for (const id of ids) await good('POST', `/offer/${id}/extendExpiryDate?newExpiryDate=${day(20)}`);
    await app.drainJobs();
    await pass(11);
    for (const id of ids) expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
    await pass(10);
    for (const id of ids) expect((await read(id)).status).toBe('EXPIRED');
    for (const id of ids) await good('POST', `/offer/${id}/extendExpiryDate?newExpiryDate=${day(60)}`);
    await app.drainJobs();
    for (const id of ids) expect((await read(id)).status).toBe('PENDING_ACCEPTANCE');
    await good('POST', `/sandbox/offer/${ids[0]}/accept`, {});
    await app.drainJobs();
    await pass(40);
    expect((await read(ids[0] as string)).status).toBe('ACCEPTED');
    expect((await read(ids[1] as string)).status).toBe('EXPIRED');
  });
});

describe('synchronization of an offer with its marketplace', () => {
  test('R33 applies differences and keeps the seller’s fields', async () => {
    const groups = [{ group: 'b' }, { group: 'a' }];
    const { id } = await good('POST', '/offer', {
      partner: 'MKB',
      name: 'Read again',
      info: { discountGroupApplications: groups },
      metaInfo: { customMetaInfo: { mine: 1 }, billBAppliedCreditLedgerEntries: { e: 5 } },
    });
    await app.drainJobs();
    const offer = await read(id);
    expect(offer.subStatus).toBe('pendingAcceptance');
    await app.database.query(
      `UPDATE offer SET info = info - 'mkBPrivateOffer', sub_status = NULL WHERE id = $1`,
      [id],
    );
    await good('POST', `/offer/${id}/sync`);
    await app.drainJobs();
    const again = await read(id);
    expect(again.info).toEqual(offer.info);
    expect(again.info.discountGroupApplications).toEqual(groups);
    expect(again.metaInfo).toEqual(offer.metaInfo);
    expect(again.subStatus).toBe('pendingAcceptance');
    const count = (await events(id)).length;
    await good('POST', `/offer/${id}/sync`);
    await app.drainJobs();
    expect((await events(id)).length, 'nothing differs: nothing is written').toBe(count);
  });

  test('recovers a lost notification', async () => {
    const id = await created('MKA', 10);
    await app.database.query(`UPDATE sandbox_offer SET state = 'REJECTED' WHERE creation_key = $1`, [id]);
    await good('POST', `/offer/${id}/sync`);
    await app.drainJobs();
    expect((await read(id)).status).toBe('REJECTED');
  });

  test('is refused for offers without a marketplace', async () => {
    const { id } = await good('POST', '/offer', { name: 'Direct sale' });
    expect((await call('POST', `/offer/${id}/sync`)).body.code).toBe('offer_not_at_marketplace');
  });
});

describe('notification of an offer’s contacts', () => {
  const contact = async () => (await good('POST', '/contact', {})).id as string;

  test('names the contacts of the body, or all of the offer, in an event and on the offer', async () => {
    const [ann, bob] = [await contact(), await contact()];
    const { id } = await good('POST', '/offer', { name: 'Told', contactIds: [ann, bob, 'con_gone'] });
    const one = await good('POST', `/offer/${id}/notifyContacts`, [bob]);
    expect(one).toMatchObject({
      action: 'NOTIFY_CONTACTS',
      entityType: 'OFFER',
      entityID: id,
      contactIds: [bob],
    });
    const all = await good('POST', `/offer/${id}/notifyContacts`);
    expect(all.contactIds).toEqual([ann, bob]);
    const { notifications } = (await read(id)).metaInfo;
    expect(notifications.map((notice: { action: string }) => notice.action)).toEqual([
      'PENDING_ACCEPTANCE',
      'NOTIFY_CONTACTS',
      'NOTIFY_CONTACTS',
    ]);
    expect(notifications.slice(1)).toEqual([one, all]);
    const { rows } = await app.database.query(
      `SELECT id, payload, audited FROM event WHERE entity_id = $1 AND action = 'NOTIFY_CONTACTS' ORDER BY sequence`,
      [id],
    );
    expect(rows.map(({ id: eventId, audited }) => [eventId, audited])).toEqual([
      [one.eventID, false],
      [all.eventID, false],
    ]);
    expect(rows[1].payload.metaInfo.notifications).toEqual(notifications);
  });

  test('refuses unknown contacts by name', async () => {
    const { id } = await good('POST', '/offer', { name: 'Untold' });
    const reply = await call('POST', `/offer/${id}/notifyContacts`, [await contact(), 'con_none']);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/1']);
    expect((await read(id)).metaInfo.notifications).toMatchObject([{ action: 'PENDING_ACCEPTANCE' }]);
  });
});

describe('each operation by the state of the offer', () => {
  const operations = {
    update: ['PATCH', '', {}],
    cancel: ['POST', '/cancel'],
    extend: ['POST', '/extendExpiryDate?newExpiryDate=2095-01-01'],
    delete: ['DELETE', ''],
    retry: ['POST', '/retry'],
    submitForApproval: ['POST', '/submitForApproval'],
    notify: ['POST', '/notifyContacts'],
    // Submission of a draft uses the operation that creates offers: offer-actions.test.ts tests it.
  } as const satisfies Record<
    Exclude<keyof typeof offerOperations, 'submit'>,
    readonly [string, string, object?]
  >;

  test.each(Object.keys(operations) as (keyof typeof operations)[])('%s', async (name) => {
    const [method, path, body] = operations[name];
    const { id } = await good('POST', '/offer', { name: `States of ${name}` });
    const allowed: readonly string[] = offerOperations[name];
    for (const status of OfferStatus.options) {
      await app.database.query(
        `UPDATE offer SET status = $2, meta_info = meta_info - 'approvalInfo' WHERE id = $1`,
        [id, status],
      );
      const reply = await call(method, `/offer/${id}${path}`, body);
      const expected = status === 'DELETED' ? 404 : allowed.includes(status) ? 200 : 409;
      expect(reply.status, `${name} ${status}: ${reply.text}`).toBe(expected);
      if (expected !== 409) continue;
      expect(reply.body.code).toBe('offer_state');
      for (const word of [status, ...allowed]) expect(reply.body.detail).toContain(word);
    }
  });
});
