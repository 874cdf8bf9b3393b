import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { BookOpen, Building2, ChevronsUpDown, CircleUser, LogOut, Search, UserRound } from 'lucide-react';
import { useEffect } from 'react';
import { signOut, tradepost } from '../api.ts';
import { groups, pagesFor } from '../navigation.ts';
import { keys, useOrganization, useOrganizations } from '../organization.ts';
import { paths } from '../paths.ts';
import { Logo } from './logo.tsx';
import { Menu } from './menu.tsx';

const entry =
  'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-start text-ink hover:bg-accent-soft hover:no-underline';

type NavigationProps = { orgId: string; onSearch: () => void; onGo?: () => void };

/** The navigation of an organization, with the organization, the search and the user. */
export const Navigation = ({ orgId, onSearch, onGo }: NavigationProps) => (
  <nav aria-label="Console" className="flex h-full flex-col gap-3 p-3">
    <div className="flex items-center gap-2 px-2 pt-1 text-lg font-semibold tracking-tight">
      <Logo />
      Tradepost
    </div>
    <Organization orgId={orgId} />
    <button
      type="button"
      onClick={onSearch}
      className="flex items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1.5 text-quiet hover:text-ink"
    >
      <Search size={16} aria-hidden="true" />
      <span className="flex-1 text-start">Search</span>
      <span aria-hidden="true" className="rounded-sm bg-raised px-1.5 text-xs">
        Ctrl K
      </span>
    </button>
    <Pages orgId={orgId} onGo={onGo} />
    <div className="mt-auto grid gap-0.5 border-t border-line pt-3">
      <a href="/docs" className={entry}>
        <BookOpen size={16} aria-hidden="true" className="text-quiet" />
        API reference
      </a>
      <User />
    </div>
  </nav>
);

function Pages({ orgId, onGo }: { orgId: string; onGo: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const { organization, missingPermission } = useOrganization(orgId);
  const pages = pagesFor(organization?.environment === 'TEST', missingPermission);
  const isKnown = organization !== undefined;
  useEffect(() => {
    if (isKnown && pathname)
      document.querySelector('nav ul [aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [isKnown, pathname]);
  return groups.map((group) => {
    const own = pages.filter((page) => page.group === group && !page.within);
    if (own.length === 0) return null;
    return (
      <div key={group ?? 'first'}>
        {group && <h2 className="px-2.5 pt-1 pb-1 text-xs font-medium text-quiet">{group}</h2>}
        <ul className="grid gap-0.5">
          {own.map(({ path, name, icon: Icon }) => (
            <li key={path}>
              <Link
                to={path as typeof paths.offers}
                params={{ orgId }}
                activeOptions={{ exact: path === paths.overview || path === paths.portal }}
                className={`${entry} group aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent`}
                onClick={onGo}
              >
                <Icon
                  size={16}
                  aria-hidden="true"
                  className="text-quiet group-aria-[current=page]:text-accent"
                />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

/** The current organization, with a menu of the user's other organizations. */
function Organization({ orgId }: { orgId: string }) {
  const navigate = useNavigate();
  const { data = [] } = useOrganizations();
  const name = data.find(({ id }) => id === orgId)?.name ?? '';
  const others = data.filter(({ id }) => id !== orgId).slice(0, 10);
  return (
    <Menu
      label={`Organization ${name}`}
      className={`${entry} border border-line bg-surface`}
      trigger={
        <>
          <Building2 size={16} aria-hidden="true" className="shrink-0 text-quiet" />
          <strong className="min-w-0 flex-1 truncate font-medium">{name}</strong>
          <ChevronsUpDown size={14} aria-hidden="true" className="shrink-0 text-quiet" />
        </>
      }
      items={[
        ...others.map((other) => ({
          label: `${other.name ?? other.id}${other.environment === 'TEST' ? ' (test)' : ''}`,
          icon: Building2,
          onSelect: () => void navigate({ to: paths.overview, params: { orgId: other.id } }),
        })),
        {
          label: 'All organizations',
          isSeparated: others.length > 0,
          onSelect: () => void navigate({ to: paths.organizations }),
        },
      ]}
    />
  );
}

/** The signed-in user, with a menu. */
function User() {
  const navigate = useNavigate();
  const { data: me } = useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => tradepost.account.getMe({ signal }),
    staleTime: 300_000,
  });
  const name = me?.name || me?.email || 'Your account';
  return (
    <Menu
      label={`User ${name}`}
      className={entry}
      trigger={
        <>
          <CircleUser size={16} aria-hidden="true" className="shrink-0 text-quiet" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
        </>
      }
      items={[
        { label: 'Your account', icon: UserRound, onSelect: () => void navigate({ to: paths.account }) },
        { label: 'Sign out', icon: LogOut, onSelect: () => void signOut() },
      ]}
    />
  );
}
