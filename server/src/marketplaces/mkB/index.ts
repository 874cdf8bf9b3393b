/** Adapter of the real marketplace B, built on its vendor's published interfaces. */
export { type ConnectorOptions, createMarketplaceB } from './connector.ts';
