import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signOut } from '../api.ts';
import { followChanges } from '../changes.ts';
import { useOrganization } from '../organization.ts';
import { paths } from '../paths.ts';
import { CallsOfPage } from './calls.tsx';
import { Button } from './controls.tsx';
import { StandalonePage } from './page.tsx';
import styles from './shell.module.css';
import { Failure, Loading, NotFound } from './states.tsx';
import { TestClock } from './test-clock.tsx';

const places = [
  [paths.overview, 'Overview'],
  [paths.offers, 'Offers'],
  [paths.entitlements, 'Entitlements'],
  [paths.buyers, 'Buyers'],
  [paths.contacts, 'Contacts'],
  [paths.sandbox, 'Sandbox'],
  [paths.members, 'Members'],
  [paths.roles, 'Roles'],
  [paths.clients, 'API clients'],
] as const;

/**
 * The frame of each page of an organization: navigation, current location, and a notice for TEST
 * organizations.
 */
export function Shell() {
  const { orgId } = useParams({ from: paths.overview });
  const { organization, error, isPending, refetch, missingPermission } = useOrganization(orgId);
  const isKnown = organization !== undefined;
  const mayFollow = missingPermission('audit:read') === undefined;
  useEffect(() => (isKnown ? followChanges(orgId, mayFollow) : undefined), [orgId, isKnown, mayFollow]);
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
  const isTest = organization?.environment === 'TEST';
  // The page starts loading immediately, without waiting for the organization's data.
  return (
    <>
      {isPending && (
        <StandalonePage>
          <Loading />
        </StandalonePage>
      )}
      <div className={styles.shell} hidden={isPending}>
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <nav className={styles.nav} aria-label="Console">
          <strong>{organization?.name}</strong>
          <ul>
            {places
              .filter(([path]) => isTest || path !== paths.sandbox)
              .map(([path, name]) => (
                <li key={path}>
                  <Link
                    to={path as typeof paths.offers}
                    params={{ orgId }}
                    activeOptions={{ exact: path === paths.overview }}
                  >
                    {name}
                  </Link>
                </li>
              ))}
          </ul>
          <p>
            <Link to={paths.organizations}>Organizations</Link>
            <br />
            <Link to={paths.account}>Your account</Link>
            <br />
            <a href="/docs">API reference</a>
          </p>
          <Button onClick={() => void signOut()}>Sign out</Button>
        </nav>
        <div>
          {isTest && <TestClock orgId={orgId} />}
          <main id="content" className={styles.main} tabIndex={-1}>
            <div className={styles.content}>
              <Outlet />
            </div>
            <CallsOfPage />
          </main>
        </div>
      </div>
    </>
  );
}
