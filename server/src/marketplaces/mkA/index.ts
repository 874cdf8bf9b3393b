/** Adapter of the real marketplace A, built on its vendor's own clients. */
export { type ConnectorOptions, createMarketplaceA } from './connector.ts';
export type { ObtainDocument } from './eula.ts';
export type { PlatformKeys } from './roles.ts';
