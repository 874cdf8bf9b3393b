import { extent, nice, ticks } from 'd3-array';
import { ChartTable, Grid, inkOf, Legend, Marks, Spans } from './chart-parts.tsx';

/** A group of bars: one value for each span of time. All groups have the same spans. */
export type BarGroup = { name: string; points: readonly { start: string; value: number }[] };

type BarsProps = {
  title: string;
  groups: readonly BarGroup[];
  /** `stacked` for parts of a whole; `beside` to compare values. */
  kind?: 'stacked' | 'beside';
  /** Formats a value in the table. */
  format?: (value: number) => string;
  only?: 'utcDay' | 'utcMonth';
};

/** Amounts or counts for spans of time, as bars and as a table. The space is the same while loading. */
export function Bars({ title, groups, kind = 'stacked', format = String, only = 'utcDay' }: BarsProps) {
  const spans = groups[0]?.points.map(({ start }) => start) ?? [];
  const [least = 0, most = 1] = extent([0, ...heights(groups, spans.length, kind)]);
  // The highest line of the scale is above all bars.
  const [low, top] = nice(least, most === least ? least + 1 : most, 3);
  const y = (value: number) => 100 - (100 * (value - low)) / (top - low);
  const marks = ticks(low, top, 3).filter((value) => top > 3 || Number.isInteger(value));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {groups.length > 1 && <Legend names={groups.map(({ name }) => name)} />}
      <div className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2 gap-y-1" aria-hidden="true">
        <Marks marks={marks} y={y} />
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="block h-44 w-full overflow-visible"
        >
          <Grid marks={marks} y={y} />
          {spans.map((start, at) => (
            <Bar key={start} groups={groups} at={at} of={spans.length} kind={kind} y={y} />
          ))}
        </svg>
        <Spans of={spans} only={only} />
      </div>
      <ChartTable
        title={title}
        at="From"
        only={only}
        columns={groups.map(({ name }) => name)}
        rows={spans.map((start, at) => ({
          start,
          values: groups.map(({ points }) => points[at]?.value ?? 0),
        }))}
        format={format}
      />
    </div>
  );
}

/** Returns the ends of all bars, from which the scale is computed. */
const heights = (groups: readonly BarGroup[], spans: number, kind: 'stacked' | 'beside'): number[] =>
  kind === 'beside'
    ? groups.flatMap(({ points }) => points.map(({ value }) => value))
    : Array.from({ length: spans }, (_, at) =>
        groups.reduce((sum, { points }) => sum + (points[at]?.value ?? 0), 0),
      );

type BarProps = {
  groups: readonly BarGroup[];
  at: number;
  of: number;
  kind: 'stacked' | 'beside';
  y: (value: number) => number;
};

/** The bars of one span, in a box of 100 by 100. */
function Bar({ groups, at, of, kind, y }: BarProps) {
  const room = 100 / of;
  const width = room * 0.68;
  const left = at * room + (room - width) / 2;
  let base = 0;
  return groups.map(({ name, points }, index) => {
    const value = points[at]?.value ?? 0;
    const from = kind === 'stacked' ? base : 0;
    base += value;
    const [upper, lower] = [y(Math.max(from, from + value)), y(Math.min(from, from + value))];
    const own = kind === 'stacked' ? width : width / groups.length;
    return (
      <rect
        key={name}
        x={kind === 'stacked' ? left : left + index * own}
        y={upper}
        width={kind === 'stacked' ? own : own * 0.9}
        height={lower - upper}
        className={`fill-current ${inkOf(index)}`}
      />
    );
  });
}

/** A small chart without scale, for the course of a number that is shown beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(1, ...values);
  return (
    <svg
      viewBox={`0 0 ${Math.max(values.length, 1)} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-7 w-full text-accent/50"
    >
      {values.map((value, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no name but its place
          key={at}
          x={at + 0.15}
          y={10 - Math.max((10 * value) / top, 0.4)}
          width={0.7}
          height={Math.max((10 * value) / top, 0.4)}
          className="fill-current"
        />
      ))}
    </svg>
  );
}
