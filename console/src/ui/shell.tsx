import { Outlet, useMatches, useParams } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { portalPermission } from '../navigation.ts';
import { useOrganization } from '../organization.ts';
import { paths } from '../paths.ts';
import { CallsOfPage } from './calls.tsx';
import { IconButton } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { StandalonePage } from './page.tsx';
import { Failure, Loading, NotFound } from './states.tsx';
import { TestClock } from './test-clock.tsx';
import { Toasts } from './toast.tsx';

const OtherPart = lazy(async () => ({ default: (await import('./other-part.tsx')).OtherPart }));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/**
 * The frame of each page of an organization: navigation, current location, and a notice for TEST
 * organizations.
 */
export function Shell() {
  const { orgId } = useParams({ from: paths.overview });
  const { organization, error, isPending, refetch, missingPermission } = useOrganization(orgId);
  const isKnown = organization !== undefined;
  const mayFollow = missingPermission('audit:read') === undefined;
  useEffect(() => (isKnown ? following(orgId, mayFollow) : undefined), [orgId, isKnown, mayFollow]);
  if (error)
    return (
      <StandalonePage>
        <Failure error={error} again={() => void refetch()} />
      </StandalonePage>
    );
  if (!isPending && !organization)
    return (
      <StandalonePage>
        <NotFound />
      </StandalonePage>
    );
  // The page starts loading immediately, without waiting for the organization's data.
  return (
    <>
      {isPending && (
        <StandalonePage>
          <Loading />
        </StandalonePage>
      )}
      <Frame orgId={orgId} isHidden={isPending} isTest={organization?.environment === 'TEST'} />
    </>
  );
}

/**
 * Keeps the displayed data current, with code that is loaded after the page. If the code cannot be loaded, the data is
 * refetched only when the user returns to the page.
 * @returns the function that stops the updates
 */
function following(orgId: string, mayFollow: boolean): () => void {
  const started = import('../changes.ts').then(
    ({ followChanges }) => followChanges(orgId, mayFollow),
    () => {},
  );
  return () => void started.then((stop) => stop?.());
}

type FrameProps = { orgId: string; isHidden: boolean; isTest: boolean };

function Frame({ orgId, isHidden, isTest }: FrameProps) {
  const [shown, setShown] = useState<'drawer' | 'palette'>();
  useShortcut(() => setShown((before) => (before === 'palette' ? undefined : 'palette')));
  const close = () => setShown(undefined);
  const search = () => setShown('palette');
  return (
    <div
      className={`min-h-screen lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] ${isHidden ? 'hidden lg:hidden' : ''}`}
    >
      <a
        className="absolute -left-[100vw] z-30 rounded-md bg-float p-2 focus:top-2 focus:left-2"
        href="#content"
      >
        Skip to content
      </a>
      <div className="sticky top-0 hidden h-screen overflow-y-auto border-r border-line bg-side lg:block">
        <Navigation orgId={orgId} onSearch={search} />
      </div>
      <div>
        <header className="flex items-center gap-2 border-b border-line bg-side px-3 py-2 lg:hidden">
          <IconButton icon={MenuIcon} label="Open navigation" onClick={() => setShown('drawer')} />
          <Logo />
          <span className="flex-1 font-semibold">Tradepost</span>
          <IconButton icon={Search} label="Find" onClick={search} />
        </header>
        {isTest && <TestClock orgId={orgId} />}
        <main id="content" className="mx-auto max-w-7xl px-4 py-6 outline-none lg:px-8" tabIndex={-1}>
          {/* The content below is out of view while the page is read, so that nothing moves when data arrives. */}
          <div className="min-h-screen">
            <Content orgId={orgId} />
          </div>
          <CallsOfPage />
        </main>
      </div>
      {shown === 'drawer' && (
        <Dialog kind="drawer" title="Navigation" onClose={close}>
          <Navigation orgId={orgId} onSearch={search} onGo={close} />
        </Dialog>
      )}
      {shown === 'palette' && (
        <Suspense fallback={null}>
          <Palette orgId={orgId} onClose={close} />
        </Suspense>
      )}
      <Toasts />
    </div>
  );
}

/** The page, if it belongs to the part of the console that the user may open: the seller's pages or the partner portal. */
function Content({ orgId }: { orgId: string }) {
  const { organization, missingPermission } = useOrganization(orgId);
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  const isOfPartner = missingPermission(portalPermission) === undefined;
  if (!organization || isOfPartner === path.startsWith(paths.portal)) return <Outlet />;
  return (
    <Suspense fallback={<Loading />}>
      <OtherPart orgId={orgId} path={path} isOfPartner={isOfPartner} />
    </Suspense>
  );
}

/** Calls a function when Ctrl-K or, on a Mac, Command-K is pressed. */
function useShortcut(run: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}
