import { pageTable } from '../platform/http/branded-page.ts';
import { type Html, html } from '../platform/http/pages.ts';
import { Exact } from '../platform/money-and-time/exact.ts';
import { dayInWords } from '../platform/money-and-time/words.ts';
import { amountInWords } from './views/values.ts';

/** The commit of a period, and what usage consumed of the commit on each day. */
export type BurnDown = {
  start: Date;
  /** The end of the period; null if the period has no end. */
  end: Date | null;
  now: Date;
  commit: Exact;
  /** The consumed amount, including usage whose day is unknown. */
  used: Exact;
  /** Days in UTC, `2027-03-01`, in order. */
  days: readonly { day: string; amount: Exact }[];
};

/** The remaining commit at the end of a month. */
export type BurnDownMonth = { month: string; used: Exact; remaining: Exact };

/** Sums the consumption of each month, with the remaining commit. */
export function monthsOf({ commit, used, days, now }: BurnDown): BurnDownMonth[] {
  const months = new Map<string, Exact>();
  for (const { day, amount } of days) {
    const month = day.slice(0, 7);
    months.set(month, (months.get(month) ?? new Exact(0)).plus(amount));
  }
  const known = [...months.values()].reduce((sum, amount) => sum.plus(amount), new Exact(0));
  const rest = used.minus(known);
  // Usage that has no day, such as usage that an invoice settled, belongs to the current month.
  if (!rest.isZero()) {
    const month = now.toISOString().slice(0, 7);
    months.set(month, (months.get(month) ?? new Exact(0)).plus(rest));
  }
  let remaining = commit;
  return [...months]
    .sort(([first], [second]) => (first < second ? -1 : 1))
    .map(([month, amount]) => {
      remaining = remaining.minus(amount);
      return { month, used: amount, remaining };
    });
}

const width = 640;
const height = 160;
const dayMs = 86_400_000;

/** Draws the remaining commit over the period as a line, below the amount that remains now. */
export function burnDownChart(given: BurnDown, currency: string): Html {
  const { start, end, now, commit, days, used } = given;
  const first = start.getTime();
  const last = Math.max(end?.getTime() ?? now.getTime(), first + dayMs);
  const x = (time: number) =>
    (((Math.min(Math.max(time, first), last) - first) / (last - first)) * width).toFixed(1);
  const y = (remaining: Exact) => {
    const share = Math.min(1, Math.max(0, remaining.dividedBy(commit).toNumber()));
    return (2 + (1 - share) * (height - 2)).toFixed(1);
  };
  let remaining = commit;
  const points = [`${x(first)},${y(commit)}`];
  for (const { day, amount } of thinned(days)) {
    remaining = remaining.minus(amount);
    points.push(`${x(Date.parse(day) + dayMs)},${y(remaining)}`);
  }
  points.push(`${x(now.getTime())},${y(commit.minus(used))}`);
  const line = points.join(' ');
  const left = amountInWords(Exact.max(0, commit.minus(used)), currency);
  const day = (time: number) => dayInWords(new Date(time).toISOString()) ?? '';
  return html`<p><span class="big">${left}</span> <span class="quiet">of ${amountInWords(commit, currency)} remain</span></p>
<svg viewBox="0 0 ${String(width)} ${String(height)}" preserveAspectRatio="none" role="img" aria-label="Remaining commitment over the term">
<polygon class="area" points="${x(first)},${String(height)} ${line} ${x(now.getTime())},${String(height)}"/>
<polyline class="line" points="${line}"/></svg>
<p class="ends small quiet"><span>${day(first)}</span><span>${day(last)}</span></p>`;
}

const mostPoints = 120;

/** Joins days, so that a chart has a limited number of points. */
function thinned(days: BurnDown['days']): BurnDown['days'] {
  const size = Math.ceil(days.length / mostPoints);
  if (size <= 1) return days;
  return Array.from({ length: Math.ceil(days.length / size) }, (_, index) => {
    const group = days.slice(index * size, (index + 1) * size);
    return {
      day: (group.at(-1) as { day: string }).day,
      amount: group.reduce((sum, { amount }) => sum.plus(amount), new Exact(0)),
    };
  });
}

/** Lists the numbers of the chart. */
export const burnDownTable = (given: BurnDown, currency: string): Html =>
  pageTable({
    caption: 'Consumption of the commitment by month',
    columns: [{ name: 'Month' }, { name: 'Used', isNumber: true }, { name: 'Remaining', isNumber: true }],
    rows: monthsOf(given).map(({ month, used, remaining }) => [
      monthInWords(month),
      amountInWords(used, currency),
      amountInWords(remaining, currency),
    ]),
  });

/** Formats a month: `2027-03` as `March 2027`. */
const monthInWords = (month: string): string => dayInWords(`${month}-01`)?.replace(/^\d+ /, '') ?? month;
