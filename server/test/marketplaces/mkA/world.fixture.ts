import { createHash, randomUUID } from 'node:crypto';
import type { Change, Connection, MarketplaceAdapter, OfferSpec } from '../../../src/marketplaces/index.ts';
import { createMarketplaceA } from '../../../src/marketplaces/mkA/index.ts';
import { type MkA, startMkA } from '../../fakes/mkA/server.ts';

export const buyer = '111122223333';
let made = 0;
export const newKey = (): string => `job_${++made}`;

/**
 * Returns the time until the next day. The clock starts at the beginning of a day, because payments of a day
 * would be rejected if the day ended while a change is polled.
 */
function untilNextDay(): number {
  const dayMs = 24 * 3_600_000;
  return dayMs - (Date.now() % dayMs) + 60_000;
}

/** Starts the local service, an installation whose operator has keys, and the adapters of sellers. */
export async function startWorld({ behindMs = -untilNextDay() } = {}) {
  const service = await startMkA({ now: () => Date.now() - behindMs });
  service.limitRates(false);
  const { accessKeyId, secretAccessKey, accountId } = service.operator;
  const documents = new Map<string, { content: Buffer; contentType: string }>();
  const connector = createMarketplaceA({
    platform: { accessKeyId, secretAccessKey, principal: `arn:aws:iam::${accountId}:user/operator` },
    obtain: async (_organizationId, url) => {
      const found = documents.get(url);
      if (!found) throw new Error(`there is no document ${url}`);
      return found;
    },
    now: () => new Date(service.now()),
    endpoint: service.url,
  });
  /** Connects an organization to a seller's account; the settings are added to the role. */
  const connect = (
    seller: { roleArn: string },
    externalId: string,
    settings: Record<string, unknown> = {},
    more: Partial<Connection> = {},
  ): MarketplaceAdapter =>
    connector.connect({
      organizationId: 'org_one',
      externalId,
      settings: { info: { mkAIntegration: { iamRoleArn: seller.roleArn, ...settings } }, credentials: {} },
      takeRate: async () => {},
      ...more,
    });
  const newSeller = (name: string, settings: Record<string, unknown> = {}) => {
    const externalId = createHash('sha256').update(name).digest('hex').slice(0, 32);
    const seller = service.addSeller({ externalId });
    return { ...seller, externalId, adapter: connect(seller, externalId, settings) };
  };
  return { service, connector, connect, newSeller, documents, stop: () => service.stop() };
}
export type MkAWorld = Awaited<ReturnType<typeof startWorld>>;
export type Seller = ReturnType<MkAWorld['newSeller']>;

/** Returns a private offer for a yearly contract. */
export const contract = (
  key: string,
  externalProductId: string,
  more: Partial<OfferSpec> = {},
): OfferSpec => ({
  key,
  name: 'Contract',
  offerType: 'PRIVATE',
  productId: undefined,
  externalProductId,
  externalBuyerId: buyer,
  buyerName: undefined,
  expireTime: '2091-02-01T00:00:00.000Z',
  endTime: undefined,
  info: {
    currency: 'USD',
    eulaType: 'SCMP',
    mkAAgreementDuration: 'P12M',
    commits: [{ key: 'seats', quantity: 2, rate: 600, length: 1, timeUnit: 'YEAR' }],
  },
  metaInfo: {},
  ...more,
});

/** Polls a change until it ends, by advancing the service's time. */
export async function followed(service: MkA, adapter: MarketplaceAdapter, change: Change) {
  service.settle();
  return change.handle ? ((await adapter.readChange?.(change.handle)) ?? change) : change;
}

/** Creates an offer and polls its creation until it ends. Retries with a new key if the day has changed. */
export async function createdAt(service: MkA, adapter: MarketplaceAdapter, spec: OfferSpec): Promise<Change> {
  const create = async () => followed(service, adapter, await adapter.createOffer(spec, newKey()));
  const end = await create();
  return end.state === 'FAILED' && end.again ? create() : end;
}

/** Returns an event as delivered by queues, with changed fields. */
export function eventOf({ kind, externalId }: { kind: string; externalId: string }) {
  const [source, detail] =
    kind === 'OFFER'
      ? ['aws.marketplacecatalog', { offer: { id: externalId } }]
      : ['aws.agreement-marketplace', { agreement: { id: externalId } }];
  const rawBody = JSON.stringify({ id: randomUUID(), source, 'detail-type': 'Something', detail });
  return { method: 'PULL' as const, query: '', headers: {}, rawBody };
}
