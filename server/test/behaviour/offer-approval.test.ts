import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let editor: string;
let approver: string;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  editor = (await app.client(org.id, 'EDITOR')).token;
  approver = (await app.client(org.id, 'ADMIN')).token;
  await good('PATCH', '/privateOfferConfigInfo', { requireApproval: true });
});
afterAll(() => app.stop());

const call = (method: string, path: string, body?: unknown, token = org.token) =>
  app.request(method, `/org/${org.id}${path}`, { token, ...(body === undefined ? {} : { body }) });
const good = async (method: string, path: string, body?: unknown, token = org.token) => {
  const reply = await call(method, path, body, token);
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200);
  return reply.body;
};
const refused = async (code: string, ...args: Parameters<typeof call>) => {
  const reply = await call(...args);
  expect(reply.body.code, reply.text).toBe(code);
  return reply;
};
const terms = { partner: 'MKA', name: 'Deal', info: { commits: [{ key: 'a', rate: 100 }] } };
const draft = async (body: object = {}): Promise<string> =>
  (await good('POST', '/draftOffer', { ...terms, ...body }, editor)).id;
const submitted = async (body: object = {}) => {
  const id = await draft(body);
  await good('POST', `/offer/${id}/submitForApproval`, { message: 'Please' }, editor);
  return id;
};
const approved = async (body: object = {}) => {
  const id = await submitted(body);
  await good('POST', `/offer/${id}/approve`, {}, approver);
  return id;
};
const approvalOf = async (id: string) => (await good('GET', `/offer/${id}`)).metaInfo.approvalInfo;
const statusOf = async (id: string) => (await approvalOf(id))?.approvalStatus;
const actions = async (id: string) =>
  (
    await app.database.query('SELECT action FROM event WHERE entity_id = $1 ORDER BY sequence', [id])
  ).rows.map(({ action }) => action);

describe('where offers require an approval', () => {
  test('R24 a draft is published once it is approved, and only by its id', async () => {
    const direct = await refused('offer_not_approved', 'POST', '/offer', { name: 'At once' });
    expect(direct.status).toBe(409);
    const id = await draft();
    await refused('offer_not_approved', 'POST', '/offer', { id });
    await good('POST', `/offer/${id}/submitForApproval`, undefined, editor);
    expect((await refused('offer_not_approved', 'POST', '/offer', { id })).body.detail).toContain(
      'is waiting',
    );
    const given = await good('POST', `/offer/${id}/approve`, { message: 'Fine' }, approver);
    expect(given.metaInfo.approvalInfo).toEqual({
      approvalStatus: 'Approved',
      message: 'Fine',
      requestDate: expect.any(String),
      decisionDate: expect.any(String),
    });
    await refused('offer_not_approved', 'POST', '/offer', { id, name: 'Another' });
    expect(await statusOf(id)).toBe('Approved');
    expect(await good('POST', '/offer', { id }, editor)).toMatchObject({ id, status: 'PENDING_CREATE' });
    await app.drainJobs();
    const live = await good('GET', `/offer/${id}`);
    expect(live).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      metaInfo: { approvalInfo: { approvalStatus: 'Approved' } },
    });
    const asked = ['SUBMIT_APPROVAL_REQUEST', 'REVIEW_APPROVAL_REQUEST'];
    expect(await actions(id)).toEqual(['CREATE', ...asked, 'UPDATE', 'PENDING_ACCEPTANCE']);
  });

  test('R20 a repeat of an earlier creation still returns its response; public offers need no approval', async () => {
    const other = await app.organization();
    const theirs = (method: string, path: string, body: object) =>
      app.request(method, `/org/${other.id}${path}`, { token: other.token, body });
    const first = await theirs('POST', '/offer', { name: 'Before' });
    await theirs('PATCH', '/privateOfferConfigInfo', { requireApproval: true });
    const repeat = await theirs('POST', '/offer', { name: 'Before' });
    expect([repeat.status, repeat.text]).toEqual([200, first.text]);
    expect((await theirs('POST', '/offer', { name: 'After' })).status).toBe(409);
    expect((await theirs('POST', '/offer', { name: 'List', offerType: 'DEFAULT' })).status).toBe(200);
    await theirs('PATCH', '/privateOfferConfigInfo', { requireApproval: null });
    expect((await theirs('POST', '/offer', { name: 'After' })).status).toBe(200);
    const wrong = await theirs('PATCH', '/privateOfferConfigInfo', { requireApproval: 'yes' });
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/requireApproval']);
  });

  test('R9 an approval cannot be written, and validation reports a missing approval, but not as an error', async () => {
    const approvalInfo = { approvalStatus: 'Approved' };
    const id = await draft({ metaInfo: { approvalInfo } });
    await good('PATCH', `/offer/${id}`, { metaInfo: { approvalInfo } });
    await good('PATCH', `/offer/${id}/metaInfo`, { approvalInfo });
    expect(await approvalOf(id)).toBeUndefined();
    const { valid, findings } = await good('POST', '/offer/validate', { id });
    expect(valid).toBe(true);
    expect(findings.map(({ message }: { message: string }) => message).join()).toContain('must be approved');
  });

  test('a failed creation can be retried, and a set can be published, with approved offers only', async () => {
    const id = await approved({ partner: 'MKC', info: { mkCDuration: 12, currency: 'EUR' } });
    await good('POST', '/offer', { id });
    await app.drainJobs();
    await good('PATCH', `/offer/${id}`, { info: { currency: 'USD' } }, editor);
    expect(await statusOf(id)).toBeUndefined();
    await refused('offer_not_approved', 'POST', `/offer/${id}/retry`);
    await good('POST', `/offer/${id}/submitForApproval`, {}, editor);
    await good('POST', `/offer/${id}/approve`, {}, approver);
    expect((await good('POST', `/offer/${id}/retry`, undefined, editor)).status).toBe('PENDING_CREATE');

    const info = { ...terms.info, buyerMkAAccountIds: ['123456789012'] };
    const [one, two] = [await approved({ info }), await draft({ info })];
    const set = (await good('POST', '/offerSet', { name: 'Set' })).id;
    for (const each of [one, two]) await good('POST', `/offerSet/${set}/offer/${each}`);
    const { body } = await refused('offer_not_approved', 'POST', `/offerSet/${set}/publish`);
    expect(body.detail).toContain(two);
    await good('POST', `/offer/${two}/submitForApproval`, {}, editor);
    await good('POST', `/offer/${two}/approve`, {}, approver);
    expect((await good('POST', `/offerSet/${set}/publish`)).status).toBe('PENDING_CREATE');
    await app.drainJobs();
  });

  test('terms of a published offer can be changed with the right to approve, its time with the right to write', async () => {
    const id = await approved({ partner: 'MKE' });
    await good('POST', '/offer', { id });
    await app.drainJobs();
    await good('PATCH', `/offer/${id}`, { info: { sellerNotes: 'Mine' } }, editor);
    const cheaper = { info: { commits: [{ key: 'a', rate: 1 }] } };
    await refused('offer_not_approved', 'PATCH', `/offer/${id}`, cheaper, editor);
    expect((await good('PATCH', `/offer/${id}`, cheaper, approver)).status).toBe('PENDING_UPDATE');
    await app.drainJobs();
    for (const [path, body] of [
      ['', { metaInfo: { buyerIds: ['another'] } }],
      ['/metaInfo', { buyerIds: ['other'] }],
    ] as const) {
      await refused('offer_not_approved', 'PATCH', `/offer/${id}${path}`, body, editor);
      await good('PATCH', `/offer/${id}${path}`, body, approver);
      await good('PATCH', `/offer/${id}${path}`, body, editor);
    }
    await good('PATCH', `/offer/${id}/metaInfo`, { internalNote: 'Mine', customMetaInfo: { a: 1 } }, editor);
    const day = new Date(Date.now() + 86_400_000 * 9).toISOString().slice(0, 10);
    await good('POST', `/offer/${id}/extendExpiryDate?newExpiryDate=${day}`, undefined, editor);
    await app.drainJobs();
  });
});

test('R21 a failed offer stays a private offer at a marketplace: it cannot be retried as another type', async () => {
  const id = await approved({ partner: 'MKD' });
  await good('POST', '/offer', { id }, editor);
  await app.drainJobs();
  for (const [patch, pointer] of [
    [{ offerType: 'DEFAULT', name: 'Free of approval' }, '/offerType'],
    [{ partner: 'PAYA' }, '/partner'],
  ] as const) {
    const reply = await call('PATCH', `/offer/${id}`, patch, editor);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
  }
  await good('PATCH', `/offer/${id}`, { partner: 'MKE' }, editor);
  await refused('offer_not_approved', 'POST', `/offer/${id}/retry`, undefined, editor);
});

describe('reviewing', () => {
  test('is allowed to ADMIN and roles with offers:approve, and to the requester only if no other member may', async () => {
    const id = await submitted();
    for (const [verb, body] of [
      ['approve'],
      ['decline', { message: 'x' }],
      ['requestAction', { message: 'x' }],
    ])
      expect((await call('POST', `/offer/${id}/${verb}`, body, editor)).status).toBe(403);
    await good('POST', '/role', { name: 'DESK', permissions: ['offers:approve', 'offers:read'] });
    const desk = await app.person(org.id, 'DESK');
    await good('POST', `/offer/${id}/approve`, {}, desk.token);

    const own = await draft();
    await good('POST', `/offer/${own}/submitForApproval`, {}, approver);
    expect((await refused('forbidden', 'POST', `/offer/${own}/approve`, {}, approver)).body.detail).toContain(
      'You submitted',
    );
    await good('POST', `/offer/${own}/approve`, {});

    const lone = await app.organization();
    const alone = (path: string, body: object) =>
      app.request('POST', `/org/${lone.id}${path}`, { token: lone.token, body });
    const mine = (await alone('/draftOffer', terms)).body.id;
    await alone(`/offer/${mine}/submitForApproval`, {});
    expect((await alone(`/offer/${mine}/approve`, {})).status).toBe(200);
  });

  test('returns an offer with a note that stays until the offer is submitted again', async () => {
    const id = await submitted();
    for (const verb of ['decline', 'requestAction']) {
      const nothing = await call('POST', `/offer/${id}/${verb}`, { message: ' ' }, approver);
      expect([nothing.status, nothing.body.errors[0].pointer]).toEqual([400, '/message']);
    }
    await good('POST', `/offer/${id}/requestAction`, { message: 'Add the buyer' }, approver);
    expect(await approvalOf(id)).toMatchObject({
      approvalStatus: 'Action Required',
      message: 'Add the buyer',
    });
    await refused('offer_approval_state', 'POST', `/offer/${id}/approve`, {}, approver);
    await good('PATCH', `/offer/${id}`, { name: 'For Acme' }, editor);
    expect(await statusOf(id)).toBe('Action Required');
    await refused('offer_not_approved', 'POST', '/offer', { id });
    await good('POST', `/offer/${id}/submitForApproval`, {}, editor);
    await refused('offer_approval_state', 'POST', `/offer/${id}/submitForApproval`, {}, editor);
    await good('POST', `/offer/${id}/decline`, { message: 'Too low' }, approver);
    expect(await statusOf(id)).toBe('Declined');
    const waiting = await submitted();
    const listed = await good('GET', '/offer?approvalStatus=Submitted', undefined, approver);
    expect(listed.map((offer: { id: string }) => offer.id)).toContain(waiting);
    expect(await good('GET', '/offer?approvalStatus=Action%20Required')).toEqual([]);
    expect((await call('GET', '/offer?approvalStatus=Perhaps')).status).toBe(400);
    expect(
      (await refused('offer_approval_state', 'POST', `/offer/${await draft()}/approve`, {})).status,
    ).toBe(409);
  });

  test('R21 can be requested only for offers that could be published', async () => {
    const id = await draft({ partner: 'MKC' });
    const reply = await call('POST', `/offer/${id}/submitForApproval`, {}, editor);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/info/mkCDuration']);
    const { id: publicOffer } = await good('POST', '/draftOffer', { offerType: 'DEFAULT' });
    await refused('offer_approval_state', 'POST', `/offer/${publicOffer}/submitForApproval`, {});
  });

  test('an approval is lost when the terms change, and kept when a note changes', async () => {
    const changes: [object, string?][] = [
      [{ info: { commits: [{ key: 'a', rate: 99 }] } }],
      [{ expireTime: '2095-01-01' }],
      [{ metaInfo: { discount: 5 } }],
      // The documents from which the license agreement is merged.
      [{ metaInfo: { originalEulaInfo: { eulaUrl: 'fil_other' } } }],
    ];
    for (const [patch] of changes) {
      const id = await approved();
      await good('PATCH', `/offer/${id}/metaInfo`, { internalNote: 'x', crmBDealId: 'y' }, editor);
      await good('PATCH', `/offer/${id}`, { ...terms, contactIds: [] }, editor);
      expect(await statusOf(id)).toBe('Approved');
      await good('PATCH', `/offer/${id}`, patch, editor);
      expect(await statusOf(id), JSON.stringify(patch)).toBeUndefined();
    }
    const id = await submitted();
    await good('PATCH', `/offer/${id}/metaInfo`, { discount: 5 }, editor);
    await refused('offer_approval_state', 'POST', `/offer/${id}/approve`, {}, approver);
    const whole = await approved();
    await good('POST', '/draftOffer', { id: whole, ...terms }, editor);
    expect(await statusOf(whole)).toBe('Approved');
    await good('POST', '/draftOffer', { id: whole, partner: 'MKA' }, editor);
    expect(await statusOf(whole)).toBeUndefined();
  });

  test('has one result for two simultaneous reviews, and for an edit during an approval', async () => {
    const id = await submitted();
    const both = await Promise.all([
      call('POST', `/offer/${id}/approve`, {}, approver),
      call('POST', `/offer/${id}/decline`, { message: 'No' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await statusOf(id)).toBe(both[0].status === 200 ? 'Approved' : 'Declined');
    for (let round = 0; round < 4; round++) {
      const edited = await submitted();
      const [, review] = await Promise.all([
        good('PATCH', `/offer/${edited}`, { name: `Edit ${round}` }, editor),
        call('POST', `/offer/${edited}/approve`, {}, approver),
      ]);
      // The order may vary, but content that the reviewer has not read is never approved.
      expect([200, 409]).toContain(review.status);
      expect(await statusOf(edited)).toBeUndefined();
    }
  });
});
