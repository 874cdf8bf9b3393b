import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../../api.ts';
import { keys, useOrganization } from '../../organization.ts';
import { paths } from '../../paths.ts';
import { PathLink } from './links.tsx';

type Read = (orgId: string, id: string, signal: AbortSignal) => Promise<{ name?: string }>;
type Source = { noun: string; permission: string; read: Read; page?: readonly [path: string, name: string] };

/** The records that others name by their id only. */
const sources = {
  product: {
    noun: 'products',
    permission: 'products:read',
    read: (orgId, id, signal) => tradepost.in(orgId).products.get(id, { signal }),
  },
  channelPartner: {
    noun: 'channelPartners',
    permission: 'channelPartners:read',
    read: (orgId, id, signal) => tradepost.in(orgId).channelPartners.get(id, { signal }),
    page: [paths.channelPartner, 'channelPartnerId'],
  },
  tier: {
    noun: 'channelPartnerTiers',
    permission: 'channelPartners:read',
    read: (orgId, id, signal) => tradepost.in(orgId).channelPartnerTiers.get(id, { signal }),
    page: [paths.tier, 'channelPartnerTierId'],
  },
  contact: {
    noun: 'contacts',
    permission: 'buyers:read',
    read: (orgId, id, signal) => tradepost.in(orgId).contacts.get(id, { signal }),
    page: [paths.contact, 'contactId'],
  },
} satisfies Record<string, Source>;

type NamedProps = { orgId: string; kind: keyof typeof sources; id: string };

/** A record by its name, which is loaded, linked to its page if it has one. Without the permission, it is the id. */
export function Named({ orgId, kind, id }: NamedProps) {
  const { noun, permission, read, page }: Source = sources[kind];
  const { missingPermission } = useOrganization(orgId);
  const { data } = useQuery({
    queryKey: keys.one(orgId, noun, `name of ${id}`),
    queryFn: ({ signal }) => read(orgId, id, signal),
    enabled: missingPermission(permission) === undefined,
    staleTime: 60_000,
  });
  const name = data?.name || id;
  if (!page) return <>{name}</>;
  return (
    <PathLink path={page[0]} params={{ orgId, [page[1]]: id }}>
      {name}
    </PathLink>
  );
}

/** Several records, one below the other. */
export const NamedList = ({ ids, ...props }: Omit<NamedProps, 'id'> & { ids: readonly string[] }) =>
  ids.map((id) => (
    <div key={id}>
      <Named {...props} id={id} />
    </div>
  ));
