import { useQuery } from '@tanstack/react-query';
import { tradepost } from '../api.ts';
import { keys, useOrganization } from '../organization.ts';

/** The records that others refer to by id, with the permission to read them. */
const permissions = {
  buyers: 'buyers:read',
  contacts: 'buyers:read',
  entitlements: 'entitlements:read',
  offers: 'offers:read',
  products: 'products:read',
} as const;
export type NamedNoun = keyof typeof permissions;

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

/** The name of a record; the id until the name is loaded, or if the user may not read it. */
export function RecordName({ orgId, noun, id }: { orgId: string; noun: NamedNoun; id: string | undefined }) {
  const { missingPermission } = useOrganization(orgId);
  const mayRead = id !== undefined && missingPermission(permissions[noun]) === undefined;
  const recent = useQuery({ ...recentNames(orgId, noun), enabled: mayRead });
  const known = recent.data?.get(id ?? '');
  const own = useQuery({
    queryKey: keys.one(orgId, noun, id ?? ''),
    queryFn: ({ signal }): Promise<{ name?: string }> => tradepost.in(orgId)[noun].get(id ?? '', { signal }),
    enabled: mayRead && recent.data !== undefined && known === undefined,
  });
  if (!id) return <>–</>;
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
  noun: NamedNoun,
  missingPermission: (permission: string) => string | undefined,
) => missingPermission(permissions[noun]) === undefined;
