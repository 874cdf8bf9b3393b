import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const kinds = {
  info: { Icon: Info, look: 'border-accent/30 bg-accent-soft', ink: 'text-accent' },
  warning: { Icon: TriangleAlert, look: 'border-warn/30 bg-warn-soft', ink: 'text-warn' },
  error: { Icon: CircleAlert, look: 'border-bad/30 bg-bad-soft', ink: 'text-bad' },
} as const;

type CalloutProps = {
  kind: keyof typeof kinds;
  title?: ReactNode;
  children?: ReactNode;
  /** What the user can do about it. */
  fix?: ReactNode;
  role?: 'alert' | 'status';
};

/** A notice on a page, with what to do about it. */
export function Callout({ kind, title, children, fix, role }: CalloutProps) {
  const { Icon, look, ink } = kinds[kind];
  return (
    <div role={role} className={`flex gap-3 rounded-lg border px-4 py-3 ${look}`}>
      <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${ink}`} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1.5">
        {title && <h2>{title}</h2>}
        {children}
        {fix && <div className="flex flex-wrap items-center gap-2 pt-0.5">{fix}</div>}
      </div>
    </div>
  );
}
