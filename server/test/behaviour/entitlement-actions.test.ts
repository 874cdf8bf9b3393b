import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Action, changesUnder, expectAgrees } from '../actions.fixture.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  by = entitlementsOf(app, org);
});
afterAll(() => app.stop());

const states = ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED'];
const later = new Date(Date.now() + 100 * day).toISOString();
const commits = [{ key: 'a', rate: 10 }];

type SoldEntitlement = { id: string; startTime: string };
type Call = [method: string, path: string, body?: object];

/** The call to each operation. */
const calls: Readonly<Record<string, (sold: SoldEntitlement) => Call>> = {
  rename: () => ['PATCH', 'entitlementName', { name: 'x' }],
  updateMetaInfo: () => ['PATCH', 'metaInfo', { internalNote: 'x' }],
  approve: () => ['POST', 'approve'],
  reject: () => ['POST', 'reject'],
  changeSeats: () => ['PATCH', 'seat?newSeat=7'],
  changePriceModel: () => ['PATCH', 'priceModel', { commits }],
  changeBilling: () => ['PATCH', 'billing', { taxIds: ['DE123456789'] }],
  applyAddon: () => ['POST', 'applyAddon', { name: 'More' }],
  addCredit: () => ['POST', 'addCredit', { creditAmountIncrement: 1 }],
  divideCommit: ({ startTime }) => ['POST', 'divideCommit', { startDates: [startTime] }],
  synchronize: () => ['POST', 'sync'],
  connectSignup: () => ['POST', 'signupConnection', { emailAddress: 'ann@example.com' }],
  revokeLinks: () => ['POST', 'revokeLinks'],
  scheduleCancellation: () => ['POST', 'scheduleCancellation', { type: 'SpecificDate', cancelDate: later }],
  unscheduleCancellation: () => ['POST', 'unscheduleCancellation'],
  withdrawCancellation: () => ['POST', 'withdrawCancellation'],
  cancel: () => ['POST', 'cancel'],
  refund: () => ['POST', 'refund', { invoiceID: 'inv-1', amount: 1, reasonCode: 'OTHER' }],
};

const listed = (id: string): Promise<Action[]> => by.get(`entitlement/${id}/action`);
const perform = ({ id }: SoldEntitlement, [method, path, body]: Call, entitlements = by) =>
  entitlements.call(method, `entitlement/${id}/${path}`, body);

/** Operations that change the entitlement, which later operations need unchanged. */
const leavesTraces = [
  'approve',
  'reject',
  'cancel',
  'changePriceModel',
  'changeSeats',
  'divideCommit',
  'synchronize',
];

/** Returns whether the operation succeeded. */
async function tryAction(name: string, sold: SoldEntitlement, when: string): Promise<boolean> {
  const action = (await listed(sold.id)).find((other) => other.name === name);
  const reply = await perform(sold, (calls[name] as (typeof calls)[string])(sold));
  expectAgrees(when, action, reply);
  return reply.status === 200;
}

const kinds: readonly [kind: string, sell: () => Promise<SoldEntitlement>][] = [
  ['a direct sale', () => by.direct({ info: { commits } })],
  ['a direct sale without a commit', () => by.direct()],
  ...['MKA', 'MKB', 'MKC'].map((partner): [string, () => Promise<SoldEntitlement>] => [
    `an order on ${partner}`,
    () => by.ordered(partner, { quantity: 5, approve: false }),
  ]),
];

describe('the listed availability of an action matches the response of the operation', () => {
  describe.each(kinds)('of %s', (_kind, sell) => {
    test.each(Object.keys(calls))('%s, in every state', async (name) => {
      let sold: SoldEntitlement | undefined;
      for (const status of states) {
        sold ??= await sell();
        await by.setStatus(sold.id, status);
        // A rejected operation has no effect, so the entitlement can be reused.
        if ((await tryAction(name, sold, status)) && leavesTraces.includes(name)) sold = undefined;
      }
    });
  });

  test.each(['divideCommit', 'changePriceModel'])('%s, of a commit that is already divided', async (name) => {
    const sold = await by.direct({ info: { commits } });
    await by.post(`entitlement/${sold.id}/divideCommit`, { startDates: [sold.startTime] });
    await tryAction(name, sold, 'divided');
    expect((await listed(sold.id)).find((action) => action.name === name)?.reason).toContain('divided');
  });

  test('seats, when every agreed payment is due', async () => {
    const sold = await by.ordered('MKB', { quantity: 5 });
    await app.database.query(
      `UPDATE entitlement SET info = info || '{"paymentInstallments": [{"amount": 1, "chargeDate": "2020-01-01"}]}'
       WHERE id = $1`,
      [sold.id],
    );
    await tryAction('changeSeats', sold, 'paid');
  });
});

describe('a caller without permission', () => {
  test('gets the same reason as from the operation', async () => {
    const sold = await by.direct({ info: { commits } });
    const viewer = entitlementsOf(app, { ...org, token: (await app.client(org.id, 'VIEWER')).token });
    const actions: Action[] = await viewer.get(`entitlement/${sold.id}/action`);
    expect(actions.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
    for (const action of actions) {
      const reply = await perform(sold, (calls[action.name] as (typeof calls)[string])(sold), viewer);
      const permission = action.name === 'refund' ? 'billing:write' : 'entitlements:write';
      expect([reply.status, action.permission]).toEqual([403, permission]);
      expectAgrees('VIEWER', action, reply);
    }
  });

  test('cannot change a sale where sales require an approval', async () => {
    const approving = await app.organization();
    const admin = entitlementsOf(app, approving);
    const sold = await admin.direct({ info: { commits } });
    await admin.patch('privateOfferConfigInfo', { requireApproval: true });
    const { token } = await app.client(approving.id, 'EDITOR');
    const editor = entitlementsOf(app, { ...approving, token });
    for (const name of ['changePriceModel', 'addCredit', 'applyAddon']) {
      const actions: Action[] = await editor.get(`entitlement/${sold.id}/action`);
      const reply = await perform(sold, (calls[name] as (typeof calls)[string])(sold), editor);
      expect(reply.status).toBe(409);
      expectAgrees(
        name,
        actions.find((action) => action.name === name),
        reply,
      );
    }
  });
});

describe('the list', () => {
  test('contains exactly the operations of this slice that change an entitlement', async () => {
    const leftOut = {
      applyAddonToEntitlement: 'applyAddon, at a path that can be mistaken',
      deleteEntitlementTerm: 'of a term',
      acceptEntitlementRequest: 'of a request',
      rejectEntitlementRequest: 'of a request',
      reportUsageRecordGroup: 'of what was used, and of a slice that comes later',
    };
    const { id } = await by.direct();
    const changes = changesUnder(app.app.routes, '/org/{orgId}/entitlement/{entitlementId}', leftOut);
    expect((await listed(id)).map(({ operationId }) => operationId).sort()).toEqual(changes);
  });

  test('is read-only, and requires a visible entitlement', async () => {
    const { id } = await by.direct({ info: { commits } });
    const before = await by.entitlement(id);
    await listed(id);
    expect(await by.entitlement(id)).toEqual(before);
    await by.setStatus(id, 'DELETED');
    const reply = await by.call('GET', `entitlement/${id}/action`);
    expect(reply.body.code).toBe('entitlement_not_found');
  });
});
