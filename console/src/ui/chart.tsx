import { extent, nice, ticks } from 'd3-array';
import { area, curveLinear, curveStepAfter, line } from 'd3-shape';
import { ChartTable, dashOf, Grid, inkOf, Legend, Marks, Span } from './chart-parts.tsx';

export type Point = { start: string; value: number };
export type Line = {
  name: string;
  points: readonly Point[];
  /**
   * The type of the line: `step` keeps a value until the next value; `guide` is a reference line, without a column in
   * the table.
   */
  kind?: 'step' | 'guide';
};

type ChartProps = {
  title: string;
  /** Whether there is a heading above the chart. */
  isPart?: boolean;
  lines: readonly Line[];
  /** Formats a value in the table. */
  format?: (value: number) => string;
  /** The type of times in the table; for spans, the UTC day on which each span begins. */
  times?: 'days' | 'moments';
  /** The time to mark as today. */
  now?: string;
};

/** A time series as a chart and as a table of its values. The space is the same while loading. */
export function Chart({ title, isPart, lines, format = String, times = 'days', now }: ChartProps) {
  const moments = momentsOf(lines);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {!isPart && <h2>{title}</h2>}
      {lines.length > 1 && <Legend names={lines.map(({ name }) => name)} />}
      <Drawing lines={lines} only={times === 'days' ? 'utcDay' : 'day'} now={now} />
      <ChartTable
        title={title}
        at={times === 'days' ? 'From' : 'At'}
        columns={moments.columns.map(({ name }) => name)}
        rows={moments.rows}
        format={format}
        {...(times === 'days' ? { only: 'utcDay' as const } : {})}
      />
    </section>
  );
}

const atOf = ({ start }: Point): number => new Date(start).getTime();

/**
 * Returns the table of values, with a row for each time, and a column for each line except guides. All lines have the
 * same times.
 */
function momentsOf(lines: readonly Line[]) {
  const columns = lines.filter(({ kind }) => kind !== 'guide');
  const rows = (columns[0]?.points ?? []).map(({ start }, at) => ({
    start,
    values: columns.map(({ points }) => points[at]?.value ?? 0),
  }));
  return { columns, rows };
}

/** Draws lines in a box of 100 by 100 that is stretched to the available width, without stretching labels. */
type DrawingProps = { lines: readonly Line[]; only: 'day' | 'utcDay'; now: string | undefined };

function Drawing({ lines, only, now }: DrawingProps) {
  const points = lines.flatMap((one) => one.points);
  const [first = 0, last = 1] = extent(points, atOf);
  const [lowest = 0, highest = 1] = extent([0, ...points.map(({ value }) => value)]);
  // The highest mark is above all lines.
  const [low, top] = nice(lowest, highest === lowest ? lowest + 1 : highest, 3);
  // Counts have no fractions.
  const isCounted = points.every(({ value }) => Number.isInteger(value));
  const marks = ticks(low, top, 3).filter((value) => !isCounted || Number.isInteger(value));
  const place = (time: number) => (100 * (time - first)) / Math.max(last - first, 1);
  const x = (point: Point) => place(atOf(point));
  const today = now === undefined ? -1 : place(new Date(now).getTime());
  const y = (value: number) => 100 - (100 * (value - low)) / (top - low);
  return (
    <div className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2 gap-y-1" aria-hidden="true">
      <Marks marks={marks} y={y} />
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-40 w-full overflow-visible"
      >
        <Grid marks={marks} y={y} />
        {today >= 0 && today <= 100 && (
          <path
            d={`M${today},0V100`}
            className="fill-none stroke-edge [stroke-dasharray:2_3] [vector-effect:non-scaling-stroke]"
          />
        )}
        {lines.map(({ name, points: own, kind }, at) => {
          const curve = kind === 'step' ? curveStepAfter : curveLinear;
          const middle = line<Point>(x, ({ value }) => y(value)).curve(curve);
          const below = area<Point>(x, y(0), ({ value }) => y(value)).curve(curve);
          return (
            <g key={name} className={inkOf(at)}>
              {at === 0 && <path d={below([...own]) ?? ''} className="fill-current opacity-15" />}
              <path
                d={middle([...own]) ?? ''}
                className={`fill-none stroke-current stroke-2 [vector-effect:non-scaling-stroke] ${dashOf(at)}`}
              />
            </g>
          );
        })}
      </svg>
      {points.length > 0 && (
        <Span
          first={new Date(first).toISOString()}
          last={new Date(last).toISOString()}
          only={only}
          today={today}
        />
      )}
    </div>
  );
}
