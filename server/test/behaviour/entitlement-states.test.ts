import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entitlementCommands } from '../../src/entitlements/states.ts';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

const statuses = ['PENDING_START', 'ACTIVE', 'SUSPENDED', 'PENDING_CANCEL', 'CANCELLED', 'DELETED'];
const later = new Date(Date.now() + 100 * day).toISOString();
const commits = [{ key: 'a', rate: 10 }];

type EntitlementWithTerm = { id: string; startTime: string; entitlementTermID: string };
type Operation = {
  command: keyof typeof entitlementCommands;
  method: string;
  path: string;
  body?: (sold: EntitlementWithTerm) => object;
  sell: () => Promise<EntitlementWithTerm>;
};
const direct = () => by.direct({ info: { commits } });
const onA = () => by.ordered('MKA', { quantity: 5 });
const onB = () => by.ordered('MKB', { quantity: 5, approve: false });
const operations: Operation[] = [
  { command: 'approve', method: 'POST', path: 'approve', sell: onB },
  { command: 'reject', method: 'POST', path: 'reject', sell: onB },
  { command: 'cancel', method: 'POST', path: 'cancel', sell: direct },
  { command: 'cancelAtMarketplace', method: 'POST', path: 'cancel', sell: onB },
  { command: 'withdrawCancellation', method: 'POST', path: 'withdrawCancellation', sell: onA },
  {
    command: 'scheduleCancellation',
    method: 'POST',
    path: 'scheduleCancellation',
    sell: direct,
    body: () => ({ type: 'SpecificDate', cancelDate: later }),
  },
  { command: 'unscheduleCancellation', method: 'POST', path: 'unscheduleCancellation', sell: direct },
  { command: 'changeSeats', method: 'PATCH', path: 'seat?newSeat=7', sell: onB },
  {
    command: 'changePriceModel',
    method: 'PATCH',
    path: 'priceModel',
    body: () => ({ commits }),
    sell: direct,
  },
  {
    command: 'changeBilling',
    method: 'PATCH',
    path: 'billing',
    body: () => ({ netTermsInDays: 1 }),
    sell: direct,
  },
  {
    command: 'addCredit',
    method: 'POST',
    path: 'addCredit',
    sell: direct,
    body: () => ({ creditAmountIncrement: 1 }),
  },
  {
    command: 'divideCommit',
    method: 'POST',
    path: 'divideCommit',
    sell: direct,
    body: ({ startTime }) => ({ startDates: [startTime] }),
  },
  { command: 'rename', method: 'PATCH', path: 'entitlementName', body: () => ({ name: 'x' }), sell: direct },
  {
    command: 'changeMetaInfo',
    method: 'PATCH',
    path: 'metaInfo',
    body: () => ({ internalNote: 'x' }),
    sell: direct,
  },
  { command: 'synchronise', method: 'POST', path: 'sync', sell: onB },
];

describe('R4 commands by state', () => {
  test.each(operations)('$command', async ({ command, method, path, body, sell }) => {
    const allowed: readonly string[] = entitlementCommands[command];
    for (const status of statuses) {
      const sold = await sell();
      await by.setStatus(sold.id, status);
      const before = await by.actions(sold.id);
      const reply = await by.call(method, `entitlement/${sold.id}/${path}`, body?.(sold));
      const expected = status === 'DELETED' ? 404 : allowed.includes(status) ? 200 : 400;
      expect([status, reply.status], reply.text).toEqual([status, expected]);
      if (expected === 200) continue;
      expect(reply.body.code).toBe(status === 'DELETED' ? 'entitlement_not_found' : 'entitlement_state');
      if (expected === 400)
        for (const state of [status, ...allowed]) expect(reply.body.detail).toContain(state);
      expect(await by.actions(sold.id)).toEqual(before);
    }
  });

  test.each(statuses)('deleteTerm while %s', async (status) => {
    const sold = await direct();
    await by.post(`entitlement/${sold.id}/divideCommit`, { startDates: [sold.startTime] });
    const [, part] = await by.terms(sold.id);
    await by.setStatus(sold.id, status);
    const reply = await by.call('DELETE', `entitlement/${sold.id}/entitlementTerm/${part.id}`);
    const allowed: readonly string[] = entitlementCommands.deleteTerm;
    expect(reply.status, reply.text).toBe(status === 'DELETED' ? 404 : allowed.includes(status) ? 200 : 400);
  });

  test('include every command of the table', () => {
    const tried = [...operations.map(({ command }) => command), 'deleteTerm'];
    expect(tried.sort()).toEqual(Object.keys(entitlementCommands).sort());
  });
});

describe('R36 commands by partner', () => {
  const approvals = { MKA: 400, MKB: 200, MKC: 200, MKD: 400, MKE: 400, MKF: 400 };
  const cancellations = { MKA: 200, MKB: 200, MKC: 400, MKD: 400, MKE: 400, MKF: 400 };
  const seats = { MKA: 400, MKB: 200, MKC: 400, MKD: 400, MKE: 400, MKF: 400 };
  test.each(['MKA', 'MKB', 'MKC', 'MKD', 'MKE', 'MKF'] as const)('%s', async (partner) => {
    const { id } = await by.ordered(partner, { quantity: 5 });
    const statusOf = async (method: string, path: string, body?: object) => {
      const reply = await by.call(method, `entitlement/${id}/${path}`, body);
      if (reply.status === 400) expect(reply.body.code).toBe('entitlement_partner');
      return reply.status;
    };
    expect(await statusOf('POST', 'approve')).toBe(approvals[partner]);
    expect(await statusOf('PATCH', 'seat?newSeat=6')).toBe(seats[partner]);
    expect(await statusOf('PATCH', 'priceModel', { commits })).toBe(400);
    const schedule = { type: 'SpecificDate', cancelDate: later };
    expect(await statusOf('POST', 'scheduleCancellation', schedule)).toBe(cancellations[partner]);
    expect(await statusOf('POST', 'sync')).toBe(200);
    expect(await statusOf('POST', 'cancel')).toBe(cancellations[partner]);
  });

  test('a direct sale has no commands of a marketplace', async () => {
    const { id } = await direct();
    for (const [method, path] of [
      ['POST', 'approve'],
      ['POST', 'sync'],
      ['PATCH', 'seat?newSeat=3'],
    ] as const)
      expect((await by.call(method, `entitlement/${id}/${path}`)).body.code).toBe('entitlement_partner');
  });
});
