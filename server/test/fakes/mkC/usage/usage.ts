import type { Clock } from '../../http/clock.ts';
import { readDateTime } from '../offers/times.ts';
import type { Entitlement, Product, Records } from '../procurement/records.ts';

/** An operation as a client reports it. */
export type ReportedOperation = {
  operationId?: string;
  operationName?: string;
  consumerId?: string;
  startTime?: string;
  endTime?: string;
  metricValueSets?: {
    metricName?: string;
    metricValues?: { int64Value?: string | number; doubleValue?: number }[];
  }[];
};

type Reading = { metric: string; quantities: readonly number[] };
type ReadOperation = {
  operationId: string;
  consumerId: string;
  startMs: number;
  endMs: number;
  readings: readonly Reading[];
};

/** Usage of a metric that was accepted. */
export type Metered = {
  operationId: string;
  entitlement: Entitlement;
  metric: string;
  quantity: number;
  startMs: number;
  endMs: number;
};
type Refusal = { code: 'INVALID_ARGUMENT' | 'NOT_FOUND' | 'INTERNAL'; message: string };

const hourMs = 3_600_000;

export const readOperation = (operation: ReportedOperation): ReadOperation => ({
  operationId: operation.operationId ?? '',
  consumerId: operation.consumerId ?? '',
  startMs: Date.parse(operation.startTime ?? ''),
  endMs: Date.parse(operation.endTime ?? ''),
  readings: (operation.metricValueSets ?? []).map(({ metricName = '', metricValues = [] }) => ({
    metric: metricName,
    quantities: metricValues.map(({ int64Value, doubleValue }) =>
      (int64Value === undefined) === (doubleValue === undefined)
        ? Number.NaN
        : Number(int64Value ?? doubleValue),
    ),
  })),
});

/**
 * Returns the time from which usage is accepted: the start of the month, or that of the month before until an hour of the
 * new month has passed. Months begin in the marketplace's time zone.
 */
export function acceptedFrom(nowMs: number): number {
  const now = new Date(nowMs);
  const starts = [1, 0, -1, -2].map((back) => {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + back, 1));
    return readDateTime({ year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: 1 });
  });
  const [closed = 0] = starts.filter((startMs) => startMs + hourMs <= nowMs);
  return closed;
}

/** Simulates the acceptance of usage. */
export function createUsage({ records, clock }: { records: Records; clock: Clock }) {
  const metered: Metered[] = [];
  const settings = { failing: 0, deduplicates: true };
  const entitlementOf = (product: Product, consumerId: string | undefined): Entitlement | undefined =>
    records.all().find((one) => one.product === product && one.usageReportingId === consumerId);
  const faultOf = (product: Product, given: ReadOperation, one: Entitlement): string | undefined => {
    const { startMs, endMs, readings } = given;
    if (!(endMs > startMs)) return 'endTime must be after startTime.';
    if (endMs - startMs > hourMs) return 'Usage must be reported for at most an hour.';
    if (endMs > clock.now()) return 'endTime is in the future.';
    if (startMs < acceptedFrom(clock.now())) return 'The usage of this month is closed.';
    if (one.state === 'CANCELLED' && endMs > one.updatedMs) return 'The entitlement is cancelled.';
    if (readings.length === 0) return 'metricValueSets is required.';
    for (const { metric, quantities } of readings) {
      if (!product.metrics.some((name) => metric === `${product.serviceName}/${name}`))
        return `Unknown metric ${metric}.`;
      if (quantities.length === 0 || quantities.some((quantity) => !(quantity >= 0)))
        return `Invalid value of the metric ${metric}: one of int64Value and doubleValue, at least 0.`;
      if (overlaps(one, metric, given)) return `Usage of ${metric} was reported for this time.`;
    }
    return undefined;
  };
  const overlaps = (one: Entitlement, metric: string, { startMs, endMs }: ReadOperation) =>
    metered.some(
      (known) =>
        known.entitlement === one &&
        known.metric === metric &&
        known.startMs < endMs &&
        known.endMs > startMs,
    );
  return {
    settings,
    entitlementOf,
    /** Accepts an operation, or returns why it is refused. A repeated operation counts once. */
    report: (product: Product, given: ReadOperation): Refusal | undefined => {
      if (settings.failing > 0) {
        settings.failing -= 1;
        return { code: 'INTERNAL', message: 'Internal error.' };
      }
      const one = entitlementOf(product, given.consumerId);
      if (!one) return { code: 'NOT_FOUND', message: 'The consumer does not exist.' };
      if (metered.some((known) => known.entitlement === one && known.operationId === given.operationId)) {
        if (settings.deduplicates) return undefined;
      } else {
        const message = faultOf(product, given, one);
        if (message !== undefined) return { code: 'INVALID_ARGUMENT', message };
      }
      const { operationId, startMs, endMs } = given;
      for (const { metric, quantities } of given.readings) {
        const quantity = quantities.reduce((sum, value) => sum + value, 0);
        metered.push({ operationId, entitlement: one, metric, quantity, startMs, endMs });
      }
      return undefined;
    },
    /** Returns the accepted usage of an entitlement, or of all entitlements. */
    accepted: (one?: Entitlement): readonly Metered[] =>
      metered.filter(({ entitlement }) => one === undefined || entitlement === one),
    /** Returns the times between the first and the last report of a metric that no report covers. */
    gaps: (one: Entitlement, metric: string): { fromMs: number; untilMs: number }[] => {
      const rows = metered
        .filter((known) => known.entitlement === one && known.metric === metric)
        .sort((left, right) => left.startMs - right.startMs);
      return rows.flatMap(({ startMs }, index) => {
        const before = rows[index - 1];
        return before && before.endMs < startMs ? [{ fromMs: before.endMs, untilMs: startMs }] : [];
      });
    },
  };
}
export type Usage = ReturnType<typeof createUsage>;
