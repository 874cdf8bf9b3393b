import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUnbilledUsage } from '../../src/metering/index.ts';
import type { OrgTransaction } from '../../src/platform/access/scope.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: { id: string };
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

type Report = { sale: string; hour: number; billable: Record<string, string> };

/** Random numbers below a limit, the same in each run. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
}

const random = createRandom(11);
const decimals = 6;
const unitsText = (): string => {
  const shown = random(decimals + 1);
  const fraction = Array.from({ length: shown }, () => random(10)).join('');
  return fraction ? `${random(1000)}.${fraction}` : String(random(1000));
};
const nameOf = (index: number): string =>
  index % 7 === 3 ? `usage "${'long name '.repeat(30)}" ${index}` : `usage\n${index}`;

/** Reports of sales with few prices, many, long names, and none; prices of some change in the middle. */
const reports: Report[] = Array.from({ length: 40 }, (_, sale) => {
  const most = [0, 1, 5, 8, 9, 30][sale % 6] as number;
  return Array.from({ length: 25 }, (_, hour) => {
    const keys = Array.from(
      { length: random(most + 1) },
      (_, index) => `${hour > 12 && sale % 4 === 0 ? '0.50' : '0.125'} ${nameOf(index + (sale % 3))}`,
    );
    return { sale: `ent_${sale}`, hour, billable: Object.fromEntries(keys.map((key) => [key, unitsText()])) };
  });
}).flat();

const scaled = (text: string): bigint => {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
};
const insert = (rows: readonly Report[]) =>
  app.database.query(
    `INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, run_id, usage_from, usage_until, group_count,
       status, group_status, billable, creation_time, last_update_time)
     SELECT $1, 'urr_' || r.sale || '_' || r.hour, r.sale, 'trm_1', 'run_' || r.hour, u.hour, u.hour + interval '1 hour', 1, 'CREATED',
       'CREATED', r.billable::jsonb, u.hour, u.hour
     FROM unnest($2::text[], $3::int[], $4::text[]) AS r (sale, hour, billable),
       LATERAL (SELECT make_timestamptz(2027, 5, 3, 0, 0, 0, 'UTC') + r.hour * interval '1 hour' AS hour) u`,
    [
      org.id,
      rows.map(({ sale }) => sale),
      rows.map(({ hour }) => hour),
      // Prints numbers digit by digit, like the run.
      rows.map(
        ({ billable }) =>
          `{${Object.entries(billable).map(([key, units]) => `${JSON.stringify(key)}: ${units}`)}}`,
      ),
    ],
  );

const hourOf = (hour: number): string => new Date(Date.UTC(2027, 4, 3, hour)).toISOString();
const month = { start: '2027-05-01T00:00:00.000Z', end: '2027-06-01T00:00:00.000Z' };

/** Compares the sums of a time with a plain sum over its reports. */
async function compare(
  stored: readonly Report[],
  { start, end }: typeof month,
  generation = 0,
): Promise<void> {
  const sales = [...new Set(stored.map(({ sale }) => sale))];
  const found = await app.app.database.transaction(async ({ query }) => {
    await query({
      name: 'as_organization',
      text: `SELECT set_config('app.organization_id', $1, true)`,
      values: [org.id],
    });
    const scope = { organizationId: org.id, query } as OrgTransaction;
    const parts = sales.map((entitlementId) => ({ entitlementId, billedBy: [], start, end }));
    return readUnbilledUsage(scope, parts, () => false);
  });
  for (const [index, sale] of sales.entries()) {
    const own = stored.filter(
      (report) => report.sale === sale && hourOf(report.hour) >= start && hourOf(report.hour) < end,
    );
    const plain = new Map<string, bigint>();
    for (const { billable } of own)
      for (const [key, units] of Object.entries(billable)) {
        const priced = `${Number(key.split(' ')[0])}${key.slice(key.indexOf(' '))}`;
        plain.set(priced, (plain.get(priced) ?? 0n) + scaled(units));
      }
    const summed = new Map<string, bigint>();
    for (const { dimension, price, units } of found[index]?.all.units ?? []) {
      const key = `${price.toFixed()} ${dimension}`;
      summed.set(key, (summed.get(key) ?? 0n) + scaled(units.toFixed()));
    }
    expect([sale, start, end, [...summed].sort()]).toEqual([sale, start, end, [...plain].sort()]);
    expect(found[index]?.reportId).toBe(own.map(({ hour }) => `urr_${sale}_${hour}`).sort()[0]);
    expect(found[index]?.spans.map((span) => span.generation)).toEqual(
      own.length > 0 ? [generation] : undefined,
    );
  }
}

test('units equal the sum over all reports, for any number of prices', async () => {
  await insert(reports);
  await compare(reports, month);
});

test('a time within a day includes exactly its own reports', async () => {
  const hours = (start: number, end: number) => ({ start: hourOf(start), end: hourOf(end) });
  // Days begin at the hours 0, 24 and 48.
  for (const time of [hours(0, 24), hours(24, 48), hours(3, 17), hours(3, 24), hours(0, 5), hours(13, 25)])
    await compare(reports, time);
  await compare(reports, { start: '2027-05-03T02:30:00.000Z', end: '2027-05-04T00:00:00.001Z' });
});

test('sums of days are updated when reports change, arrive late or are removed', async () => {
  const moved = (sale: string, hour: number): Report => ({ sale, hour, billable: { '0.125 late': '7.25' } });
  const late = ['ent_1', 'ent_2', 'ent_5'].flatMap((sale) => [
    moved(sale, 30),
    moved(sale, 31),
    moved(sale, 60),
  ]);
  await insert(late);
  const changed = [...reports, ...late].map((report, index): Report => {
    const isChanged = index % 9 === 0 || report.hour === 31;
    return isChanged ? { ...report, billable: { '0.125 changed': String(index) } } : report;
  });
  const ofChanged = changed.filter(({ billable }) => '0.125 changed' in billable);
  await app.database.query(
    `UPDATE usage_report r SET billable = c.billable::jsonb FROM unnest($2::text[], $3::text[]) AS c (id, billable)
     WHERE r.organization_id = $1 AND r.id = c.id`,
    [
      org.id,
      ofChanged.map(({ sale, hour }) => `urr_${sale}_${hour}`),
      ofChanged.map(({ billable }) => `{"0.125 changed": ${billable['0.125 changed']}}`),
    ],
  );
  await compare(changed, month);
  await app.database.query(`DELETE FROM usage_report WHERE organization_id = $1 AND id LIKE '%\\_7'`, [
    org.id,
  ]);
  const left = changed.filter(({ hour }) => hour !== 7);
  await compare(left, month);
  await compare(left, { start: hourOf(6), end: hourOf(70) });
  await app.database.query(
    `UPDATE usage_report SET generation = 1 WHERE organization_id = $1 AND entitlement_id = 'ent_2'`,
    [org.id],
  );
  await app.database.query(
    `SET ROLE tradepost_system;
     INSERT INTO usage_billing (organization_id, entitlement_id, generation, since, until, invoice_id, live, last_update_time)
     VALUES ('${org.id}', 'ent_2', 0, '2027-06-01T00:00:00Z', '2027-07-01T00:00:00Z', 'inv_other', true, now());
     RESET ROLE`,
  );
  await compare(
    left.filter(({ sale }) => sale === 'ent_2'),
    month,
    1,
  );
});

test('the summed text of a report is updated with it, and omitted if it is long', async () => {
  const wide = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`1 d${n}`, '1']));
  const cases: [Record<string, string>, string | null][] = [
    [{}, '[] {}'],
    [{ '2 b': '1.50', '1 a': '3' }, '["1 a", "2 b"] {3,1.50}'],
    [wide, null],
    [{ [`1 ${'x'.repeat(1000)}`]: '1' }, null],
  ];
  for (const [billable, expected] of cases) {
    const text = `{${Object.entries(billable).map(([key, units]) => `${JSON.stringify(key)}: ${units}`)}}`;
    const { rows } = await app.database.query(
      `UPDATE usage_report r SET billable = $2::jsonb WHERE organization_id = $1 AND id = 'urr_ent_0_0'
       RETURNING r.billable_keys || ' ' || r.billable_units::text AS summed`,
      [org.id, text],
    );
    expect(rows).toEqual([{ summed: expected }]);
  }
});

test('names of the maximum length fit into the index', async () => {
  const noise = createRandom(5);
  const name = (length: number) => Array.from({ length }, () => String.fromCharCode(33 + noise(90))).join('');
  const billable = Object.fromEntries(
    Array.from({ length: 8 }, () => [`1 ${name(90).replace(/["\\]/g, 'x')}`, '123456789012345.1234567890']),
  );
  await insert([{ sale: 'ent_long', hour: 1, billable }]);
  const { rows } = await app.database.query(
    `SELECT billable_keys IS NOT NULL AS short FROM usage_report WHERE entitlement_id = 'ent_long'`,
  );
  expect(rows).toEqual([{ short: true }]);
});
