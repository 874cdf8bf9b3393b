import { max, ticks } from 'd3-array';
import { area, curveMonotoneX, line } from 'd3-shape';
import styles from './chart.module.css';
import { Time } from './time.tsx';

export type Point = { start: string; value: number };

const [width, height, left, bottom] = [640, 160, 40, 4];

/** How something went over time, drawn, and as the table of its numbers. It takes the same room while it is read. */
export function Chart({ title, points }: { title: string; points: readonly Point[] }) {
  const top = max(points, ({ value }) => value) || 1;
  const x = (at: number) => left + (at * (width - left)) / Math.max(points.length - 1, 1);
  const y = (value: number) => height - bottom - (value / top) * (height - bottom - 12);
  const middle = line<Point>(
    (_, at) => x(at),
    ({ value }) => y(value),
  ).curve(curveMonotoneX);
  const below = area<Point>(
    (_, at) => x(at),
    y(0),
    ({ value }) => y(value),
  ).curve(curveMonotoneX);
  return (
    <section className={styles.chart}>
      <h2>{title}</h2>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={styles.drawing}>
        {ticks(0, top, 3).map((value) => (
          <g key={value}>
            <line x1={left} x2={width} y1={y(value)} y2={y(value)} className={styles.grid} />
            <text x={left - 8} y={y(value) + 4} className={styles.mark}>
              {value}
            </text>
          </g>
        ))}
        <path d={below([...points]) ?? ''} className={styles.area} />
        <path d={middle([...points]) ?? ''} className={styles.line} />
      </svg>
      <details>
        <summary>{title}: as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Number</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ start, value }) => (
              <tr key={start}>
                <td>
                  <Time at={start} only="day" />
                </td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
