import { freeHour, hourOf, lastOf, nextHour, type OpenHours } from './open-hours.ts';

/** A part of an hour of use within one term, with the dimensions to send. */
export type Span = {
  termId: string;
  /** Hour in which the term began; for a sub term, its parent term. */
  begin: string;
  /** Start and end, within one hour. */
  from: string;
  until: string;
  dimensions: readonly string[];
};

/** A report of the entitlement that an earlier chunk of the run created. */
export type EarlierReport = { id: string; termId: string; from: string; until: string };

/**
 * An existing line of the entitlement. Its hour is closed unless the line belongs to this run and has not
 * been sent.
 */
export type ExistingLine = {
  dimension: string;
  hour: string;
  reportId: string;
  isOpen: boolean;
  /** Whether the marketplace has accepted the line, or may have accepted it. */
  isReported: boolean;
};

/**
 * The hour for which a dimension is sent. If no hour is left, `isLost` is true and the line is not sent; the
 * hour then only distinguishes the line from other lines.
 */
export type Bucket = { hour: string; isLost: boolean };

/** A report: the spans of its groups, and the hour for which each dimension is sent. */
export type ReportSpans = {
  /** Id of a report of an earlier chunk. */
  id: string | undefined;
  termId: string;
  spans: { span: Span; buckets: ReadonlyMap<string, Bucket> }[];
};

const slotOf = (dimension: string, hour: string): string => `${hour} ${dimension}`;

/**
 * Selects the hour for which each dimension is sent. The hour of use is preferred. If the hour of use was
 * sent or is closed, the next free hour is selected, because marketplaces keep the first quantity of an hour.
 * After the end of an agreement, the last free hour before the end is selected. Spans of a term with usage in
 * a common hour form one report, so that each line belongs to one report.
 * @param spans in time order
 * @param open hours that the marketplace accepts
 */
export function assignBuckets(
  spans: readonly Span[],
  taken: readonly ExistingLine[],
  made: readonly EarlierReport[],
  open: OpenHours | undefined,
): ReportSpans[] {
  const apart = assign(spans, { existing: taken, earlier: made, open, asOneReport: false });
  // Usage that is moved to an earlier hour can share the hour with earlier spans only if all spans form one
  // report, so the assignment is repeated with a single report.
  return isOutOfOrder(apart)
    ? assign(spans, { existing: taken, earlier: made, open, asOneReport: true })
    : apart;
}

const isOutOfOrder = (reports: readonly ReportSpans[]): boolean =>
  reports.some((report) =>
    report.spans.some(({ span, buckets }) =>
      [...buckets.values()].some(({ hour, isLost }) => isLost || hour < hourOf(span.from)),
    ),
  );

type AssignOptions = {
  existing: readonly ExistingLine[];
  earlier: readonly EarlierReport[];
  open: OpenHours | undefined;
  /** Whether all spans of a term form one report, even without a common hour. */
  asOneReport: boolean;
};

function assign(
  spans: readonly Span[],
  { existing, earlier, open, asOneReport }: AssignOptions,
): ReportSpans[] {
  const reports: ReportSpans[] = [];
  const hours: Hours = { owners: new Map(), reported: reportedBy(existing), open };
  const known = new Map<string, ReportSpans>();
  for (const { id, termId } of earlier) known.set(id, { id, termId, spans: [] });
  for (const { dimension, hour, reportId, isOpen } of existing)
    hours.owners.set(slotOf(dimension, hour), (isOpen && known.get(reportId)) || 'closed');
  let last: { report: ReportSpans; reach: string } | undefined;
  for (const span of spans) {
    const before = earlier.find(
      (one) => one.termId === span.termId && one.from <= span.from && span.from < one.until,
    );
    const joins =
      !before && last?.report.termId === span.termId && (asOneReport || hourOf(span.from) <= last.reach);
    const report = before
      ? (known.get(before.id) as ReportSpans)
      : joins
        ? (last as { report: ReportSpans }).report
        : { id: undefined, termId: span.termId, spans: [] };
    if (!reports.includes(report)) reports.push(report);
    const buckets = bucketsOf(span, report, hours);
    report.spans.push({ span, buckets });
    const furthest = lastOf([
      ...[...buckets.values()].map(({ hour }) => hour),
      joins ? last?.reach : undefined,
    ]);
    // The times of an earlier chunk’s report are fixed, so a new report must not overlap these times.
    last = before ? undefined : { report, reach: furthest ?? '' };
  }
  return reports;
}

type Hours = {
  /** The owner of an hour of a dimension: a report, or a line that can no longer change. */
  owners: Map<string, ReportSpans | 'closed'>;
  /** Last hour reported to the marketplace, by dimension. */
  reported: ReadonlyMap<string, string>;
  open: OpenHours | undefined;
};

function reportedBy(taken: readonly ExistingLine[]): Map<string, string> {
  const reported = new Map<string, string>();
  for (const { dimension, hour, isReported } of taken)
    if (isReported && hour > (reported.get(dimension) ?? '')) reported.set(dimension, hour);
  return reported;
}

function bucketsOf(span: Span, report: ReportSpans, { owners, reported, open }: Hours): Map<string, Bucket> {
  const buckets = new Map<string, Bucket>();
  for (const dimension of span.dimensions) {
    const isFree = (hour: string): boolean => {
      const owner = owners.get(slotOf(dimension, hour));
      return owner === undefined || owner === report;
    };
    const own = hourOf(span.from);
    const found = freeHour({ own, begin: span.begin, reported: reported.get(dimension) }, open, isFree);
    let hour = found ?? own;
    while (!isFree(hour)) hour = nextHour(hour);
    owners.set(slotOf(dimension, hour), report);
    buckets.set(dimension, { hour, isLost: found === undefined });
  }
  return buckets;
}
