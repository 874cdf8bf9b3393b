import type { Connectors } from './connector.ts';
import { createMarketplaceA, type ObtainDocument, type PlatformKeys } from './mkA/index.ts';
import { createMarketplaceB } from './mkB/index.ts';
import { createMarketplaceC } from './mkC/index.ts';

export type { ObtainDocument, PlatformKeys } from './mkA/index.ts';

export type ConnectorDeps = {
  /** The operator's own access keys at marketplace A. Without them, sellers enter their own keys. */
  marketplaceA: PlatformKeys | undefined;
  /** Reads a seller's document for upload to the marketplace. */
  obtainDocument: ObtainDocument;
  /** The address of this installation. */
  baseUrl: () => string;
  now: () => Date;
};

/** Creates the connectors by partner, for the marketplaces on which production organizations can sell. */
export const createConnectors = ({ marketplaceA, obtainDocument, baseUrl, now }: ConnectorDeps): Connectors =>
  new Map([
    ['MKA', createMarketplaceA({ platform: marketplaceA, obtain: obtainDocument, now })],
    ['MKB', createMarketplaceB({ now })],
    ['MKC', createMarketplaceC({ baseUrl, now })],
  ]);

/** The marketplaces whose notifications are read from a queue. */
export const pullingOf = (connectors: Connectors): string[] =>
  [...connectors]
    .filter(([, { operations }]) => operations.includes('pullNotifications'))
    .map(([partner]) => partner);
