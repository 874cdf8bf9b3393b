import { expect } from 'vitest';
import { violationsIn } from '../../invariants.ts';
import { expectNoWaits, expectUsage, type Row, type Rows, rowsOf } from '../checks.ts';
import type { AcknowledgedWork } from './life.ts';
import type { WorldA } from './side.ts';

/** Requires that both sides agree, without duplicates, losses or permanent waits. */
export async function reconcile(world: WorldA, acknowledged: AcknowledgedWork): Promise<void> {
  const { database } = world;
  const rows = rowsOf(world);
  await expectOffers(
    world,
    acknowledged,
    await rows('SELECT id, name, status, external_id, expire_time FROM offer'),
  );
  await expectAgreements(world, rows);
  await expectUsage(rows, acknowledged.usage, (externalId) => {
    const first = world.service.agreement(externalId)?.initialAgreementId;
    const chain = world.service.agreements().filter((one) => one.initialAgreementId === first);
    return chain.flatMap((one) => world.service.metered(one.id));
  });
  await expectNoFailures(world, acknowledged, rows);
  const except = [
    // The creation continues in a job of a different kind, and a second job repeats a failed creation.
    'a private offer at a marketplace without exactly one job that creates it',
    // Alerts are checked separately.
    'a fact about an agreement that was taken for impossible',
  ];
  const violations = await violationsIn(database.query, except);
  expect(violations, JSON.stringify(violations)).toEqual({});
}

/**
 * Requires that each acknowledged offer exists once with its terms, or has failed at the marketplace without
 * an effect.
 */
async function expectOffers(
  { service, seller }: WorldA,
  { offers, extensions, cancellations }: AcknowledgedWork,
  held: Row[],
) {
  expect(new Map(held.map(({ id, name }) => [id, name])), 'offers that are held').toEqual(offers);
  const there = service.offersOf(seller.accountId);
  const sets = service.changeSets();
  const ends = new Set(['EXPIRED', 'CANCELLED']);
  for (const { id, status, external_id: externalId, expire_time: expireTime, name } of held) {
    const what = `${name} (${id}) is ${status}`;
    const made = sets.filter((set) => set.name === `offer:${id}` && set.status === 'SUCCEEDED');
    const mine = there.filter((offer) => offer.name === name);
    if (status === 'CREATE_FAILED') {
      expect([made.length, mine.length], what).toEqual([0, 0]);
      continue;
    }
    expect([made.length, mine.map((offer) => offer.id)], what).toEqual([1, [externalId]]);
    const [offer] = mine;
    const agreements = service.agreements().filter((one) => one.offer.id === externalId);
    const lastDay = String(offer?.availabilityEndDate);
    const isOver = lastDay < new Date(service.now()).toISOString().slice(0, 10);
    const states =
      agreements.length > 0
        ? ['ACCEPTED', 'USED']
        : isOver
          ? [...ends]
          : ['PENDING_ACCEPTANCE', 'UPDATE_FAILED', 'CANCEL_FAILED'];
    expect(states, `${what}; last day there: ${lastDay}`).toContain(status);
    const isChanged = !String(status).endsWith('_FAILED') && !cancellations.has(String(id));
    const until = extensions.get(String(id));
    const hasFailed = sets.some(
      ({ status: end, changes }) =>
        end === 'FAILED' && changes.some(({ input }) => input.Entity.Identifier === externalId),
    );
    if (until && isChanged && !hasFailed) expect((expireTime as Date).toISOString(), what).toBe(until);
    if (isChanged) expect(dayBefore(expireTime as Date), what).toBe(lastDay);
  }
  expect(there.length, 'offers there').toBe(held.filter(({ status }) => status !== 'CREATE_FAILED').length);
}

const dayBefore = (time: Date) => new Date(time.getTime() - 1).toISOString().slice(0, 10);

/**
 * Requires that each agreement is one term of one entitlement, and that the entitlement ends or continues as
 * its last agreement does.
 */
async function expectAgreements({ service }: WorldA, rows: Rows) {
  const held = await rows(
    `SELECT e.id, e.external_id, e.status,
       (SELECT count(*)::int FROM entitlement_term t WHERE t.entitlement_id = e.id AND t.info ->> 'type' <> 'DivideCommit') AS terms
     FROM entitlement e ORDER BY e.external_id`,
  );
  const firsts = new Set(service.agreements().map(({ initialAgreementId }) => initialAgreementId));
  const chains = [...firsts].map((first) =>
    service.agreements().filter(({ initialAgreementId }) => initialAgreementId === first),
  );
  const asking = new Set(
    service
      .cancellations()
      .flatMap(({ status, agreement }) => (status === 'PENDING_APPROVAL' ? [agreement.id] : [])),
  );
  const wanted = chains.map((chain) => {
    const last = chain.at(-1);
    const isActive = last?.status === 'ACTIVE';
    const status = isActive ? (asking.has(String(last?.id)) ? 'PENDING_CANCEL' : 'ACTIVE') : 'CANCELLED';
    return { external_id: last?.id, status, terms: chain.length };
  });
  wanted.sort((a, b) => (String(a.external_id) < String(b.external_id) ? -1 : 1));
  const shown = held.map(({ id: _, ...row }) => row);
  shown.sort((a, b) => (String(a.external_id) < String(b.external_id) ? -1 : 1));
  const terms = await rows(
    'SELECT entitlement_id, start_time, end_time, info FROM entitlement_term ORDER BY start_time',
  );
  const there = service
    .agreements()
    .map(({ id, status, startMs, endMs, intent }) => [id, status, startMs, endMs, intent]);
  expect(shown, `entitlements: ${JSON.stringify([held, terms, there])}`).toEqual(wanted);
}

/**
 * Requires that jobs failed only by rejections of the marketplace, and that alerts are about usage, or about
 * an offer cancelled during its acceptance, which lists showed late: its seller was notified that it is
 * cancelled.
 */
async function expectNoFailures({ service }: WorldA, { cancellations }: AcknowledgedWork, rows: Rows) {
  const failed = await rows(`SELECT kind, outcome, last_error FROM job WHERE ended_as = 'FAILED'`);
  const refused = service.changeSets().filter(({ failureCode }) => failureCode === 'CLIENT_ERROR').length;
  expect(failed.filter(({ kind }) => String(kind).startsWith('offers.')).length, JSON.stringify(failed)).toBe(
    refused,
  );
  expect(
    failed.filter(({ kind }) => !String(kind).startsWith('offers.')),
    `failed: ${JSON.stringify(failed)}`,
  ).toEqual([]);
  const recorded = await rows(
    `SELECT entity_type, entity_id, payload FROM event WHERE action = 'ABNORMAL_ALERT' AND entity_type <> 'USAGE_RECORD_REPORT'`,
  );
  const alerts = recorded.filter(({ entity_id: id, payload }) => {
    const { status } = payload as { status?: string };
    return !(cancellations.has(String(id)) && status === 'ACCEPTED');
  });
  expect(alerts, `alerts: ${JSON.stringify(alerts)}`).toEqual([]);
  await expectNoWaits(rows);
}
