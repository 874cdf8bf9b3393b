/** Adapter of the real marketplace C. */
export { type ConnectorOptions, createMarketplaceC } from './connector.ts';
