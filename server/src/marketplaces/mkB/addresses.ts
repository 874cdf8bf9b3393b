/** Identifier of the marketplace's interfaces: the resource of access tokens, and the sender of notifications. */
export const marketplaceId = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';

/**
 * The vendor's interfaces: `marketplace` for subscriptions and usage, `ingestion` for private offers and listings,
 * `insights` for reports of revenue.
 */
export const interfaces = {
  marketplace: {
    host: 'https://marketplaceapi.microsoft.com',
    path: '/api',
    scope: `${marketplaceId}/.default`,
    query: { 'api-version': '2018-08-31' },
    /** Whether requests carry ids, with which the vendor's support finds them. */
    hasRequestIds: true,
  },
  ingestion: {
    host: 'https://graph.microsoft.com',
    path: '/rp/product-ingestion',
    scope: 'https://graph.microsoft.com/.default',
    query: {},
    hasRequestIds: false,
  },
  insights: {
    host: 'https://api.partnercenter.microsoft.com',
    path: '/insights/v1/cmp',
    scope: 'https://api.partnercenter.microsoft.com/.default',
    query: {},
    hasRequestIds: false,
  },
} as const;
export type InterfaceName = keyof typeof interfaces;

/** Base addresses of the vendor's services. Tenants cannot change the hosts; a tenant id only fills a path. */
export type Addresses = { login: string; of: Readonly<Record<InterfaceName, string>> };

/** @param endpoint URL of the local service in tests; undefined for the vendor's own services */
export const addressesOf = (endpoint: string | undefined): Addresses => ({
  login: endpoint ?? 'https://login.microsoftonline.com',
  of: {
    marketplace: addressOf('marketplace', endpoint),
    ingestion: addressOf('ingestion', endpoint),
    insights: addressOf('insights', endpoint),
  },
});

const addressOf = (name: InterfaceName, endpoint: string | undefined): string =>
  `${endpoint ?? interfaces[name].host}${interfaces[name].path}`;

/** The issuers of a tenant's tokens, in the older and the newer form. */
export const issuersOf = (tenantId: string): string[] => [
  `https://sts.windows.net/${tenantId}/`,
  `https://login.microsoftonline.com/${tenantId}/v2.0`,
];

/** Returns whether a text is a GUID, as the ids of subscriptions, operations, tenants and applications are. */
export const isGuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
