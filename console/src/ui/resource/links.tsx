import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../controls.tsx';
import { mayReadNames, RecordName } from '../names.tsx';
import { none } from '../none.tsx';
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

/** The pages of records to which other records refer, with the noun by which names are looked up. */
const pagesOf = {
  product: [paths.product, 'productId', 'products'],
  offerSet: [paths.offerSet, 'offerSetId', undefined],
  buyer: [paths.buyer, 'buyerId', 'buyers'],
  channelPartner: [paths.channelPartner, 'channelPartnerId', 'channelPartners'],
  contact: [paths.contact, 'contactId', 'contacts'],
  offer: [paths.offer, 'offerId', 'offers'],
  entitlement: [paths.entitlement, 'entitlementId', 'entitlements'],
  invoice: [paths.invoice, 'invoiceId', undefined],
  tier: [paths.tier, 'channelPartnerTierId', 'channelPartnerTiers'],
  usageReport: [paths.usageReport, 'usageRecordReportId', undefined],
} as const;

type RecordLinkProps = {
  orgId: string;
  kind: keyof typeof pagesOf;
  id: string | null | undefined;
  children?: ReactNode;
};

/** A link to a record, by the given name, its own name, or its id; without the permission to read it, only the text. */
export function RecordLink({ orgId, kind, id, children }: RecordLinkProps) {
  const { missingPermission } = useOrganization(orgId);
  if (!id) return none;
  const [path, name, noun] = pagesOf[kind];
  const text = children || (noun ? <RecordName orgId={orgId} noun={noun} id={id} /> : id);
  if (noun && !mayReadNames(noun, missingPermission)) return <>{text}</>;
  return (
    <PathLink path={path} params={{ orgId, [name]: id }}>
      {text}
    </PathLink>
  );
}

type RecordLinksProps = Omit<RecordLinkProps, 'id' | 'children'> & { ids: readonly string[] };

/** Links to several records, one below the other. */
export const RecordLinks = ({ ids, ...props }: RecordLinksProps) =>
  ids.map((id) => (
    <div key={id}>
      <RecordLink {...props} id={id} />
    </div>
  ));
