import { expect } from 'vitest';
import { openJobs, violationsIn } from '../invariants.ts';
import type { AcknowledgedWork } from './life.ts';
import { hourMs, minuteMs, periodic, type World } from './world.ts';

/**
 * Runs all work on both sides, until there is no pending change at the marketplace, no unread message and no
 * job.
 */
export async function comeToRest(world: World): Promise<void> {
  const { service, seller, database, go } = world;
  const isLeft = async () => {
    const open = (await openJobs(database.query)).filter(({ kind }) => !periodic.includes(kind));
    return [...open, ...service.messagesOf(seller.accountId)];
  };
  // Advances until the last hour of usage is over, and the hourly and nightly jobs have run.
  for (const ms of [5 * minuteMs, hourMs, hourMs, 24 * hourMs, 0]) {
    let left: unknown[] = [];
    for (let turn = 0; turn < 30; turn++) {
      await go(turn === 0 ? ms : 5 * minuteMs);
      left = await isLeft();
      if (left.length === 0) break;
    }
    expect(left, `work that does not come to an end: ${JSON.stringify(left)}`).toEqual([]);
  }
}

type Row = Record<string, unknown>;

/** Requires that both sides agree, without duplicates, losses or permanent waits. */
export async function reconcile(world: World, acknowledged: AcknowledgedWork): Promise<void> {
  const { database } = world;
  const rows = async (text: string): Promise<Row[]> => (await database.query(text)).rows;
  await expectOffers(
    world,
    acknowledged,
    await rows('SELECT id, name, status, external_id, expire_time FROM offer'),
  );
  await expectAgreements(world, rows);
  await expectUsage(world, acknowledged, rows);
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
  { service, seller }: World,
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
async function expectAgreements({ service }: World, rows: (text: string) => Promise<Row[]>) {
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
 * Requires that acknowledged usage was sent, that sent usage is metered once, and that usage that was
 * rejected, or has an unknown result, has an alert.
 */
async function expectUsage(
  { service }: World,
  { usage }: AcknowledgedWork,
  rows: (text: string) => Promise<Row[]>,
) {
  const lines = await rows(
    `SELECT l.entitlement_id, l.state, l.quantity::float8 AS quantity, l.bucket_hour, l.verdict, l.due_time,
       l.alerted_time IS NOT NULL AS is_alerted FROM usage_line l`,
  );
  const linesOf = (id: string) => lines.filter((line) => line.entitlement_id === id);
  for (const [id, quantity] of usage) {
    const sum = linesOf(id).reduce((all, line) => all + Number(line.quantity), 0);
    expect(sum, `usage of ${id}`).toBe(quantity);
  }
  for (const { id, external_id: externalId } of await rows('SELECT id, external_id FROM entitlement')) {
    const first = service.agreement(String(externalId))?.initialAgreementId;
    const chain = service.agreements().filter((one) => one.initialAgreementId === first);
    const metered = chain.flatMap((one) => service.metered(one.id));
    const shown = linesOf(String(id)).map((line) => ({
      state: line.state,
      hourMs: (line.bucket_hour as Date).getTime(),
      quantity: line.quantity,
    }));
    const matched = metered.map(({ hourMs, quantity }) =>
      shown.find((line) => line.hourMs === hourMs && line.quantity === quantity),
    );
    const what = `usage of ${id}: ${JSON.stringify([metered, linesOf(String(id))])}`;
    const accepted = shown.filter(({ state }) => state === 'ACCEPTED');
    expect(matched.filter((line) => line?.state === 'ACCEPTED').length, what).toBe(accepted.length);
    expect(
      matched.every((line) => ['ACCEPTED', 'UNKNOWN'].includes(String(line?.state))),
      what,
    ).toBe(true);
  }
  const isLeft = ({ state, due_time: due, is_alerted: isAlerted }: Row) =>
    !isAlerted || !(['REJECTED', 'MISSED'].includes(String(state)) || (state === 'UNKNOWN' && due === null));
  const left = lines.filter((line) => line.state !== 'ACCEPTED' && isLeft(line));
  expect(left, JSON.stringify(left)).toEqual([]);
}

/**
 * Requires that jobs failed only by rejections of the marketplace, and that alerts are about usage, or about
 * an offer cancelled during its acceptance, which lists showed late: its seller was notified that it is
 * cancelled.
 */
async function expectNoFailures(
  { service }: World,
  { cancellations }: AcknowledgedWork,
  rows: (text: string) => Promise<Row[]>,
) {
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
  expect(
    await rows('SELECT kind, waits_for FROM job WHERE waits_for IS NOT NULL AND finished_at IS NULL'),
  ).toEqual([]);
  expect(
    await rows(
      `SELECT id, status FROM offer WHERE status IN ('PENDING_CREATE', 'PENDING_UPDATE', 'PENDING_CANCEL')`,
    ),
    'offers that wait',
  ).toEqual([]);
}
