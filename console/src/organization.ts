import { useQuery } from '@tanstack/react-query';
import { tradepost } from './api.ts';

/** The names by which what was read is kept: what is of an organization begins with it. */
export const keys = {
  organizations: ['organizations'] as const,
  me: ['me'] as const,
  all: (orgId: string) => ['org', orgId] as const,
  clock: (orgId: string) => ['org', orgId, 'clock'] as const,
  list: (orgId: string, noun: string, query: object = {}) => ['org', orgId, noun, 'list', query] as const,
  one: (orgId: string, noun: string, id: string) => ['org', orgId, noun, id] as const,
};

/** The organizations that the person may use, with its role and what that allows. */
export const useOrganizations = () =>
  useQuery({
    queryKey: keys.organizations,
    queryFn: ({ signal }) => tradepost.organizations.list({ signal }),
    staleTime: 60_000,
  });

/** What time it is in an organization: a test has a clock of its own, which is not known at once. */
export function useNow(orgId: string): Date | undefined {
  const { organization } = useOrganization(orgId);
  const isTest = organization?.environment === 'TEST';
  const { data } = useQuery({
    queryKey: keys.clock(orgId),
    queryFn: ({ signal }) => tradepost.in(orgId).sandbox.getClock({ signal }),
    enabled: isTest,
  });
  if (!isTest) return organization && new Date();
  return data?.time === undefined ? undefined : new Date(data.time);
}

/** An organization, with what the person may do in it. */
export function useOrganization(orgId: string) {
  const { data, error, isPending, refetch } = useOrganizations();
  const organization = data?.find(({ id }) => id === orgId);
  const permissions = new Set<string>((organization?.permissions as string[] | undefined) ?? []);
  /** Why the person may not, in words; undefined where it may. */
  const lacking = (permission: string): string | undefined =>
    permissions.has(permission) ? undefined : `Your role lacks the permission ${permission}.`;
  return { organization, error, isPending, refetch, lacking };
}
