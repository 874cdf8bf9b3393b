import type { AdapterRegistry, MarketplaceAdapter } from '../src/marketplaces/index.ts';

/** The part of a marketplace adapter that a test replaces; the sandbox provides the rest. */
export type AdapterPart = Partial<MarketplaceAdapter>;

/**
 * Creates a registry in which `played` simulates marketplace A for PROD organizations; the sandbox simulates
 * all other marketplaces.
 */
export const withDouble =
  (
    played: (organizationId: string) => AdapterPart | undefined,
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
