import type { BilledEntitlement } from '../../entitlements/index.ts';
import type { EntitlementInfo } from '../../entitlements/records.ts';
import {
  hasWaitingUsage,
  type Metric,
  markBilled,
  readBilledUsage,
  readMetrics,
  unbilledSince,
} from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { billingTermsOf, duePeriods } from '../periods/index.ts';
import type { TaxRates } from '../tax/index.ts';
import { deductionsFor } from './deductions.ts';
import { writeDraft } from './draft.ts';
import { readDeductions, readFees } from './fee-store.ts';
import { billedLife } from './life.ts';
import { usageFees } from './usage-fees.ts';

/** Usage that was reported and waits for the run is settled within the hour: so often is looked. */
const waitMs = 600_000;

/**
 * Drafts what is due of usage of a locked entitlement. A period is closed once no usage of it waits to be settled.
 * @returns when more is due
 */
export async function draftUsage(
  scope: OrgTransaction,
  sale: BilledEntitlement,
  rates: TaxRates,
): Promise<string | undefined> {
  const now = scope.now.toISOString();
  const { entitlement, terms } = sale;
  const life = billedLife(sale, now);
  const isMetered = terms.some(({ info }) => info.billableDimensions?.length || info.dimensions?.length);
  if (!life || !isMetered) return undefined;
  const info = JSON.parse(entitlement.info) as EntitlementInfo;
  const { due, next } = duePeriods(billingTermsOf(info), 'USAGE', life, { now });
  const [first, last] = [due[0], due.at(-1)];
  if (!first || !last) return next;
  if (await hasWaitingUsage(scope, entitlement.id, last.end))
    return new Date(scope.now.getTime() + waitMs).toISOString();
  const fees = await readFees(scope, entitlement.id);
  const known = new Set(fees.map(({ key }) => key));
  const since = await unbilledSince(scope, entitlement.id);
  const from =
    since && since > first.start ? (due.find(({ end }) => end > since)?.start ?? last.end) : first.start;
  const reports = await readBilledUsage(scope, entitlement.id, { since: from, until: last.end });
  const metrics = await metricsOf(scope, sale);
  const found = usageFees({ sale, periods: due, reports, metrics, known });
  if (found.fees.length === 0) return next;
  const deductions = info.isMeteringOverageCommit
    ? deductionsFor(
        found.fees,
        fees.filter(({ kind }) => kind === 'COMMIT'),
        await readDeductions(scope, entitlement.id),
      )
    : [];
  const invoiceId = await writeDraft(scope, sale, { type: 'USAGE', fees: found.fees, deductions }, rates);
  await markBilled(scope, found.reportIds, invoiceId);
  return next;
}

/** The metrics by which terms price usage. */
async function metricsOf(
  scope: OrgTransaction,
  { terms }: BilledEntitlement,
): Promise<Map<string, Metric & { name: string }>> {
  const dimensions = terms.flatMap(({ info }) => info.billableDimensions ?? []);
  const ids = [...new Set(dimensions.flatMap(({ billableMetricId }) => billableMetricId ?? []))];
  const rows = await readMetrics(scope, ids);
  return new Map(
    [...rows].map(([id, row]) => {
      const rules = JSON.parse(row.info) as Omit<Metric, 'aggregationType'>;
      return [id, { ...rules, aggregationType: row.aggregation_type, name: row.name ?? '' }];
    }),
  );
}
