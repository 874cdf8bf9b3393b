import { afterAll, beforeAll, describe } from 'vitest';
import {
  type AdapterRegistry,
  type MarketplaceAdapter,
  type MarketplacePartner,
  marketplacePartners,
  type OfferSpec,
} from '../../src/marketplaces/index.ts';
import { notificationSigner } from '../../src/marketplaces/sandbox/index.ts';
import { createVault } from '../../src/platform/secrets/encryption.ts';
import { sampled } from '../generated/sample.ts';
import { startTestApp, type TestApp, type TestOrganization, testMasterKey } from '../harness.ts';
import { conforms, type World } from './suite.ts';

let app: TestApp;
let registry: AdapterRegistry;
let org: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  app = await startTestApp({
    registry: (own) => {
      registry = own;
      return own;
    },
  });
  [org, other] = [await app.organization(), await app.organization()];
});
afterAll(() => app.stop());

const spec = (key: string, more: Partial<OfferSpec> = {}): OfferSpec => ({
  key,
  name: key,
  offerType: 'PRIVATE',
  productId: undefined,
  externalProductId: undefined,
  externalBuyerId: undefined,
  buyerName: undefined,
  expireTime: undefined,
  endTime: undefined,
  info: { currency: 'USD' },
  metaInfo: {},
  ...more,
});

/** An offer that is permanently rejected, for each marketplace with such a rule. */
const refused: Partial<Record<string, Partial<OfferSpec>>> = {
  MKA: { name: 'x'.repeat(151) },
  MKB: { info: { mkBPrivateOffer: { pricing: Array.from({ length: 11 }, () => ({})) } } },
  MKC: { info: { currency: 'EUR' } },
};

/** Marketplaces on which an offer can change an agreement. */
const changing: readonly string[] = ['MKA', 'MKB'];

const adapterOf = (organizationId: string, partner: string) => {
  const adapter = registry.find({ organizationId, environment: 'TEST' }, partner);
  if (!adapter) throw new Error(`the sandbox does not play ${partner}`);
  return adapter;
};

function worldOf(
  partner: MarketplacePartner,
  by: (adapter: MarketplaceAdapter, organizationId: string) => MarketplaceAdapter,
): World {
  return {
    partner,
    adapter: () => by(adapterOf(org.id, partner), org.id),
    stranger: () => by(adapterOf(other.id, partner), other.id),
    accepted: (key) => spec(key),
    ...(refused[partner] ? { refused: (key: string) => spec(key, refused[partner]) } : {}),
    ...(changing.includes(partner)
      ? { baseless: (key: string) => spec(key, { basedOn: { agreementId: 'sba_none' } }) }
      : {}),
    agreement: async (waits) => {
      const order = { partner, quantity: 2, approve: !waits };
      const reply = await app.request('POST', `/org/${org.id}/sandbox/order`, {
        token: org.token,
        body: order,
      });
      await app.drainJobs();
      return reply.body.externalID;
    },
    settle: async () => {
      await app.drainJobs();
    },
    now: async () => {
      const { body } = await app.request('GET', `/org/${org.id}/sandbox/clock`, { token: org.token });
      return new Date(body.time);
    },
    pass: async (seconds) => {
      await app.database.query(
        'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = ANY ($1)',
        [[org.id, other.id], seconds * 1000],
      );
    },
    dimension: 'units',
    notification: (subject) => {
      const id = app.app.newId('msg');
      const rawBody = JSON.stringify({ subject });
      const timestamp = app.app.clock.now();
      const signer = notificationSigner(createVault(testMasterKey), org.id, partner);
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
        'webhook-signature': signer.sign(id, timestamp, rawBody),
      };
      return { method: 'POST', query: '', headers, rawBody };
    },
  };
}

const lagMs = 10 * 60_000;

/**
 * Wraps the sandbox as a marketplace that does not return our keys and lists new records only after a delay.
 */
const lagging = (adapter: MarketplaceAdapter, organizationId: string): MarketplaceAdapter => ({
  ...adapter,
  describe: () => ({ ...adapter.describe(), lookupSettlesMs: lagMs }),
  findOffer: async (key) => {
    const { rows } = await app.database.query(
      `SELECT FROM sandbox_offer s JOIN organization o ON o.organization_id = s.organization_id
       WHERE s.organization_id = $1 AND s.creation_key = $2
         AND s.creation_time > clock_timestamp() + (o.clock_offset_ms - $3) * interval '1 ms'`,
      [organizationId, key, lagMs],
    );
    return rows.length > 0 ? undefined : adapter.findOffer?.(key);
  },
  readOffer: async (externalId) => {
    const snapshot = await adapter.readOffer(externalId);
    return snapshot && { ...snapshot, key: undefined };
  },
});

const worlds = [false, true].flatMap((isSlow) => marketplacePartners.map((partner) => ({ partner, isSlow })));
const tried = sampled(worlds);
const partnersOf = (slow: boolean) =>
  tried.filter(({ isSlow }) => isSlow === slow).map(({ partner }) => partner);

describe.each(partnersOf(false))('the sandbox as %s', (partner) => {
  conforms(worldOf(partner, (adapter) => adapter));
});

describe.each(partnersOf(true))('the sandbox as %s with slow changes and delayed look-ups', (partner) => {
  beforeAll(async () => {
    for (const { id, token } of [org, other])
      for (let n = 0; n < 3; n++) {
        const body = { partner, kind: 'SLOW', count: 100, delay: 'PT2M' };
        const reply = await app.request('POST', `/org/${id}/sandbox/fault`, { token, body });
        if (reply.status !== 200) throw new Error(reply.text);
      }
  });
  conforms(worldOf(partner, lagging));
});
