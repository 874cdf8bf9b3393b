import type { ReactNode } from 'react';

type StatProps = {
  label: ReactNode;
  value: ReactNode;
  /** The value before, in words. */
  change?: string | undefined;
  note?: ReactNode;
  /** A small chart. */
  children?: ReactNode;
};

/** A number, with its value before. */
export const Stat = ({ label, value, change, note, children }: StatProps) => (
  <section className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-3 shadow-card sm:p-4">
    <h2 className="text-sm font-medium text-quiet">{label}</h2>
    <div className="flex flex-wrap items-baseline gap-x-2">
      <p className="text-lg font-semibold tracking-tight tabular-nums sm:text-xl 2xl:text-2xl">{value}</p>
      {change && <p className="text-sm text-quiet tabular-nums">{change}</p>}
    </div>
    {note && <div className="text-sm text-quiet">{note}</div>}
    {children && <div className="mt-auto pt-1">{children}</div>}
  </section>
);
