/** A part of an hour of use that belongs to one term, and the dimensions of which something is to be sent for it. */
export type Span = {
  termId: string;
  /** Since when and until when; within one hour. */
  from: string;
  until: string;
  dimensions: readonly string[];
};

/** A report that the run has made of the entitlement already, in an earlier chunk. */
export type MadeReport = { id: string; termId: string; from: string; until: string };

/** A line of the entitlement: its hour can take no more, unless it is of this run and nobody was sent it. */
export type TakenBucket = { dimension: string; hour: string; reportId: string; isOpen: boolean };

/** A report: the spans whose groups it has, and which hour each of their dimensions is sent for. */
export type ReportSpans = {
  /** Of one that the run has made already. */
  id: string | undefined;
  termId: string;
  spans: { span: Span; buckets: ReadonlyMap<string, string> }[];
};

/** The hours of which a marketplace takes usage: since one of them; what is older is sent for another, with time left. */
export type OpenHours = { since: string; older: string };

const hourMs = 3_600_000;
export const hourOf = (time: string): string =>
  new Date(Math.floor(Date.parse(time) / hourMs) * hourMs).toISOString();
const nextHour = (hour: string): string => new Date(Date.parse(hour) + hourMs).toISOString();
const slotOf = (dimension: string, hour: string): string => `${hour} ${dimension}`;

/**
 * Decides the hour that each dimension is sent for: its hour of use or, where that was sent already or can be sent no
 * more, the next that is free, for marketplaces keep the first quantity of an hour. Spans of a term whose usage comes
 * together in one hour are one report, so that a line is of one report.
 * @param spans in the order of time
 * @param open since which hour usage is taken, and the hour for what is older
 */
export function assignBuckets(
  spans: readonly Span[],
  taken: readonly TakenBucket[],
  made: readonly MadeReport[],
  open: OpenHours | undefined,
): ReportSpans[] {
  const reports: ReportSpans[] = [];
  /** Who has an hour of a dimension: a report, or a line of which nothing can be changed. */
  const owners = new Map<string, ReportSpans | 'closed'>();
  const known = new Map<string, ReportSpans>();
  for (const { id, termId } of made) known.set(id, { id, termId, spans: [] });
  for (const { dimension, hour, reportId, isOpen } of taken)
    owners.set(slotOf(dimension, hour), (isOpen && known.get(reportId)) || 'closed');
  let last: { report: ReportSpans; reach: string } | undefined;
  for (const span of spans) {
    const before = made.find(
      (one) => one.termId === span.termId && one.from <= span.from && span.from < one.until,
    );
    const joins = !before && last?.report.termId === span.termId && hourOf(span.from) <= last.reach;
    const report = before
      ? (known.get(before.id) as ReportSpans)
      : joins
        ? (last as { report: ReportSpans }).report
        : { id: undefined, termId: span.termId, spans: [] };
    if (!reports.includes(report)) reports.push(report);
    const buckets = bucketsOf(span, report, owners, open);
    report.spans.push({ span, buckets });
    const furthest = [...buckets.values(), joins ? (last?.reach ?? '') : ''].sort().at(-1) as string;
    // A report of an earlier chunk keeps its times; a new one must not reach across it.
    last = before ? undefined : { report, reach: furthest };
  }
  return reports;
}

function bucketsOf(
  span: Span,
  report: ReportSpans,
  owners: Map<string, ReportSpans | 'closed'>,
  open: OpenHours | undefined,
): Map<string, string> {
  const buckets = new Map<string, string>();
  for (const dimension of span.dimensions) {
    let hour = hourOf(span.from);
    if (open && hour < open.since) hour = open.older;
    for (;;) {
      const owner = owners.get(slotOf(dimension, hour));
      if (owner === undefined || owner === report) break;
      hour = nextHour(hour);
    }
    owners.set(slotOf(dimension, hour), report);
    buckets.set(dimension, hour);
  }
  return buckets;
}
