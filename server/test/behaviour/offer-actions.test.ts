import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Action, changesUnder, expectAgrees } from '../actions.fixture.ts';
import { sampled } from '../generated/sample.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { offerStates } from '../state-grid.ts';

let app: TestApp;
let org: TestOrganization;
/** The second organization requires approval of offers. */
let approving: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  [org, approving] = [await app.organization(), await app.organization()];
  await by(approving)('PATCH', 'privateOfferConfigInfo', { requireApproval: true });
});
afterAll(() => app.stop());

const by =
  ({ id, token }: { id: string; token: string }) =>
  (method: string, path: string, body?: unknown) =>
    app.request(method, `/org/${id}/${path}`, { token, ...(body === undefined ? {} : { body }) });
const listed = async (where: { id: string; token: string }, offerId: string): Promise<Action[]> => {
  const reply = await by(where)('GET', `offer/${offerId}/action`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

const states = offerStates.filter((state) => state !== 'DELETED');
const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** The call to each operation on the given offer. */
const calls: Readonly<Record<string, (id: string) => [method: string, path: string, body?: object]>> = {
  update: (id) => ['PATCH', `offer/${id}`, {}],
  updateMetaInfo: (id) => ['PATCH', `offer/${id}/metaInfo`, { internalNote: 'x' }],
  submit: (id) => ['POST', 'offer', { id }],
  submitForApproval: (id) => ['POST', `offer/${id}/submitForApproval`],
  approve: (id) => ['POST', `offer/${id}/approve`],
  requestAction: (id) => ['POST', `offer/${id}/requestAction`, { message: 'Please' }],
  decline: (id) => ['POST', `offer/${id}/decline`, { message: 'No' }],
  retry: (id) => ['POST', `offer/${id}/retry`],
  resolveCreation: (id) => ['POST', `offer/${id}/resolveCreation`, { failed: true }],
  extend: (id) => ['POST', `offer/${id}/extendExpiryDate?newExpiryDate=${later}`],
  notifyContacts: (id) => ['POST', `offer/${id}/notifyContacts`, []],
  synchronize: (id) => ['POST', `offer/${id}/sync`],
  clone: (id) => ['POST', `offer/${id}/clone`, {}],
  cancel: (id) => ['POST', `offer/${id}/cancel`],
  delete: (id) => ['DELETE', `offer/${id}`],
};

let made = 0;
/** Creates a draft with the given terms and sets its state. */
async function offerIn(
  where: TestOrganization,
  status: string,
  terms: object,
  { approvalStatus, known }: { approvalStatus?: string | undefined; known?: string | undefined } = {},
): Promise<string> {
  const make = async (): Promise<string> => {
    const draft = await by(where)('POST', 'draftOffer', { name: `Offer ${++made}`, ...terms });
    expect(draft.status, draft.text).toBe(200);
    return draft.body.id;
  };
  const id = known ?? (await make());
  await app.database.query(
    `UPDATE offer SET status = $3, meta_info = meta_info || $4::jsonb, approval_requested_by = 'usr_other'
     WHERE organization_id = $1 AND id = $2`,
    [where.id, id, status, JSON.stringify(approvalStatus ? { approvalInfo: { approvalStatus } } : {})],
  );
  return id;
}

/** Returns whether the operation succeeded for this offer. Submission of a different offer does not count. */
async function tryAction(
  where: TestOrganization,
  name: string,
  id: string,
  status: string,
  when: string,
): Promise<boolean> {
  const action = (await listed(where, id)).find((other) => other.name === name);
  const reply = await by(where)(...(calls[name] as (typeof calls)[string])(id));
  if (name !== 'submit' || status === 'DRAFT') {
    expectAgrees(when, action, reply);
    return reply.status === 200;
  }
  expect(action, when).toMatchObject({ possible: false, reason: expect.stringContaining(status) });
  expect([200, 409]).toContain(reply.status);
  expect(reply.body.id).not.toBe(id);
  return false;
}

const kinds: readonly [kind: string, terms: object][] = [
  ['a private offer on marketplace C', { partner: 'MKC', info: { mkCDuration: 12 } }],
  [
    'a private offer that cannot be published as it stands',
    { partner: 'MKA', info: { startTime: '2020-01-01' } },
  ],
  ['a private offer on marketplace D', { partner: 'MKD' }],
  ['a direct sale', {}],
  ['a public offer', { offerType: 'DEFAULT' }],
];

describe('the listed availability of an action matches the response of the operation', () => {
  const tried = kinds.flatMap(([kind, terms]) => Object.keys(calls).map((name) => ({ kind, terms, name })));
  test.each(sampled(tried))('of $kind: $name, in every state', async ({ terms, name }) => {
    let id: string | undefined;
    for (const status of states) {
      id = await offerIn(org, status, terms, { known: id });
      // A rejected operation has no effect, so the offer can be reused.
      if (await tryAction(org, name, id, status, status)) id = undefined;
    }
  });

  const approvals = [undefined, 'Submitted', 'Approved', 'Declined', 'Action Required'];
  const underApproval = ['submit', 'submitForApproval', 'approve', 'requestAction', 'decline', 'retry'];
  test.each(sampled(underApproval))('%s, where offers require an approval', async (name) => {
    for (const status of ['DRAFT', 'CREATE_FAILED', 'PENDING_ACCEPTANCE'])
      for (const approval of approvals) {
        const id = await offerIn(approving, status, { partner: 'MKA' }, { approvalStatus: approval });
        await tryAction(approving, name, id, status, `${status} ${approval}`);
      }
  });

  test('a creation whose response was lost can be resolved', async () => {
    const id = await offerIn(org, 'PENDING_CREATE', { partner: 'MKA' });
    await app.database.query('UPDATE offer SET creation_unknown_since = now() WHERE id = $1', [id]);
    await tryAction(org, 'resolveCreation', id, 'PENDING_CREATE', 'lost');
    expect((await by(org)('GET', `offer/${id}`)).body.status).toBe('CREATE_FAILED');
  });

  test('the requester of an approval cannot give it', async () => {
    await app.client(approving.id, 'ADMIN');
    const id = await offerIn(approving, 'DRAFT', { partner: 'MKA' });
    await by(approving)('POST', `offer/${id}/submitForApproval`);
    const action = (await listed(approving, id)).find(({ name }) => name === 'approve');
    const reply = await by(approving)('POST', `offer/${id}/approve`);
    expect(reply.status).toBe(403);
    expectAgrees('Submitted', action, reply);
  });
});

describe('a caller without permission', () => {
  test.each(['VIEWER', 'EDITOR'] as const)('gets the same reason as from the operation: %s', async (role) => {
    const caller = { ...org, token: (await app.client(org.id, role)).token };
    const id = await offerIn(org, 'DRAFT', { partner: 'MKA' });
    const refused = (await listed(caller, id)).filter(({ reason }) => reason?.startsWith('The role'));
    const asked = role === 'VIEWER' ? Object.keys(calls) : ['approve', 'requestAction', 'decline'];
    expect(refused.map(({ name }) => name).sort()).toEqual([...asked].sort());
    for (const action of refused) {
      const reply = await by(caller)(...(calls[action.name] as (typeof calls)[string])(id));
      expect(reply.status).toBe(403);
      expectAgrees(role, action, reply);
      expect(action.reason).toBe(`The role ${role} does not include ${action.permission}.`);
    }
  });

  test('and a caller of a suspended organization can do nothing', async () => {
    const other = await app.organization();
    const id = await offerIn(other, 'DRAFT', { partner: 'MKA' });
    await app.database.query(`UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = $1`, [
      other.id,
    ]);
    for (const action of await listed(other, id))
      expectAgrees(
        'SUSPENDED',
        action,
        await by(other)(...(calls[action.name] as (typeof calls)[string])(id)),
      );
  });
});

describe('the list', () => {
  test('contains exactly the operations that change an offer', async () => {
    const actions = await listed(org, await offerIn(org, 'DRAFT', {}));
    const leftOut = {
      unlinkContactFromOffer: 'of two records: whether they are linked, the offer says itself',
      setOfferAttribution: 'of a slice that comes later, and possible whatever the state',
      deleteOfferAttribution: 'the same',
    };
    const changes = changesUnder(app.app.routes, '/org/{orgId}/offer/{offerId}', leftOut);
    const all = [...changes, 'createOffer'].sort();
    expect(actions.map(({ operationId }) => operationId).sort()).toEqual(all);
    expect(actions.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
    expect(actions.filter(({ destructive }) => destructive).map(({ name }) => name)).toEqual([
      'cancel',
      'delete',
    ]);
  });

  test('is read-only, and requires a visible offer', async () => {
    const id = await offerIn(org, 'PENDING_ACCEPTANCE', { partner: 'MKA' });
    const before = await by(org)('GET', `offer/${id}`);
    await listed(org, id);
    expect((await by(org)('GET', `offer/${id}`)).text).toBe(before.text);
    await app.database.query(`UPDATE offer SET status = 'DELETED' WHERE id = $1`, [id]);
    for (const unknown of [id, 'ofr_none'])
      expect((await by(org)('GET', `offer/${unknown}/action`)).body.code).toBe('offer_not_found');
    const elsewhere = await offerIn(approving, 'DRAFT', {});
    expect((await by(org)('GET', `offer/${elsewhere}/action`)).body.code).toBe('offer_not_found');
  });
});
