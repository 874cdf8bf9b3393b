import { extent, ticks } from 'd3-array';
import { area, curveMonotoneX, curveStepAfter, line } from 'd3-shape';
import styles from './chart.module.css';
import { Time } from './time.tsx';

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
};

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** A time series as a chart and as a table of its values. The space is the same while loading. */
export function Chart({ title, isPart, lines, format = String, times = 'days' }: ChartProps) {
  const only = times === 'days' ? { only: 'utcDay' as const } : {};
  const moments = momentsOf(lines);
  return (
    <section className={styles.chart}>
      {!isPart && <h2>{title}</h2>}
      {lines.length > 1 && (
        <ul className={styles.legend} aria-hidden="true">
          {lines.map(({ name }, at) => (
            <li key={name} className={strokeOf(at)}>
              <svg viewBox="0 0 24 4" aria-hidden="true" className={styles.sample}>
                <path d="M0,2H24" className={styles.line} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <Drawing lines={lines} only={times === 'days' ? 'utcDay' : 'day'} />
      <details>
        <summary>{title}: as a table</summary>
        <section
          className={styles.scrolled}
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
          tabIndex={0}
        >
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{times === 'days' ? 'From' : 'At'}</th>
                {moments.columns.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {moments.rows.map(({ start, values }) => (
                <tr key={start}>
                  <td>
                    <Time at={start} {...only} />
                  </td>
                  {moments.columns.map(({ name }, at) => (
                    <td key={name}>{format(values[at] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}

const strokeOf = (at: number): string => styles[`stroke${at % 4}`] ?? '';
const atOf = ({ start }: Point): number => new Date(start).getTime();

/**
 * Returns the table of values, with a row for each time, and a column for each line except guides. All lines have the
 * same times.
 */
function momentsOf(lines: readonly Line[]) {
  const columns = lines.filter(({ kind }) => kind !== 'guide');
  const rows = (columns[0]?.points ?? []).map(({ start }, at) => ({
    start,
    values: columns.map(({ points }) => points[at]?.value),
  }));
  return { columns, rows };
}

/** Draws lines in a box of 100 by 100 that is stretched to the available width, without stretching labels. */
function Drawing({ lines, only }: { lines: readonly Line[]; only: 'day' | 'utcDay' }) {
  const points = lines.flatMap((one) => one.points);
  const [first = 0, last = 1] = extent(points, atOf);
  const [low = 0, high = 1] = extent([0, ...points.map(({ value }) => value)]);
  const top = high === low ? low + 1 : high;
  // Counts have no fractions.
  const isCounted = points.every(({ value }) => Number.isInteger(value));
  const marks = ticks(low, top, 3).filter((value) => !isCounted || Number.isInteger(value));
  const x = (point: Point) => (100 * (atOf(point) - first)) / Math.max(last - first, 1);
  const y = (value: number) => 100 - (100 * (value - low)) / (top - low);
  return (
    <div className={styles.plot} aria-hidden="true">
      <div className={styles.marks}>
        {marks.map((value) => (
          <span key={value} style={{ top: `${y(value)}%` }}>
            {short.format(value)}
          </span>
        ))}
      </div>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className={styles.drawing}>
        {marks.map((value) => (
          <path key={value} d={`M0,${y(value)}H100`} className={styles.grid} />
        ))}
        {lines.map(({ name, points: own, kind }, at) => {
          const curve = kind === 'step' ? curveStepAfter : curveMonotoneX;
          const middle = line<Point>(x, ({ value }) => y(value)).curve(curve);
          const below = area<Point>(x, y(0), ({ value }) => y(value)).curve(curve);
          return (
            <g key={name} className={strokeOf(at)}>
              {at === 0 && <path d={below([...own]) ?? ''} className={styles.area} />}
              <path d={middle([...own]) ?? ''} className={styles.line} />
            </g>
          );
        })}
      </svg>
      {points.length > 0 && (
        <p className={styles.span}>
          <Time at={new Date(first).toISOString()} only={only} />
          <Time at={new Date(last).toISOString()} only={only} />
        </p>
      )}
    </div>
  );
}
