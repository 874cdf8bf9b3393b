import { Link, Navigate } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Callout } from './callout.tsx';
import { Page } from './page.tsx';

type Props = { orgId: string; path: string; isOfPartner: boolean };

/** A page of the partner portal for a member of the seller, or a page of the seller for a member of a channel partner. */
export function OtherPart({ orgId, path, isOfPartner }: Props) {
  const home = (isOfPartner ? paths.portal : paths.overview) as typeof paths.overview;
  if (isOfPartner && path.replace(/\/$/, '') === paths.overview)
    return <Navigate to={home} params={{ orgId }} replace />;
  return (
    <Page title="Page not available">
      <Callout
        kind="error"
        title="You may not open this page"
        fix={
          <Link to={home} params={{ orgId }}>
            Go to your overview
          </Link>
        }
      >
        <p>
          {isOfPartner
            ? 'You act for a channel partner, so you can use only the pages of the partner portal.'
            : 'Only members that act for a channel partner can use the partner portal.'}
        </p>
      </Callout>
    </Page>
  );
}
