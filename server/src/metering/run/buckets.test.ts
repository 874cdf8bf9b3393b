import { describe, expect, test } from 'vitest';
import { assignBuckets, type EarlierReport, type ExistingLine, type Span } from './buckets.ts';
import type { OpenHours } from './open-hours.ts';

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 2, 1, hour, minute)).toISOString();
const span = (hour: number, ...dimensions: string[]): Span => ({
  termId: 't1',
  begin: at(0),
  from: at(hour),
  until: at(hour + 1),
  dimensions,
});
const closed = (dimension: string, hour: number): ExistingLine => ({
  dimension,
  hour: at(hour),
  reportId: 'other',
  isOpen: false,
  isReported: true,
});
const ofMade = (dimension: string, hour: number, isOpen = true): ExistingLine => ({
  ...closed(dimension, hour),
  reportId: 'r',
  isOpen,
});
const hours = (since: number, older: number, more: Partial<OpenHours> = {}): OpenHours => ({
  since: at(since),
  older: at(older),
  until: undefined,
  touching: false,
  ...more,
});
const ended = (hour: number, minute = 0): OpenHours => hours(1, 7, { until: at(hour, minute) });

type BucketCase = { spans: Span[]; taken?: ExistingLine[]; made?: EarlierReport[]; open?: OpenHours };

/**
 * Formats reports as `report: hour of use > dimension@hour …`, a line for each span; `lost` if no hour is
 * left.
 */
const shown = ({ spans, taken = [], made = [], open }: BucketCase) =>
  assignBuckets(spans, taken, made, open).flatMap((report, index) =>
    report.spans.map(({ span, buckets }) => {
      const sent = [...buckets].map(
        ([dimension, { hour, isLost }]) =>
          `${dimension}@${new Date(hour).getUTCHours()}${isLost ? ' lost' : ''}`,
      );
      return `${report.id ?? index} ${span.termId}: ${new Date(span.from).getUTCHours()} > ${sent.join(' ')}`;
    }),
  );

const made: EarlierReport[] = [{ id: 'r', termId: 't1', from: at(4), until: at(5) }];

const cases: Record<string, [BucketCase, string[]]> = {
  'each hour of use has its own report': [
    { spans: [span(3, 'a', 'b'), span(4, 'a')] },
    ['0 t1: 3 > a@3 b@3', '1 t1: 4 > a@4'],
  ],
  'usage of an hour that was sent goes to the next free hour': [
    { spans: [span(3, 'a', 'b')], taken: [closed('a', 3), closed('a', 4)] },
    ['0 t1: 3 > a@5 b@3'],
  ],
  'late usage shares a report with the hour it goes to': [
    { spans: [span(3, 'a'), span(4, 'a', 'b'), span(5, 'a')], taken: [closed('a', 3)] },
    ['0 t1: 3 > a@4', '0 t1: 4 > a@4 b@4', '1 t1: 5 > a@5'],
  ],
  'an hour in between belongs to the same report': [
    { spans: [span(3, 'a'), span(4, 'b'), span(6, 'a')], taken: [closed('a', 3), closed('a', 4)] },
    ['0 t1: 3 > a@5', '0 t1: 4 > b@4', '1 t1: 6 > a@6'],
  ],
  'consecutive terms do not share an hour': [
    {
      spans: [
        span(3, 'a'),
        { ...span(3, 'a'), from: at(3, 30), termId: 't2' },
        { ...span(4, 'a'), termId: 't2' },
      ],
    },
    ['0 t1: 3 > a@3', '1 t2: 3 > a@4', '1 t2: 4 > a@4'],
  ],
  'a later chunk of the run adds to its unsent lines': [
    {
      spans: [span(4, 'a', 'b')],
      taken: [ofMade('a', 4), closed('b', 4)],
      made,
    },
    ['r t1: 4 > a@4 b@5'],
  ],
  'a later chunk does not add to sent lines': [
    { spans: [span(4, 'a')], taken: [ofMade('a', 4, false)], made },
    ['r t1: 4 > a@5'],
  ],
  'a new report does not span a report of an earlier chunk': [
    {
      spans: [span(3, 'a'), span(4, 'a'), span(5, 'a')],
      taken: [closed('a', 3), ofMade('a', 4)],
      made,
    },
    ['0 t1: 3 > a@5', 'r t1: 4 > a@4', '2 t1: 5 > a@6'],
  ],
  'usage of a closed hour goes to another hour': [
    { spans: [span(1, 'a'), span(2, 'a')], open: hours(3, 7) },
    ['0 t1: 1 > a@7', '0 t1: 2 > a@7'],
  ],
  'after the end of the agreement, usage goes to the last free hour before it': [
    { spans: [span(5, 'a', 'b')], taken: [closed('a', 5), closed('a', 4)], open: ended(6) },
    ['0 t1: 5 > a@3 b@5'],
  ],
  'the hour in which the agreement ends can be used': [
    { spans: [span(5, 'a')], taken: [closed('a', 5)], open: ended(6, 30) },
    ['0 t1: 5 > a@6'],
  ],
  'usage moved to an earlier hour shares a report with that hour': [
    {
      spans: [span(3, 'a'), span(4, 'b'), span(5, 'a')],
      taken: [1, 2, 4, 5].map((hour) => closed('a', hour)),
      open: ended(6),
    },
    ['0 t1: 3 > a@3', '0 t1: 4 > b@4', '0 t1: 5 > a@3'],
  ],
  'usage moved to an earlier hour is added to the report of an earlier chunk': [
    {
      spans: [span(4, 'a')],
      taken: [closed('a', 4), ofMade('a', 3)],
      made,
      open: hours(3, 7, { until: at(5) }),
    },
    ['r t1: 4 > a@3'],
  ],
  'no usage is moved to hours before the term': [
    { spans: [{ ...span(5, 'a'), begin: at(5) }], taken: [closed('a', 5)], open: ended(6) },
    ['0 t1: 5 > a@6 lost'],
  ],
  'no usage is moved to hours that are too old': [
    {
      spans: [span(3, 'a'), span(5, 'a')],
      taken: [closed('a', 5)],
      open: hours(5, 7, { until: at(6) }),
    },
    ['0 t1: 3 > a@3 lost', '0 t1: 5 > a@6 lost'],
  ],
  'if intervals must touch, no hour before a reported one is chosen': [
    { spans: [span(3, 'a', 'b')], taken: [closed('a', 4)], open: hours(1, 7, { touching: true }) },
    ['0 t1: 3 > a@5 b@3'],
  ],
  'if intervals must touch, no hour is left after the end': [
    {
      spans: [span(3, 'a', 'b'), span(4, 'a')],
      taken: [closed('a', 4)],
      open: hours(1, 7, { touching: true, until: at(5) }),
    },
    ['0 t1: 3 > a@3 lost b@3', '0 t1: 4 > a@5 lost'],
  ],
};

describe('assigning hours', () => {
  test.each(Object.entries(cases))('%s', (_, [given, expected]) => expect(shown(given)).toEqual(expected));
});
