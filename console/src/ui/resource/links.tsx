import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import type { Params } from '../operation/operation.ts';

type PathLinkProps = { path: string; params: Params; search?: Params; children: ReactNode };

/** A link to a path of `paths.ts`, whose parameters are known only at run time. */
export const PathLink = ({ path, params, search, children }: PathLinkProps) => (
  <Link to={path as never} params={params as never} {...(search ? { search: search as never } : {})}>
    {children}
  </Link>
);

/** The pages of records to which other records refer. */
const pagesOf = {
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

/** A link to a record, by its name or its id. */
export function RecordLink({ orgId, kind, id, children }: RecordLinkProps) {
  if (!id) return <>–</>;
  const [path, name] = pagesOf[kind];
  return (
    <PathLink path={path} params={{ orgId, [name]: id }}>
      {children || id}
    </PathLink>
  );
}

/** The records whose names other records lack: the group of the SDK, and the permission to read them. */
const named = {
  buyer: ['buyers', 'buyers:read'],
  entitlement: ['entitlements', 'entitlements:read'],
} as const;

type RecordNameProps = { orgId: string; kind: keyof typeof named; id: string | null | undefined };

/** A link to a record by its name, which is loaded; until then, and without the permission, by its id. */
export function RecordName({ orgId, kind, id }: RecordNameProps) {
  const [group, permission] = named[kind];
  const { missingPermission } = useOrganization(orgId);
  const { data } = useQuery({
    queryKey: keys.one(orgId, group, id ?? ''),
    queryFn: ({ signal }): Promise<{ name?: string }> => tradepost.in(orgId)[group].get(id ?? '', { signal }),
    enabled: Boolean(id) && missingPermission(permission) === undefined,
    staleTime: 300_000,
  });
  return (
    <RecordLink orgId={orgId} kind={kind} id={id}>
      {data?.name}
    </RecordLink>
  );
}
