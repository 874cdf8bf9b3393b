import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { usageOf } from '../usage.fixture.ts';
import { countOf, seededChance } from './seeded.ts';

/** The number of histories, each in its own organization; a hundred or more before a release. */
const histories = countOf('USAGE_PLAYED_HISTORIES', 2);
const mostMoves = countOf('USAGE_PLAYED_MOVES', 12);
const chance = seededChance('usage-played');
const hourMs = 3_600_000;
const keys = ['gpu', 'disk'] as const;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  // Usage of past hours raises an alert immediately.
  const { rows } = await app.database.query(
    `SELECT DISTINCT entity_id FROM event WHERE action = 'ABNORMAL_ALERT' AND entity_type = 'USAGE_RECORD_REPORT'`,
  );
  for (const { entity_id: id } of rows) app.expectAbnormalAlert(id);
  await app.stop();
});

/** Returns the info of a random sale: prices, included units, and an optional commit. */
const infoOf = () => ({
  currency: 'USD',
  isMeteringOverageCommit: chance.below(2) === 0,
  autoRenew: true,
  commits: [{ key: 'fee', rate: 1 + chance.below(40), length: 30, timeUnit: 'DAY' }],
  dimensions: keys.map((key) => ({
    key,
    name: key,
    ...(chance.below(4) === 0 ? {} : { rate: (1 + chance.below(400)) / 100 }),
    ...(chance.below(2) === 0
      ? {}
      : { includedBaseQuantities: [{ recurringUnit: 'Monthly', quantity: 1 + chance.below(20) }] }),
  })),
});

/** Creates the actions of one history. */
function playerOf(sale: Entitlements) {
  const reported = new Map<string, Decimal>();
  const clock = async () => new Date((await sale.get('sandbox/clock')).time).getTime();
  const advance = async (hours: number) => {
    await sale.post('sandbox/clock', { to: new Date((await clock()) + hours * hourMs).toISOString() });
    await app.drainJobs();
  };
  const report = async (id: string) => {
    const time = await clock();
    const groups = Array.from({ length: 1 + chance.below(4) }, () => ({
      entitlementID: id,
      records: Object.fromEntries(
        keys.slice(chance.below(2)).map((key) => [key, chance.below(chance.pick([9, 100, 3_000])) / 100]),
      ),
      // The usage is of hours that were already sent, of an ended term, or of the current term.
      timestamp: new Date(time - chance.below(chance.pick([1, 3, 20])) * hourMs - 1).toISOString(),
    }));
    const { status, body, text } = await sale.call('POST', 'batchCreateUsageRecordGroups', groups);
    expect(status, text).toBe(200);
    for (const [index, { status: taken }] of body.entries())
      if (taken !== 'INVALID')
        for (const [key, quantity] of Object.entries(groups[index]?.records ?? {}))
          reported.set(`${id} ${key}`, (reported.get(`${id} ${key}`) ?? new Decimal(0)).plus(quantity));
  };
  const moves = [
    (id: string) => report(id),
    (id: string) => report(id),
    (id: string) => report(id),
    (id: string) =>
      sale.post(`entitlement/${id}/addCredit`, { creditAmountIncrement: chance.below(2000) / 100 }),
    // Ends the term early; the next term gets the unconsumed amount.
    async (id: string) => {
      const plan = {
        planId: `plan ${chance.below(1_000_000)}`,
        ...chance.pick([{}, { amount: chance.below(60) }]),
      };
      const { status, text } = await sale.call('POST', `sandbox/entitlement/${id}/changePlan`, plan);
      expect([200, 400], text).toContain(status);
      await app.drainJobs();
    },
    () => advance(1 + chance.below(5)),
    () => advance(1 + chance.below(5)),
    () => advance(24 * (1 + chance.below(20))),
    // Advances beyond the end of the term, at which the sale renews automatically.
    () => advance(24 * 31),
  ];
  return { reported, advance, moves };
}

const sums = async (text: string, organizationId: string): Promise<Record<string, string>> => {
  const { rows } = await app.database.query(text, [organizationId]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, new Decimal(sum).toFixed()]));
};
const ledgerOf = (organizationId: string, types: string) =>
  sums(
    `SELECT entitlement_id || ' ' || dimension AS name, sum(quantity) AS sum FROM usage_ledger
     WHERE organization_id = $1 AND type = ANY (string_to_array('${types}', ',')) GROUP BY 1 HAVING sum(quantity) <> 0`,
    organizationId,
  );

async function playHistory(): Promise<string[]> {
  const org = await app.organization();
  const sale = entitlementsOf(app, org);
  const usage = usageOf(app, org);
  const { reported, advance, moves } = playerOf(sale);
  const sold: { id: string; externalID: string }[] = [];
  for (const partner of ['MKA', 'MKB']) sold.push(await sale.accepted({ partner, info: infoOf() }));
  for (let count = 0; count < mostMoves; count++) {
    for (const { id } of sold) await chance.pick(moves)(id);
    expect(await usage.act(verifyUsage)).toEqual([]);
  }
  const terms = (await Promise.all(sold.map(({ id }) => sale.terms(id)))).flat().length;
  for (const { id } of sold) {
    const { status } = await sale.entitlement(id);
    if (status !== 'CANCELLED') await sale.post(`sandbox/entitlement/${id}/cancel`);
  }
  await app.drainJobs();
  // The last usage is sent, and the remaining fraction is written off.
  await advance(72);
  expect(await usage.act(verifyUsage)).toEqual([]);
  const used = Object.fromEntries(
    [...reported].filter(([, sum]) => !sum.isZero()).map(([name, sum]) => [name, sum.toFixed()]),
  );
  expect(await ledgerOf(org.id, 'USAGE')).toEqual(used);
  expect(await ledgerOf(org.id, 'CARRY')).toEqual({});
  expect(await ledgerOf(org.id, 'INCLUDED,CREDIT,COMMIT,REPORTED,WRITTEN_OFF')).toEqual(used);
  const billed = await sums(
    `SELECT e.id || ' ' || u.dimension AS name, sum(u.quantity) AS sum FROM sandbox_usage u
     JOIN entitlement e ON e.organization_id = u.organization_id AND e.external_id = u.agreement_id
     WHERE u.organization_id = $1 GROUP BY 1`,
    org.id,
  );
  expect(await ledgerOf(org.id, 'REPORTED')).toEqual(billed);
  const { rows } = await app.database.query(
    'SELECT DISTINCT type FROM usage_ledger WHERE organization_id = $1',
    [org.id],
  );
  return [...rows.map(({ type }) => type as string), ...(terms > sold.length ? ['RENEWED'] : [])];
}

test(`${histories} random histories by the API: records, ledger and bills are equal, and can be rebuilt`, async () => {
  const seen = new Set<string>();
  for (let count = 0; count < histories; count++) for (const one of await playHistory()) seen.add(one);
  console.log(
    `usage-played: ${histories} histories of ${mostMoves} moves met ${[...seen].sort().join(', ')}`,
  );
  expect([...seen]).toEqual(expect.arrayContaining(['USAGE', 'REPORTED']));
});
