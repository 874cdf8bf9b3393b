import { useQuery } from '@tanstack/react-query';
import { tradepost } from './api.ts';

/** The cache keys; keys of an organization's data begin with its id. */
export const keys = {
  organizations: ['organizations'] as const,
  me: ['me'] as const,
  all: (orgId: string) => ['org', orgId] as const,
  clock: (orgId: string) => ['org', orgId, 'clock'] as const,
  list: (orgId: string, noun: string, query: object = {}) => ['org', orgId, noun, 'list', query] as const,
  one: (orgId: string, noun: string, id: string) => ['org', orgId, noun, id] as const,
};

/** Returns the organizations of the user, with the user's role and permissions in each. */
export const useOrganizations = () =>
  useQuery({
    queryKey: keys.organizations,
    queryFn: ({ signal }) => tradepost.organizations.list({ signal }),
    staleTime: 60_000,
  });

/** Returns the current time of an organization; a TEST organization has its own clock, which is loaded first. */
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

/** An organization, with the user's permissions in it. */
export function useOrganization(orgId: string) {
  const { data, error, isPending, refetch } = useOrganizations();
  const organization = data?.find(({ id }) => id === orgId);
  const permissions = new Set<string>((organization?.permissions as string[] | undefined) ?? []);
  /** Returns the reason why the user lacks a permission; undefined if the permission is granted. */
  const missingPermission = (permission: string): string | undefined =>
    permissions.has(permission) ? undefined : `Your role lacks the permission ${permission}.`;
  return { organization, error, isPending, refetch, missingPermission };
}
