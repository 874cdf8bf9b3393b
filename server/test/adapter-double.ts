import type { AdapterRegistry, MarketplaceAdapter } from '../src/marketplaces/index.ts';

/** What of a marketplace's adapter a test plays; the rest is the sandbox's. */
export type Played = Partial<MarketplaceAdapter>;

/**
 * The registry in which a test plays marketplace A for PROD organizations, as `played` answers for each; the sandbox plays
 * the others.
 */
export const withDouble =
  (
    played: (organizationId: string) => Played | undefined,
    more: Partial<AdapterRegistry> = {},
  ): ((own: AdapterRegistry) => AdapterRegistry) =>
  (own) => ({
    ...own,
    ...more,
    find: (organization, partner) => {
      if (organization.environment !== 'PROD' || partner !== 'MKA') return own.find(organization, partner);
      const sandbox = own.find({ ...organization, environment: 'TEST' }, partner);
      const double = played(organization.organizationId);
      return sandbox && double && { ...sandbox, ...double };
    },
  });
