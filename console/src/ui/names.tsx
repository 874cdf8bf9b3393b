import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../api.ts';
import { keys, useOrganization } from '../organization.ts';
import { nameQuery } from './name-query.ts';
import { none } from './none.tsx';

/** The records that others refer to by id, with the permission to read them. Their lists can be read with names only. */
const permissions = {
  buyers: 'buyers:read',
  contacts: 'buyers:read',
  entitlements: 'entitlements:read',
  offers: 'offers:read',
  products: 'products:read',
} as const;
export type NamedNoun = keyof typeof permissions;

/** The records whose names are read one by one. */
const singlePermissions = {
  channelPartners: 'channelPartners:read',
  channelPartnerTiers: 'channelPartners:read',
} as const;
type SingleNoun = keyof typeof singlePermissions;
const allPermissions = { ...permissions, ...singlePermissions };

/** The number of names that are read at once; the names of older records are read one by one. */
const most = 500;

const recentNames = (orgId: string, noun: NamedNoun) => ({
  queryKey: keys.list(orgId, noun, { names: most }),
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    namesIn(
      await tradepost
        .in(orgId)
        [noun].list({ order: 'desc', limit: most, fields: ['id', 'name'] }, { signal }),
    ),
  staleTime: 60_000,
});

const namesIn = (rows: readonly { id: string; name?: string }[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ id, name }) => [id, name || id]));

type RecordNameProps = { orgId: string; noun: NamedNoun | SingleNoun; id: string | undefined };

/** The name of a record; the id until the name is loaded, or if the user may not read it. */
export function RecordName({ orgId, noun, id }: RecordNameProps) {
  const { missingPermission } = useOrganization(orgId);
  const mayRead = id !== undefined && mayReadNames(noun, missingPermission);
  const isListed = noun in permissions;
  const recent = useQuery({ ...recentNames(orgId, noun as NamedNoun), enabled: mayRead && isListed });
  const known = recent.data?.get(id ?? '');
  const own = useQuery({
    ...nameQuery(
      keys.one(orgId, noun, id ?? ''),
      (signal): Promise<{ name?: string }> => tradepost.in(orgId)[noun].get(id ?? '', { signal }),
    ),
    enabled: mayRead && (recent.data !== undefined || !isListed) && known === undefined,
  });
  if (!id) return none;
  return <bdi>{known ?? own.data?.name ?? id}</bdi>;
}

/** Returns the names of all records of a kind, for an export. */
export async function allNames(orgId: string, noun: NamedNoun): Promise<ReadonlyMap<string, string>> {
  const rows: { id: string; name?: string }[] = [];
  for await (const row of tradepost.in(orgId)[noun].list({ limit: 1000, fields: ['id', 'name'] }))
    rows.push(row);
  return namesIn(rows);
}

/** Returns whether the user may read the names of a kind of records. */
export const mayReadNames = (
  noun: NamedNoun | SingleNoun,
  missingPermission: (permission: string) => string | undefined,
): boolean => missingPermission(allPermissions[noun]) === undefined;
