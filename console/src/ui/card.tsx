import type { ReactNode } from 'react';

type CardProps = {
  id?: string;
  title?: ReactNode;
  /** The controls at the right of the title. */
  actions?: ReactNode;
  help?: ReactNode;
  children: ReactNode;
  /** Whether the content reaches the edges of the card, as tables do. */
  isFlush?: boolean;
};

/** A part of a page with a heading and a border. */
export const Card = ({ id, title, actions, help, children, isFlush }: CardProps) => (
  <section id={id} className="overflow-clip rounded-lg border border-line bg-surface shadow-card">
    {(title || actions) && (
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <div>
          {title && <h2 className="text-base">{title}</h2>}
          {help && <p className="text-sm text-quiet">{help}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    )}
    <div className={isFlush ? '' : 'grid grid-cols-[minmax(0,1fr)] gap-4 p-4'}>{children}</div>
  </section>
);
