import { describe, expect, test } from 'vitest';
import { assignBuckets, type MadeReport, type OpenHours, type Span, type TakenBucket } from './buckets.ts';

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 2, 1, hour, minute)).toISOString();
const span = (hour: number, ...dimensions: string[]): Span => ({
  termId: 't1',
  from: at(hour),
  until: at(hour + 1),
  dimensions,
});
const closed = (dimension: string, hour: number): TakenBucket => ({
  dimension,
  hour: at(hour),
  reportId: 'other',
  isOpen: false,
});

type Given = { spans: Span[]; taken?: TakenBucket[]; made?: MadeReport[]; open?: OpenHours };

/** `report: hour of use > dimension@hour …`, a line for each span. */
const shown = ({ spans, taken = [], made = [], open }: Given) =>
  assignBuckets(spans, taken, made, open).flatMap((report, index) =>
    report.spans.map(({ span, buckets }) => {
      const sent = [...buckets].map(([dimension, hour]) => `${dimension}@${new Date(hour).getUTCHours()}`);
      return `${report.id ?? index} ${span.termId}: ${new Date(span.from).getUTCHours()} > ${sent.join(' ')}`;
    }),
  );

const made: MadeReport[] = [{ id: 'r', termId: 't1', from: at(4), until: at(5) }];

const cases: Record<string, [Given, string[]]> = {
  'each hour of use has its report': [
    { spans: [span(3, 'a', 'b'), span(4, 'a')] },
    ['0 t1: 3 > a@3 b@3', '1 t1: 4 > a@4'],
  ],
  'an hour that was sent goes to the next that is free': [
    { spans: [span(3, 'a', 'b')], taken: [closed('a', 3), closed('a', 4)] },
    ['0 t1: 3 > a@5 b@3'],
  ],
  'late usage comes together with that of the hour it goes to, in one report': [
    { spans: [span(3, 'a'), span(4, 'a', 'b'), span(5, 'a')], taken: [closed('a', 3)] },
    ['0 t1: 3 > a@4', '0 t1: 4 > a@4 b@4', '1 t1: 5 > a@5'],
  ],
  'an hour between them is of that report too': [
    { spans: [span(3, 'a'), span(4, 'b'), span(6, 'a')], taken: [closed('a', 3), closed('a', 4)] },
    ['0 t1: 3 > a@5', '0 t1: 4 > b@4', '1 t1: 6 > a@6'],
  ],
  'the next term does not share an hour with the one before': [
    {
      spans: [
        span(3, 'a'),
        { ...span(3, 'a'), from: at(3, 30), termId: 't2' },
        { ...span(4, 'a'), termId: 't2' },
      ],
    },
    ['0 t1: 3 > a@3', '1 t2: 3 > a@4', '1 t2: 4 > a@4'],
  ],
  'a later chunk of the run adds to what it made, where nobody was sent it': [
    {
      spans: [span(4, 'a', 'b')],
      taken: [{ dimension: 'a', hour: at(4), reportId: 'r', isOpen: true }, closed('b', 4)],
      made,
    },
    ['r t1: 4 > a@4 b@5'],
  ],
  'where it was sent, that is not added to': [
    { spans: [span(4, 'a')], taken: [{ dimension: 'a', hour: at(4), reportId: 'r', isOpen: false }], made },
    ['r t1: 4 > a@5'],
  ],
  'what an earlier chunk made is not reached across': [
    {
      spans: [span(3, 'a'), span(4, 'a'), span(5, 'a')],
      taken: [closed('a', 3), { dimension: 'a', hour: at(4), reportId: 'r', isOpen: true }],
      made,
    },
    ['0 t1: 3 > a@5', 'r t1: 4 > a@4', '2 t1: 5 > a@6'],
  ],
  'what can be sent no more goes to another hour': [
    { spans: [span(1, 'a'), span(2, 'a')], open: { since: at(3), older: at(7) } },
    ['0 t1: 1 > a@7', '0 t1: 2 > a@7'],
  ],
};

describe('usage is sent for', () => {
  test.each(Object.entries(cases))('%s', (_, [given, expected]) => expect(shown(given)).toEqual(expected));
});
