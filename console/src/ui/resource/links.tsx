import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { LinkButton } from '../controls.tsx';
import { RecordName } from '../names.tsx';
import type { Params } from '../operation/operation.ts';

type PathLinkProps = { path: string; params: Params; search?: Params; children: ReactNode };

/** A link to a path of `paths.ts`, whose parameters are known only at run time. */
export const PathLink = ({ path, params, search, children }: PathLinkProps) => (
  <Link to={path as never} params={params as never} {...(search ? { search: search as never } : {})}>
    {children}
  </Link>
);

type PathButtonProps = { path: string; params: Params; children: ReactNode };

/** A link to a path of `paths.ts`, in the style of a button. */
export const PathButton = ({ path, params, children }: PathButtonProps) => (
  <LinkButton to={path as never} params={params as never}>
    {children}
  </LinkButton>
);

/** The pages of records to which other records refer. */
const pagesOf = {
  product: [paths.product, 'productId'],
  offerSet: [paths.offerSet, 'offerSetId'],
  buyer: [paths.buyer, 'buyerId'],
  contact: [paths.contact, 'contactId'],
  offer: [paths.offer, 'offerId'],
  entitlement: [paths.entitlement, 'entitlementId'],
  invoice: [paths.invoice, 'invoiceId'],
  usageReport: [paths.usageReport, 'usageRecordReportId'],
} as const;

type RecordLinkProps = {
  orgId: string;
  kind: keyof typeof pagesOf;
  id: string | null | undefined;
  children?: ReactNode;
};

/** The records whose names can be looked up. */
const named = {
  buyer: 'buyers',
  contact: 'contacts',
  entitlement: 'entitlements',
  offer: 'offers',
  product: 'products',
} as const;

/** A link to a record, by the given name, its own name, or its id. */
export function RecordLink({ orgId, kind, id, children }: RecordLinkProps) {
  if (!id) return <>–</>;
  const [path, name] = pagesOf[kind];
  const noun = named[kind as keyof typeof named];
  return (
    <PathLink path={path} params={{ orgId, [name]: id }}>
      {children || (noun ? <RecordName orgId={orgId} noun={noun} id={id} /> : id)}
    </PathLink>
  );
}
