import { Link, useSearch } from '@tanstack/react-router';
import { here } from '../paths.ts';

/** A part of a page. */
export type Tab = { name: string; label: string; count?: number | undefined };

/** Returns the part of the page that the address names, by default the first part. */
export function useTab(tabs: readonly Tab[]): string {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  return (tabs.find(({ name }) => name === tab) ?? tabs[0])?.name ?? '';
}

export const tabsLook = '-mb-px overflow-x-auto border-b border-line';
export const tabLook = (isCurrent: boolean): string =>
  `block border-b-2 px-0.5 py-2 font-medium whitespace-nowrap hover:no-underline ${isCurrent ? 'border-accent text-ink' : 'border-transparent text-quiet hover:text-ink'}`;

/** Links to the parts of a page, which are addresses (`?tab=terms`). */
export function Tabs({ tabs }: { tabs: readonly Tab[] }) {
  const current = useTab(tabs);
  return (
    <nav aria-label="Parts of this page" className={tabsLook}>
      <ul className="flex flex-wrap gap-x-5">
        {tabs.map(({ name, label, count }, at) => (
          <li key={name}>
            <Link
              to={here}
              search={
                ((before: Record<string, string | undefined>) => ({
                  ...before,
                  tab: at === 0 ? undefined : name,
                })) as never
              }
              replace
              resetScroll={false}
              activeOptions={{ includeSearch: true, exact: true }}
              aria-current={name === current ? 'page' : undefined}
              className={tabLook(name === current)}
            >
              {label}
              {count !== undefined && <span className="ml-1.5 text-quiet tabular-nums">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
