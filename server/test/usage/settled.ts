import { Exact, type UsageEntitlement, type UsageTerm } from '../../src/entitlements/index.ts';
import type { TakenBucket } from '../../src/metering/run/buckets.ts';
import { includedOf } from '../../src/metering/run/included.ts';
import { settleEntitlement } from '../../src/metering/run/settle-entitlement.ts';
import type { Outcome, Sale, Use } from './reckoning.ts';

const unit = new Exact(10).pow(12);
const start = '2026-01-01T00:00:00.000Z';
const hourOfUse = ({ month, hour }: Use): string => new Date(Date.UTC(2026, month, 1, hour)).toISOString();

type ByTerm = Map<string, Map<string, Exact>>;

/** What the program makes of the uses, run after run, each beginning where the one before left it. */
export function settleRuns(
  sale: Sale,
  uses: readonly Use[],
): { outcome: Outcome; buckets: string[]; commit: Exact } {
  const outcome: Outcome = { credit: {}, commit: {}, included: {}, sent: {}, carry: {} };
  let [carry, included]: [ByTerm, ByTerm] = [new Map(), new Map()];
  let used = { credit: '0', commit: '0' };
  const taken: TakenBucket[] = [];
  const runs = [...new Set(uses.map(({ run }) => run))].sort((one, other) => one - other);
  for (const run of runs) {
    const ofRun = uses.filter((use) => use.run === run);
    const result = settleEntitlement({
      entitlement: entitlementOf(sale, used),
      isSent: true,
      sums: ofRun.map((use) => ({
        entitlement_id: 'ent',
        hour: hourOfUse(use),
        segment: 1,
        key: sale.dimensions[use.dimension]?.key as string,
        quantity: new Exact(use.millionths).times('1e-6').toFixed(),
      })),
      counts: [...new Set(ofRun.map(hourOfUse))].map((hour) => ({
        entitlement_id: 'ent',
        hour,
        segment: 1,
        groups: 1,
        first_batch_id: '',
        last_batch_id: '',
        received_since: hour,
        received_until: hour,
      })),
      config: undefined,
      rulesOf: () => (key) => rulesOf(sale, key),
      carry,
      included,
      taken: [...taken],
      made: [],
      open: undefined,
    });
    ({ carry, included } = result);
    const [term] = result.terms;
    used = { credit: term?.usedCredit.toFixed() ?? '0', commit: term?.usedCommit.toFixed() ?? '0' };
    for (const report of result.reports) {
      for (const { dimension, hour, units } of report.lines) {
        taken.push({ dimension, hour, reportId: 'sent', isOpen: false });
        add(outcome.sent, dimension, units);
      }
      for (const step of report.spans.flatMap(({ steps }) => steps)) {
        add(outcome.credit, step.dimension, step.credit);
        add(outcome.commit, step.dimension, step.commit);
        for (const one of step.included) add(outcome.included, step.dimension, one.units);
      }
    }
  }
  for (const [key, units] of carry.get('trm') ?? []) add(outcome.carry, key, units);
  return {
    outcome,
    buckets: taken.map(({ dimension, hour }) => `${dimension} ${hour}`),
    commit: new Exact(used.commit),
  };
}

const add = (amounts: Record<string, bigint>, key: string, units: Exact): void => {
  const whole = BigInt(units.times(unit).toFixed());
  if (whole !== 0n) amounts[key] = (amounts[key] ?? 0n) + whole;
};

function rulesOf(sale: Sale, key: string) {
  const dimension = sale.dimensions.find((one) => one.key === key);
  const { price, monthly } = dimension ?? {};
  return {
    price: price === undefined ? undefined : new Exact(price).times('1e-4'),
    listPrice: undefined,
    included: includedOf(monthly === undefined ? [] : [{ recurringUnit: 'Monthly', quantity: monthly }]),
    isWhole: sale.isWhole,
    category: undefined,
  };
}

const entitlementOf = (sale: Sale, used: { credit: string; commit: string }): UsageEntitlement => ({
  id: 'ent',
  partner: 'MKA',
  status: 'ACTIVE',
  end_time: null,
  terms: [
    {
      id: 'trm',
      entitlement_id: 'ent',
      partner: 'MKA',
      offer_id: null,
      product_id: null,
      info: '{}',
      commit_amount: new Exact(sale.commit).dividedBy(100).toFixed(),
      credit_amount: new Exact(sale.credit).dividedBy(100).toFixed(),
      used_commit_amount: used.commit,
      used_credit_amount: used.credit,
      carried_credit: null,
      start_time: start,
      end_time: null,
      dimensions: null,
      oversized: null,
      overage: sale.deductsCommit,
    } satisfies UsageTerm,
  ],
});
