import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';

type StatProps = {
  label: ReactNode;
  value: ReactNode;
  /** The relative change against the period before; 0.1 means ten percent more. */
  change?: number | undefined;
  note?: ReactNode;
  /** A small chart. */
  children?: ReactNode;
};

const percent = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** A number with its change against the period before. */
export const Stat = ({ label, value, change, note, children }: StatProps) => (
  <section className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4 shadow-card">
    <h2 className="text-sm font-medium text-quiet">{label}</h2>
    <div className="flex flex-wrap items-baseline gap-x-2">
      <p className="text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
      {change !== undefined && Number.isFinite(change) && <Change by={change} />}
    </div>
    {note && <div className="text-sm text-quiet">{note}</div>}
    {children && <div className="mt-1">{children}</div>}
  </section>
);

function Change({ by }: { by: number }) {
  const Arrow = by < 0 ? ArrowDownRight : ArrowUpRight;
  return (
    <span className="inline-flex items-center gap-0.5 text-sm font-medium text-quiet tabular-nums">
      {by !== 0 && <Arrow size={14} aria-hidden="true" />}
      {percent.format(by)}
      <span className="sr-only"> against the period before</span>
    </span>
  );
}
