import { Decimal } from 'decimal.js';
import type pg from 'pg';
import { expect } from 'vitest';

type Query = pg.Pool['query'];
/** Units by entitlement and dimension: `ent_1 gpu`. */
export type Sums = Map<string, Decimal>;

export function addUnits(sums: Sums, entitlementId: string, records: Readonly<Record<string, number>>): void {
  for (const [key, quantity] of Object.entries(records)) {
    const name = `${entitlementId} ${key}`;
    sums.set(name, (sums.get(name) ?? new Decimal(0)).plus(quantity));
  }
}

/**
 * Returns the marketplaces’ bills by line and in total, and the ledger’s amounts, for each dimension of an
 * entitlement.
 */
async function settledSums(query: Query, organizationId: string) {
  const sums = async (text: string): Promise<Map<string, string>> => {
    const { rows } = await query(text, [organizationId]);
    return new Map(rows.map(({ name, sum }) => [name, new Decimal(sum).toFixed()]));
  };
  const billed = (table: string) =>
    sums(
      `SELECT e.id || ' ' || u.dimension AS name, sum(u.quantity) AS sum FROM ${table} u
       JOIN entitlement e ON e.organization_id = u.organization_id AND e.external_id = u.agreement_id
       WHERE u.organization_id = $1 GROUP BY 1`,
    );
  const entries = (type: string) =>
    sums(
      `SELECT entitlement_id || ' ' || dimension AS name, sum(quantity) AS sum FROM usage_ledger
       WHERE organization_id = $1 AND type = '${type}' GROUP BY 1`,
    );
  const carried = await sums(
    `SELECT t.entitlement_id || ' ' || b.dimension AS name, sum(b.carry) AS sum FROM usage_balance b
     JOIN entitlement_term t ON t.organization_id = b.organization_id AND t.id = b.entitlement_term_id
     WHERE b.organization_id = $1 GROUP BY 1`,
  );
  return {
    bills: await billed('sandbox_usage'),
    totals: await billed('sandbox_usage_total'),
    ledger: await entries('REPORTED'),
    used: await entries('USAGE'),
    carried,
  };
}

/** Requires that billed usage equals the ledger, and used usage equals reported usage. */
export async function expectUsed(query: Query, organizationId: string, reported: Sums) {
  const settled = await settledSums(query, organizationId);
  expect(settled.totals).toEqual(settled.bills);
  expect(settled.bills).toEqual(settled.ledger);
  expect([...settled.used.keys()].sort()).toEqual([...reported.keys()].sort());
  for (const [name, quantity] of reported) expect(settled.used.get(name), name).toBe(quantity.toFixed());
  return settled;
}

/** Requires also that all usage is billed, except fractions that are too small to report. */
export async function expectBillsOf(query: Query, organizationId: string, reported: Sums): Promise<void> {
  const { bills, carried } = await expectUsed(query, organizationId, reported);
  for (const [name, quantity] of reported) {
    const sum = new Decimal(bills.get(name) ?? 0).plus(carried.get(name) ?? 0);
    expect(sum.toFixed(), name).toBe(quantity.toFixed());
  }
}

/**
 * Returns the requests that resolve lines with an unknown result according to the marketplace’s records: path
 * and body.
 */
export async function sayingsOfHeld(
  query: Query,
  organizationId: string,
): Promise<{ path: string; body: { accepted: boolean; dimension: string } }[]> {
  const { rows } = await query(
    `SELECT l.report_id, l.dimension, EXISTS (SELECT FROM sandbox_usage u WHERE u.organization_id = $1
       AND u.agreement_id = e.external_id AND u.dimension = l.dimension AND u.hour = l.bucket_hour) AS taken
     FROM usage_line l JOIN entitlement e ON e.organization_id = l.organization_id AND e.id = l.entitlement_id
     WHERE l.organization_id = $1 AND l.state = 'UNKNOWN' AND l.due_time IS NULL`,
    [organizationId],
  );
  return rows.map(({ report_id: id, dimension, taken }) => ({
    path: `usageRecordReport/${id}/resolve`,
    body: { accepted: taken, dimension },
  }));
}
