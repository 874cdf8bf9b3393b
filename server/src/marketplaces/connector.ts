import type { MarketplaceAdapter } from './adapter.ts';
import type { Capabilities } from './capabilities.ts';
import type { IntegrationSettings } from './credentials.ts';

/**
 * A marketplace on which production organizations can sell. The connector creates the adapter of each
 * organization from its integration.
 */
export type Connector = {
  /** Returns the capabilities, which are the same for every organization. */
  describe(): Capabilities;
  /** The optional operations that every adapter of this marketplace implements. */
  operations: readonly OptionalOperation[];
  /** Finds violations of rules that apply to every seller in an offer set. Absent if no such rules are known. */
  validateOfferSet?: MarketplaceAdapter['validateOfferSet'];
  /** Creates an adapter, without a call to the marketplace. */
  connect(connection: Connection): MarketplaceAdapter;
  /** Returns the values that the seller enters at the marketplace, and the setup steps. */
  setup(facts: SetupFacts): Setup;
};

/** The available connectors, by partner. */
export type Connectors = ReadonlyMap<string, Connector>;

/** The name of an asynchronous adapter operation, which calls the marketplace. */
export type Operation = Exclude<keyof MarketplaceAdapter, 'describe' | 'validateOfferSet'>;
export type OptionalOperation = {
  [Name in Operation]: undefined extends MarketplaceAdapter[Name] ? Name : never;
}[Operation];

export type Connection = {
  organizationId: string;
  /**
   * The external id that the service generates for each organization and partner. The seller's account grants
   * access only to requests with this id.
   */
  externalId: string;
  settings: IntegrationSettings;
  /** Waits for a free slot in the rate limit of a marketplace API; the limit applies across all replicas. */
  takeRate: TakeRate;
};

/**
 * Waits for a free slot in a rate limit.
 * @param api the name of a rate-limited API, such as `describeOffer`
 * @param perSecond calls that the API allows per second
 * @throws MarketplaceError `throttled`, with the time until a slot is free
 */
export type TakeRate = (api: string, perSecond: number) => Promise<void>;

export type SetupFacts = {
  externalId: string;
  /** The URL that the marketplace sends buyers to after a purchase. */
  landingUrl: string;
  /** The URL for notifications, if the marketplace sends notifications over HTTP. */
  notificationUrl: string;
};

export type Setup = {
  values: readonly SetupValue[];
  /** The setup steps, in Markdown. */
  steps: string;
};
/** A value to enter at the marketplace. `problem` is the reason why the value is absent or incomplete. */
export type SetupValue = {
  name: string;
  label: string;
  value?: string;
  description: string;
  problem?: string;
};
