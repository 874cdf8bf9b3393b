import { expect } from 'vitest';
import type { TestDatabase } from '../../harness.ts';

export type Row = Record<string, unknown>;
export type Rows = (text: string) => Promise<Row[]>;

/** Creates the function that reads rows as the database owner. */
export const rowsOf =
  ({ database }: { database: TestDatabase }): Rows =>
  async (text) =>
    (await database.query(text)).rows;

/** A unit of usage that the marketplace accepted. `hourMs` is absent if its intervals are not hours. */
export type Metered = { quantity: number; hourMs?: number };

/**
 * Requires that acknowledged usage was sent, that sent usage is metered once, and that usage that was
 * rejected, or has an unknown result, has an alert.
 * @param acknowledged units by entitlement
 * @param meteredOf returns the usage that the marketplace has of an entitlement, by its id there
 */
export async function expectUsage(
  rows: Rows,
  acknowledged: ReadonlyMap<string, number>,
  meteredOf: (externalId: string) => readonly Metered[],
): Promise<void> {
  const lines = await rows(
    `SELECT l.entitlement_id, l.state, l.quantity::float8 AS quantity, l.bucket_hour, l.verdict, l.due_time,
       l.alerted_time IS NOT NULL AS is_alerted FROM usage_line l`,
  );
  const linesOf = (id: string) => lines.filter((line) => line.entitlement_id === id);
  for (const [id, quantity] of acknowledged) {
    const sum = linesOf(id).reduce((all, line) => all + Number(line.quantity), 0);
    expect(sum, `usage of ${id}`).toBe(quantity);
  }
  for (const { id, external_id: externalId } of await rows('SELECT id, external_id FROM entitlement'))
    expectMetered(linesOf(String(id)), meteredOf(String(externalId)), `usage of ${id}`);
  const isLeft = ({ state, due_time: due, is_alerted: isAlerted }: Row) =>
    !isAlerted || !(['REJECTED', 'MISSED'].includes(String(state)) || (state === 'UNKNOWN' && due === null));
  const left = lines.filter((line) => line.state !== 'ACCEPTED' && isLeft(line));
  expect(left, JSON.stringify(left)).toEqual([]);
}

/** Requires that each unit is a line that was accepted, or whose result is unknown, and each accepted line a unit. */
function expectMetered(lines: readonly Row[], metered: readonly Metered[], of: string): void {
  const what = `${of}: ${JSON.stringify([metered, lines])}`;
  const open = lines.filter(({ state }) => ['ACCEPTED', 'UNKNOWN'].includes(String(state)));
  // Accepted lines are matched before lines whose result is unknown.
  open.sort((a, b) => (String(a.state) < String(b.state) ? -1 : 1));
  let accepted = 0;
  for (const { quantity, hourMs } of metered) {
    const at = open.findIndex(
      (line) =>
        line.quantity === quantity &&
        (hourMs === undefined || (line.bucket_hour as Date).getTime() === hourMs),
    );
    expect(at, what).toBeGreaterThanOrEqual(0);
    const [line] = open.splice(at, 1);
    if (line?.state === 'ACCEPTED') accepted += 1;
  }
  expect(accepted, what).toBe(lines.filter(({ state }) => state === 'ACCEPTED').length);
}

/** Requires that no job waits for the integration, and that no offer waits for its marketplace. */
export async function expectNoWaits(rows: Rows): Promise<void> {
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

/**
 * Returns the ids at the marketplace of the entitlements for which the marketplace refused a command, such as the
 * rejection of an order that became active meanwhile.
 */
export async function refusedCommands(rows: Rows): Promise<ReadonlySet<string>> {
  const found = await rows(
    `SELECT DISTINCT e.external_id FROM job j
     JOIN entitlement e ON e.organization_id = j.organization_id AND e.id = j.payload ->> 'entitlementId'
     WHERE j.ended_as = 'FAILED' AND j.kind LIKE 'entitlements.%'`,
  );
  return new Set(found.map(({ external_id: id }) => String(id)));
}
