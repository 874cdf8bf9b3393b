import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Logo } from './logo.tsx';
import { type Tab, Tabs } from './tabs.tsx';

/** Content that replaces a page, with the page frame. */
export const StandalonePage = ({ children }: { children: ReactNode }) => (
  <>
    <header className="mx-auto flex max-w-2xl items-center gap-2 px-4 pt-10 text-lg font-semibold tracking-tight">
      <Logo />
      Tradepost
    </header>
    <main className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-8">{children}</main>
  </>
);

type PageProps = {
  title: string;
  /** Links to the pages above this page. */
  crumbs?: readonly ReactNode[];
  /** The state, shown beside the title. */
  status?: ReactNode;
  /** The most important facts, shown below the title. */
  summary?: ReactNode;
  actions?: ReactNode;
  /** What is shown above the parts of the page. */
  lead?: ReactNode;
  /** The parts of the page; the page shows the part that `useTab` returns. */
  tabs?: readonly Tab[];
  children: ReactNode;
  /** Whether the page is outside of an organization. */
  isAlone?: boolean;
};

/** A page, whose title is also the window title. */
export function Page({ title, crumbs, status, summary, actions, lead, tabs, children, isAlone }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Tradepost`;
  }, [title]);
  const content = (
    <>
      <header className="grid gap-1.5">
        {crumbs && (
          <nav aria-label="Breadcrumbs" className="text-sm text-quiet">
            <ol className="flex flex-wrap items-center gap-1">
              {crumbs.map((crumb, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of breadcrumbs does not change
                <li key={at} className="flex items-center gap-1 [&>a]:text-quiet">
                  {at > 0 && <ChevronRight size={14} aria-hidden="true" />}
                  {crumb}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="flex min-h-8.5 flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0">{title}</h1>
            {status}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {summary && <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-quiet">{summary}</div>}
      </header>
      {lead}
      {tabs && <Tabs tabs={tabs} />}
      {children}
    </>
  );
  return isAlone ? (
    <StandalonePage>{content}</StandalonePage>
  ) : (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{content}</div>
  );
}

/** Content with a narrow column beside it, which on narrow screens is below it. */
export const Columns = ({ children, side }: { children: ReactNode; side: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{side}</div>
  </div>
);

export type Fact = readonly [name: string, value: ReactNode];
type FactsProps = {
  of: readonly Fact[];
  /** Whether each value is below its name, as in a narrow column. */
  isNarrow?: boolean;
};

/** The facts of a record by name, without absent facts. */
export const Facts = ({ of, isNarrow }: FactsProps) => (
  <dl
    className={
      isNarrow
        ? 'grid gap-3'
        : 'grid gap-x-6 gap-y-3 sm:gap-y-2 sm:grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)]'
    }
  >
    {of
      .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
      .map(([name, value]) => (
        <div key={name} className={`grid gap-0.5 ${isNarrow ? '' : 'sm:contents'}`}>
          <dt className="text-quiet">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
);
