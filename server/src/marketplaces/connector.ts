import type { MarketplaceAdapter } from './adapter.ts';
import type { Capabilities } from './capabilities.ts';
import type { IntegrationSettings } from './credentials.ts';

/** A marketplace that organizations can sell on for real: it makes the adapter of each of them from its integration. */
export type Connector = {
  /** The same for every organization. */
  describe(): Capabilities;
  /** The operations of its adapters that an adapter may lack: those, and no others, each of them has. */
  operations: readonly OptionalOperation[];
  /** What of an offer the marketplace is known to refuse, whoever makes it. Absent where nothing is known. */
  validateOffer?: MarketplaceAdapter['validateOffer'];
  validateOfferSet?: MarketplaceAdapter['validateOfferSet'];
  /** Makes an adapter, which calls nobody until it is asked something. */
  connect(connection: Connection): MarketplaceAdapter;
  /** The values that the seller enters at the marketplace, and the steps to it. */
  setup(facts: SetupFacts): Setup;
};

/** The connectors that there are, by partner. */
export type Connectors = ReadonlyMap<string, Connector>;

/** An operation of an adapter: it asks the marketplace, and answers later. */
export type Operation = Exclude<keyof MarketplaceAdapter, 'describe' | 'validateOffer' | 'validateOfferSet'>;
export type OptionalOperation = {
  [Name in Operation]: undefined extends MarketplaceAdapter[Name] ? Name : never;
}[Operation];

export type Connection = {
  organizationId: string;
  /** Made by us, one for each organization and partner: with it the seller's account lets us in, and nobody else's does. */
  externalId: string;
  settings: IntegrationSettings;
  /** Takes a place in the rate of an interface of the marketplace, shared by all replicas. */
  takeRate: TakeRate;
};

/**
 * @param api the name of an interface that the marketplace limits, such as `describeOffer`
 * @param perSecond how many calls it takes in a second
 * @throws MarketplaceError `throttled`, with the time until a place is free
 */
export type TakeRate = (api: string, perSecond: number) => Promise<void>;

export type SetupFacts = {
  externalId: string;
  /** The address that buyers come to after a purchase. */
  landingUrl: string;
  /** The address that the marketplace notifies, where it calls one. */
  notificationUrl: string;
};

export type Setup = {
  values: readonly SetupValue[];
  /** The steps, in Markdown. */
  steps: string;
};
export type SetupValue = { name: string; value: string; description: string };
