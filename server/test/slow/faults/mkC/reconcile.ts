import { expect } from 'vitest';
import type { Entitlement as Order } from '../../../fakes/mkC/procurement/records.ts';
import { violationsIn } from '../../invariants.ts';
import { expectNoWaits, expectUsage, type Row, type Rows, refusedCommands, rowsOf } from '../checks.ts';
import type { AcknowledgedWork } from './life.ts';
import type { WorldC } from './side.ts';

/** Requires that both sides agree, without duplicates, losses or permanent waits. */
export async function reconcile(world: WorldC, acknowledged: AcknowledgedWork): Promise<void> {
  const { service, database } = world;
  const rows = rowsOf(world);
  await expectSales(world, acknowledged, rows);
  await expectOffers(world, acknowledged, rows);
  await expectUsage(rows, acknowledged.usage, (externalId) => {
    const one = service.entitlements().find(({ id }) => id === externalId);
    // Hours without usage are reported as zero, so that intervals are contiguous.
    return one
      ? service
          .metered(one)
          .filter(({ quantity }) => quantity > 0)
          .map(({ quantity }) => ({ quantity }))
      : [];
  });
  await expectNoWaits(rows);
  const except = [
    // The creation continues in a job of a different kind, and a second job repeats a failed creation.
    'a private offer at a marketplace without exactly one job that creates it',
    // Alerts are checked by the reconciliation of usage.
    'a fact about an agreement that was taken for impossible',
    // Many orders are on the default offer.
    'an offer with more than one entitlement',
    'an accepted offer without an entitlement, or an entitlement of an offer that is not accepted',
  ];
  const violations = await violationsIn(database.query, except);
  expect(violations, JSON.stringify(violations)).toEqual({});
}

const statuses: Readonly<Record<Order['state'], string>> = {
  ACTIVATION_REQUESTED: 'PENDING_START',
  ACTIVE: 'ACTIVE',
  PENDING_PLAN_CHANGE: 'ACTIVE',
  PENDING_PLAN_CHANGE_APPROVAL: 'ACTIVE',
  PENDING_CANCELLATION: 'PENDING_CANCEL',
  SUSPENDED: 'SUSPENDED',
  CANCELLED: 'CANCELLED',
};

/**
 * Requires that each order has one entitlement in its state and with its plan, that an order that the marketplace
 * removed has ended, and that acknowledged approvals, rejections and cancellations have taken effect.
 */
async function expectSales({ service }: WorldC, { landed, approved, ended }: AcknowledgedWork, rows: Rows) {
  const held = await rows(
    `SELECT e.id, e.external_id, e.status, e.info -> 'mkCEntitlements' -> -1 AS shown FROM entitlement e`,
  );
  const refused = await refusedCommands(rows);
  const ids = held.map((row) => String(row.external_id));
  expect(new Set(ids).size, `entitlements of one order: ${JSON.stringify(held)}`).toBe(ids.length);
  const orders = new Map(service.entitlements().map((one) => [one.id, one]));
  for (const [id, { state }] of orders) expect(ids, `an order that is ${state}`).toContain(id);
  for (const id of landed) expect(ids, 'a buyer who landed').toContain(id);
  for (const { external_id: id, status, shown } of held) {
    const one = orders.get(String(id));
    if (!one) {
      expect(status, 'an order that the marketplace removed').toBe('CANCELLED');
      continue;
    }
    const what = `order ${id} is ${one.state}`;
    expect([status, ((shown ?? {}) as Row).plan], what).toEqual([statuses[one.state], one.plan]);
    if (approved.has(one.id) && one.state === 'ACTIVATION_REQUESTED') expect(one.isApproved, what).toBe(true);
    if (ended.has(one.id) && !refused.has(one.id)) expect(one.state, what).toBe('CANCELLED');
  }
}

const statusesOfOffers: Readonly<Record<string, readonly string[]>> = {
  PUBLISHED: ['PENDING_ACCEPTANCE', 'CANCEL_FAILED'],
  ACCEPTED: ['ACCEPTED'],
  ENDED: ['ACCEPTED', 'USED'],
  CANCELLED: ['CANCELLED'],
  EXPIRED: ['EXPIRED', 'CANCELLED'],
};

/** Requires that each acknowledged offer was published once, or has failed, and is in the state of the marketplace. */
async function expectOffers({ service }: WorldC, { offers, cancellations }: AcknowledgedWork, rows: Rows) {
  const held = await rows(
    "SELECT id, name, status, external_id FROM offer WHERE offer_type NOT IN ('DEFAULT', 'FREE_TRIAL')",
  );
  expect(new Map(held.map(({ id, name }) => [id, name])), 'offers that are held').toEqual(offers);
  for (const { id, status, external_id: externalId, name } of held) {
    const mine = service
      .privateOffers()
      .filter(({ content: { internalNote = '' } }) => internalNote.endsWith(String(id)));
    const what = `${name} (${id}) is ${status}: ${JSON.stringify(mine)}`;
    if (status === 'CREATE_FAILED') {
      expect(mine, what).toEqual([]);
      continue;
    }
    expect(
      mine.map((offer) => offer.id),
      what,
    ).toEqual([externalId]);
    const { state } = mine[0] as (typeof mine)[number];
    expect(statusesOfOffers[state] ?? [], what).toContain(status);
    if (state === 'CANCELLED') expect(cancellations, what).toContain(id);
  }
}
