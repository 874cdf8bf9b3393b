import { expect } from 'vitest';
import type { Subscription } from '../../../fakes/mkB/fulfilment/subscriptions.ts';
import { violationsIn } from '../../invariants.ts';
import { expectNoWaits, expectUsage, type Row, type Rows, refusedCommands, rowsOf } from '../checks.ts';
import type { AcknowledgedWork } from './life.ts';
import type { WorldB } from './side.ts';

const hourMs = 3_600_000;

/** Requires that both sides agree, without duplicates, losses or permanent waits. */
export async function reconcile(world: WorldB, acknowledged: AcknowledgedWork): Promise<void> {
  const { service, database } = world;
  const rows = rowsOf(world);
  await expectSales(world, acknowledged, rows);
  await expectOffers(world, acknowledged, rows);
  await expectUsage(rows, acknowledged.usage, (externalId) => {
    const one = service.subscription(externalId);
    if (!one) return [];
    return service.metered(one).map(({ atMs, event: { quantity } }) => ({
      quantity,
      hourMs: Math.floor(atMs / hourMs) * hourMs,
    }));
  });
  await expectNoWaits(rows);
  const except = [
    // The creation continues in a job of a different kind, and a second job repeats a failed creation.
    'a private offer at a marketplace without exactly one job that creates it',
    // Alerts are checked by the reconciliation of usage.
    'a fact about an agreement that was taken for impossible',
  ];
  const violations = await violationsIn(database.query, except);
  expect(violations, JSON.stringify(violations)).toEqual({});
}

const statuses: Readonly<Record<Subscription['status'], string>> = {
  NotStarted: 'PENDING_START',
  PendingFulfillmentStart: 'PENDING_START',
  Subscribed: 'ACTIVE',
  Suspended: 'SUSPENDED',
  Unsubscribed: 'CANCELLED',
};

/**
 * Requires that each buyer who landed has one entitlement, that each entitlement is in the state of its subscription,
 * with its plan and seats, and that acknowledged approvals, rejections and cancellations have taken effect.
 */
async function expectSales({ service }: WorldB, { landed, approved, ended }: AcknowledgedWork, rows: Rows) {
  const held = await rows(
    `SELECT e.id, e.external_id, e.status, e.info -> 'mkBSubscriptions' -> -1 AS shown FROM entitlement e`,
  );
  const refused = await refusedCommands(rows);
  const ids = held.map((row) => row.external_id);
  expect(new Set(ids).size, 'entitlements of one subscription').toBe(ids.length);
  for (const id of landed) expect(ids, 'a buyer who landed').toContain(id);
  for (const { external_id: id, status, shown } of held) {
    const one = service.subscription(String(id)) as Subscription;
    const { planId, quantity } = (shown ?? {}) as Row;
    const there = [statuses[one.status], one.planId, one.quantity];
    const what = `subscription ${id}: ${JSON.stringify([one.status, one.operations])}`;
    expect([status, planId, quantity ?? undefined], what).toEqual(there);
    if (approved.has(one.id)) expect(one.status, what).not.toBe('PendingFulfillmentStart');
    if (ended.has(one.id) && !refused.has(String(id))) expect(one.status, what).toBe('Unsubscribed');
  }
}

/** Requires that each acknowledged offer exists once, or has failed, and is in the state of the marketplace. */
async function expectOffers({ service }: WorldB, { offers, cancellations }: AcknowledgedWork, rows: Rows) {
  const held = await rows(
    "SELECT id, name, status, external_id FROM offer WHERE offer_type NOT IN ('DEFAULT', 'FREE_TRIAL')",
  );
  const own = held.filter(({ id }) => offers.has(String(id)));
  expect(new Map(own.map(({ id, name }) => [id, name])), 'offers that are held').toEqual(offers);
  expect(held.length, 'offers that the service has adopted twice').toBe(own.length);
  const today = new Date(service.now()).toISOString().slice(0, 10);
  for (const { id, status, external_id: externalId, name } of own) {
    const mine = service.privateOffers().filter(({ sent }) => sent.name.endsWith(String(id)));
    const what = `${name} (${id}) is ${status}: ${JSON.stringify(mine)}`;
    if (status === 'CREATE_FAILED') {
      expect(mine, what).toEqual([]);
      continue;
    }
    expect(
      mine.map((offer) => offer.id),
      what,
    ).toEqual([externalId]);
    const [{ state, subState, sent }] = mine as [(typeof mine)[number]];
    const isOver = sent.acceptBy !== undefined && sent.acceptBy < today;
    const expected =
      subState === 'accepted'
        ? ['ACCEPTED']
        : state === 'withdrawn'
          ? ['CANCELLED']
          : isOver
            ? ['EXPIRED', 'CANCELLED']
            : ['PENDING_ACCEPTANCE', 'CANCEL_FAILED'];
    expect(expected, what).toContain(status);
    if (status === 'CANCELLED' && !isOver) expect(cancellations, what).toContain(id);
  }
}
