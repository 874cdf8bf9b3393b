import { freeHour, hourOf, lastOf, nextHour, type OpenHours } from './open-hours.ts';

/** A part of an hour of use that belongs to one term, and the dimensions of which something is to be sent for it. */
export type Span = {
  termId: string;
  /** The hour in which the term began; that of its whole, where it is a part of one. */
  begin: string;
  /** Since when and until when; within one hour. */
  from: string;
  until: string;
  dimensions: readonly string[];
};

/** A report that the run has made of the entitlement already, in an earlier chunk. */
export type MadeReport = { id: string; termId: string; from: string; until: string };

/** A line of the entitlement: its hour can take no more, unless it is of this run and nobody was sent it. */
export type TakenBucket = {
  dimension: string;
  hour: string;
  reportId: string;
  isOpen: boolean;
  /** The marketplace has it, or may have it. */
  isReported: boolean;
};

/** The hour that a dimension is sent for. Where none is left, it stands beside those that are, and is not sent. */
export type Bucket = { hour: string; isLost: boolean };

/** A report: the spans whose groups it has, and which hour each of their dimensions is sent for. */
export type ReportSpans = {
  /** Of one that the run has made already. */
  id: string | undefined;
  termId: string;
  spans: { span: Span; buckets: ReadonlyMap<string, Bucket> }[];
};

const slotOf = (dimension: string, hour: string): string => `${hour} ${dimension}`;

/**
 * Decides the hour that each dimension is sent for: its hour of use or, where that was sent already or can be sent no
 * more, the next that is free, for marketplaces keep the first quantity of an hour; and the last free one before, where
 * the agreement ended by then. Spans of a term whose usage comes together in one hour are one report, so that a line is of
 * one report.
 * @param spans in the order of time
 * @param open the hours of which usage is taken
 */
export function assignBuckets(
  spans: readonly Span[],
  taken: readonly TakenBucket[],
  made: readonly MadeReport[],
  open: OpenHours | undefined,
): ReportSpans[] {
  const apart = assign(spans, { taken, made, open, together: false });
  // Hours that spans before have would be kept from what goes back, where these were not of one report.
  return goesBack(apart) ? assign(spans, { taken, made, open, together: true }) : apart;
}

const goesBack = (reports: readonly ReportSpans[]): boolean =>
  reports.some((report) =>
    report.spans.some(({ span, buckets }) =>
      [...buckets.values()].some(({ hour, isLost }) => isLost || hour < hourOf(span.from)),
    ),
  );

type Given = {
  taken: readonly TakenBucket[];
  made: readonly MadeReport[];
  open: OpenHours | undefined;
  /** Whether spans of a term are one report, also where their usage does not come together. */
  together: boolean;
};

function assign(spans: readonly Span[], { taken, made, open, together }: Given): ReportSpans[] {
  const reports: ReportSpans[] = [];
  const hours: Hours = { owners: new Map(), reported: reportedBy(taken), open };
  const known = new Map<string, ReportSpans>();
  for (const { id, termId } of made) known.set(id, { id, termId, spans: [] });
  for (const { dimension, hour, reportId, isOpen } of taken)
    hours.owners.set(slotOf(dimension, hour), (isOpen && known.get(reportId)) || 'closed');
  let last: { report: ReportSpans; reach: string } | undefined;
  for (const span of spans) {
    const before = made.find(
      (one) => one.termId === span.termId && one.from <= span.from && span.from < one.until,
    );
    const joins =
      !before && last?.report.termId === span.termId && (together || hourOf(span.from) <= last.reach);
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
    // A report of an earlier chunk keeps its times; a new one must not reach across it.
    last = before ? undefined : { report, reach: furthest ?? '' };
  }
  return reports;
}

type Hours = {
  /** Who has an hour of a dimension: a report, or a line of which nothing can be changed. */
  owners: Map<string, ReportSpans | 'closed'>;
  /** By dimension, the last hour that the marketplace has. */
  reported: ReadonlyMap<string, string>;
  open: OpenHours | undefined;
};

function reportedBy(taken: readonly TakenBucket[]): Map<string, string> {
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
