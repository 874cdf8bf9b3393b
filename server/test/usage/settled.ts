import type { UsageEntitlement, UsageTerm } from '../../src/entitlements/index.ts';
import type { ExistingLine } from '../../src/metering/run/buckets.ts';
import { includedOf } from '../../src/metering/run/included.ts';
import {
  type SettledEntitlement,
  type SettledReport,
  settleEntitlement,
} from '../../src/metering/run/settle-entitlement.ts';
import { Exact } from '../../src/platform/money-and-time/exact.ts';
import type { Outcome, Sale, Term, Use } from './reckoning.ts';

const unit = new Exact(10).pow(12);
const monthAt = (month: number): string => new Date(Date.UTC(2026, month, 1)).toISOString();
const hourOfUse = ({ month, hour }: Use): string => new Date(Date.UTC(2026, month, 1, hour)).toISOString();

type UnitsByTerm = Map<string, Map<string, Exact>>;

/**
 * Returns the service's results for the usage of successive runs; each run continues from the previous run.
 */
export function settleRuns(
  sale: Sale,
  uses: readonly Use[],
): { outcome: Outcome; buckets: string[]; usedCommit: Exact[]; credit: Exact } {
  const outcome: Outcome = { credit: {}, commit: {}, included: {}, sent: {}, carry: {} };
  let [carry, included]: [UnitsByTerm, UnitsByTerm] = [new Map(), new Map()];
  let terms = sale.terms.map(termOf);
  const segmentOf = ({ month }: Use) => sale.terms.filter((term) => term.month <= month).length;
  const taken: ExistingLine[] = [];
  const runs = [...new Set(uses.map(({ run }) => run))].sort((one, other) => one - other);
  for (const run of runs) {
    const ofRun = uses.filter((use) => use.run === run);
    const result = settleEntitlement({
      entitlement: {
        id: 'ent',
        partner: 'MKA',
        status: 'ACTIVE',
        end_time: null,
        terms: terms.map((term) => ({ ...term, overage: sale.deductsCommit })),
      } satisfies UsageEntitlement,
      isSent: true,
      generation: 0,
      sums: ofRun.map((use) => ({
        entitlement_id: 'ent',
        hour: hourOfUse(use),
        segment: segmentOf(use),
        key: sale.dimensions[use.dimension]?.key as string,
        quantity: new Exact(use.millionths).times('1e-6'),
      })),
      counts: [...new Map(ofRun.map((use) => [hourOfUse(use), segmentOf(use)]))].map(([hour, segment]) => ({
        entitlement_id: 'ent',
        hour,
        segment,
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
      balance: undefined,
    });
    ({ carry, included } = result);
    terms = terms.map((term) => asLeft(term, result));
    for (const report of result.reports) {
      for (const { dimension, hour } of report.lines)
        taken.push({ dimension, hour, reportId: 'sent', isOpen: false, isReported: true });
      addReport(outcome, report);
    }
  }
  for (const [termId, units] of carry)
    for (const [dimension, one] of units) add(outcome.carry, `${termId} ${dimension}`, one);
  return {
    outcome,
    buckets: taken.map(({ dimension, hour }) => `${dimension} ${hour}`),
    usedCommit: terms.map((term) => new Exact(term.used_commit_amount ?? 0)),
    credit: terms.reduce((sum, term) => sum.plus(term.credit_amount ?? 0), new Exact(0)),
  };
}

/** Returns a term after a run. */
function asLeft(term: UsageTerm, { terms }: SettledEntitlement): UsageTerm {
  const state = terms.find(({ id }) => id === term.id) as SettledEntitlement['terms'][number];
  return {
    ...term,
    credit_amount: state.credit.toFixed(),
    used_credit_amount: state.usedCredit.toFixed(),
    used_commit_amount: state.usedCommit.toFixed(),
    carried_credit: state.carried.toFixed(),
  };
}

function addReport(outcome: Outcome, { termId, lines, spans }: SettledReport): void {
  for (const { dimension, units } of lines) add(outcome.sent, `${termId} ${dimension}`, units);
  for (const step of spans.flatMap(({ steps }) => steps)) {
    const key = `${termId} ${step.dimension}`;
    add(outcome.credit, key, step.credit);
    add(outcome.commit, key, step.commit);
    for (const one of step.included) add(outcome.included, key, one.units);
  }
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

const hundredths = (amount: number): string => new Exact(amount).dividedBy(100).toFixed();

const termOf = ({ month, credit, carried, commit }: Term, place: number): UsageTerm => ({
  id: String(place),
  entitlement_id: 'ent',
  partner: 'MKA',
  offer_id: null,
  product_id: null,
  info: '{}',
  commit_amount: hundredths(commit),
  credit_amount: hundredths(credit),
  used_commit_amount: '0',
  used_credit_amount: '0',
  carried_credit: carried === 0 ? null : hundredths(carried),
  shared_credit: null,
  start_time: monthAt(month),
  end_time: null,
  priced_amount: hundredths(commit),
  priced_until: null,
  dimensions: null,
  oversized: null,
  overage: null,
});
