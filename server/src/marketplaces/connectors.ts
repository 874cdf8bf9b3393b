import type { Connectors } from './connector.ts';
import { createMarketplaceA, type ObtainDocument, type PlatformKeys } from './mkA/index.ts';

export type { ObtainDocument, PlatformKeys } from './mkA/index.ts';

export type ConnectorDeps = {
  /** The operator's own keys at marketplace A; absent: sellers there enter keys of their own. */
  marketplaceA: PlatformKeys | undefined;
  /** Gets a document of a seller, to be put where a marketplace reads it. */
  obtainDocument: ObtainDocument;
  now: () => Date;
};

/** Creates the connectors to the marketplaces on which organizations can sell for real, by partner. */
export const createConnectors = ({ marketplaceA, obtainDocument, now }: ConnectorDeps): Connectors =>
  new Map([['MKA', createMarketplaceA({ platform: marketplaceA, obtain: obtainDocument, now })]]);

/** The marketplaces whose notifications are read from a queue. */
export const pullingOf = (connectors: Connectors): string[] =>
  [...connectors]
    .filter(([, { operations }]) => operations.includes('pullNotifications'))
    .map(([partner]) => partner);
