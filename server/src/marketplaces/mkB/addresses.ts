/** Identifier of the marketplace's interfaces: the resource of access tokens, and the sender of notifications. */
export const marketplaceId = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';
export const scope = `${marketplaceId}/.default`;
export const apiVersion = '2018-08-31';

/** Base addresses of the vendor's services. Tenants cannot change the hosts; a tenant id only fills a path. */
export type Addresses = { login: string; api: string };

const vendor: Addresses = {
  login: 'https://login.microsoftonline.com',
  api: 'https://marketplaceapi.microsoft.com/api',
};

/** @param endpoint URL of the local service in tests; undefined for the vendor's own services */
export const addressesOf = (endpoint: string | undefined): Addresses =>
  endpoint === undefined ? vendor : { login: endpoint, api: `${endpoint}/api` };

/** The issuers of a tenant's tokens, in the older and the newer form. */
export const issuersOf = (tenantId: string): string[] => [
  `https://sts.windows.net/${tenantId}/`,
  `https://login.microsoftonline.com/${tenantId}/v2.0`,
];

/** Returns whether a text is a GUID, as the ids of subscriptions, operations, tenants and applications are. */
export const isGuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
