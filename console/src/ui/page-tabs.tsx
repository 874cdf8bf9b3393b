import { Link } from '@tanstack/react-router';
import { pagesFor } from '../navigation.ts';
import { useOrganization } from '../organization.ts';
import type { paths } from '../paths.ts';
import { tabLook, tabsLook } from './tabs.tsx';

/** Links to the pages that share tabs with a page, as listed in `navigation.ts`. */
export function PageTabs({ orgId, path }: { orgId: string; path: string | undefined }) {
  const { organization, missingPermission } = useOrganization(orgId);
  const pages = pagesFor(organization?.environment === 'TEST', missingPermission);
  const top = pages.find((page) => page.path === path)?.within ?? path;
  const tabs = pages.filter((page) => page.path === top || page.within === top);
  if (tabs.length < 2) return null;
  return (
    <nav aria-label="Related pages" className={tabsLook}>
      <ul className="flex flex-wrap gap-x-5">
        {tabs.map((page) => (
          <li key={page.path}>
            <Link
              to={page.path as typeof paths.offers}
              params={{ orgId }}
              activeOptions={{ exact: true }}
              aria-current={page.path === path ? 'page' : undefined}
              className={tabLook(page.path === path)}
            >
              {page.tab ?? page.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
