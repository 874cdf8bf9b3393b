import { Time } from './time.tsx';

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const inks = ['text-accent', 'text-second', 'text-fourth', 'text-third', 'text-good', 'text-quiet'] as const;
const dashes = [
  '',
  '[stroke-dasharray:8_3]',
  '[stroke-dasharray:2_3]',
  '[stroke-dasharray:8_3_2_3]',
] as const;

/** Returns the color of a line or a bar by its position. */
export const inkOf = (at: number): string => inks[at % inks.length] as string;
/** Returns the dashes of a line by its position, because colors alone do not distinguish lines for everyone. */
export const dashOf = (at: number): string => dashes[at % dashes.length] as string;

/** The names of the lines or bars with samples of their colors. */
export const Legend = ({ names }: { names: readonly string[] }) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-quiet" aria-hidden="true">
    {names.map((name, at) => (
      <li key={name} className="flex items-center gap-1.5">
        <span className={`size-2.5 rounded-sm bg-current ${inkOf(at)}`} />
        {name}
      </li>
    ))}
  </ul>
);

type ScaleProps = { marks: readonly number[]; y: (value: number) => number };

/** The values at the left of a chart. */
export const Marks = ({ marks, y }: ScaleProps) => (
  <div className="relative text-right text-xs text-quiet tabular-nums">
    {marks.map((value) => (
      <span key={value} className="absolute right-0 -translate-y-1/2" style={{ top: `${y(value)}%` }}>
        {short.format(value)}
      </span>
    ))}
  </div>
);

export const Grid = ({ marks, y }: ScaleProps) =>
  marks.map((value) => (
    <path
      key={value}
      d={`M0,${y(value)}H100`}
      className="fill-none stroke-line [vector-effect:non-scaling-stroke]"
    />
  ));

type Only = 'day' | 'utcDay' | 'utcMonth';

type SpanProps = {
  first: string;
  last: string;
  only: Only;
  /** The place of today in percent, if the chart marks it. */
  today?: number;
};

/** The first and the last time, below a chart. Today has no label where it would cover them. */
export const Span = ({ first, last, only, today = -1 }: SpanProps) => (
  <p className="relative col-start-2 flex justify-between text-xs text-quiet">
    <Time at={first} only={only} />
    {today > 30 && today < 70 && (
      <span className="absolute -translate-x-1/2" style={{ left: `${today}%` }}>
        Today
      </span>
    )}
    <Time at={last} only={only} />
  </p>
);

/** The starts of spans, each below its bar, as many as there is room for. */
export const Spans = ({ of, only }: { of: readonly string[]; only: Only }) => (
  <p className="col-start-2 flex text-xs text-quiet">
    {of.map((start, at) => {
      const label = at / Math.ceil(of.length / 6);
      // Below narrow bars, the labels are wider than the bars; those at the ends stay within the chart.
      const end = at === 0 ? 'justify-start' : at === of.length - 1 ? 'justify-end' : 'justify-center';
      const side = of.length > 12 ? end : 'justify-center';
      return (
        <span
          key={start}
          className={`flex h-5 min-w-0 flex-1 whitespace-nowrap ${side} ${label % 2 ? 'max-sm:invisible' : ''}`}
        >
          {Number.isInteger(label) && <Time at={start} only={only} />}
        </span>
      );
    })}
  </p>
);

type ChartTableProps = {
  title: string;
  /** The heading of the times. */
  at: string;
  only?: Only;
  columns: readonly string[];
  rows: readonly { start: string; values: readonly number[] }[];
  format: (value: number) => string;
};

/** The values of a chart as a table, which opens below the chart. */
export const ChartTable = ({ title, at, only, columns, rows, format }: ChartTableProps) => (
  <details>
    <summary className="text-sm text-quiet">{title}: as a table</summary>
    <section
      className="mt-2 max-h-80 overflow-auto"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
      tabIndex={0}
    >
      <table className="text-sm [&_td]:py-0.5 [&_td]:pr-8 [&_td]:whitespace-nowrap [&_th]:py-0.5 [&_th]:pr-8 [&_th]:text-start [&_th]:font-medium">
        <thead>
          <tr>
            <th scope="col">{at}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ start, values }) => (
            <tr key={start}>
              <td>
                <Time at={start} {...(only ? { only } : {})} />
              </td>
              {columns.map((name, index) => (
                <td key={name}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
);
