import { expect } from 'vitest';
import type { AgreementSnapshot, MarketplaceAdapter, Purchase } from '../src/marketplaces/index.ts';
import { capabilitiesOf } from '../src/marketplaces/sandbox/index.ts';
import { type AdapterPart, withDouble } from './adapter-double.ts';
import {
  type Reply,
  startTestApp,
  type TestApp,
  type TestAppOptions,
  type TestOrganization,
} from './harness.ts';

/** Marketplace A's data about a seller's buyers: issued tokens and visible agreements. */
export type Shop = {
  purchases: Map<string, Purchase | Error>;
  agreements: Map<string, AgreementSnapshot>;
  /** Tokens that were resolved. */
  asked: string[];
  /** The sign-up URL of the listing. */
  listed?: string | undefined;
};

export type LandingResult = { status: number; id: string | null; location: URL | undefined; reply: Reply };
export type Seller = TestOrganization & { shop: Shop; productId: string };

export const tokenParameter = 'x-purchase-token';
const fulfillmentUrl = 'https://seller.example.com/signup?plan=a';

export const soldOn = (externalId: string, more: Partial<AgreementSnapshot> = {}): AgreementSnapshot => ({
  externalId,
  status: 'ACTIVE',
  externalStatus: 'Active',
  needsApproval: false,
  offerKey: undefined,
  externalOfferId: undefined,
  productId: undefined,
  externalProductId: 'prod-1',
  externalBuyerId: 'buyer-1',
  buyerName: 'Globex',
  acceptedAt: '2026-11-01T00:00:00Z',
  startTime: '2026-11-01T00:00:00Z',
  endTime: undefined,
  buyerCommitQuantities: undefined,
  terms: undefined,
  mirror: {},
  billingAccountId: undefined,
  ...more,
});

/** A service to which marketplace A redirects buyers, for tests of the landing page. */
export class LandingWorld {
  app!: TestApp;
  readonly #shops = new Map<string, Shop>();
  #address = 1;

  async start(options: TestAppOptions = {}): Promise<void> {
    this.app = await startTestApp({
      registry: withDouble((organizationId) => this.#play(organizationId)),
      environment: { TRUST_PROXY: 'true', ...options.environment },
      ...(options.onLog ? { onLog: options.onLog } : {}),
    });
  }

  #play(organizationId: string): AdapterPart | undefined {
    const shop = this.#shops.get(organizationId);
    if (!shop) return undefined;
    return {
      describe: () => ({ ...capabilitiesOf('MKA'), purchaseTokenParameter: tokenParameter }),
      resolvePurchase: async (token) => {
        shop.asked.push(token);
        const purchase = shop.purchases.get(token);
        if (!purchase) throw new TypeError(`a test asked about ${token}`);
        if (purchase instanceof Error) throw purchase;
        return purchase;
      },
      readAgreement: async (id) => shop.agreements.get(id),
      readOffer: async () => undefined,
      updateProduct: async (_id, { fulfillmentUrl: url }) => {
        shop.listed = url;
      },
      readProduct: async (externalId) => ({
        key: undefined,
        externalId,
        status: 'PUBLIC',
        name: 'Product',
        productType: undefined,
        fulfillmentUrl: shop.listed,
        vendorName: undefined,
        failure: undefined,
        terms: {},
        mirror: {},
      }),
      verifyNotification: async ({ rawBody }) => JSON.parse(rawBody),
    } satisfies Partial<MarketplaceAdapter>;
  }

  /** Creates a seller with a listed product, some weeks after the agreements started. */
  async seller(url: string | null = fulfillmentUrl): Promise<Seller> {
    const { app } = this;
    const org = await app.organization({ environment: 'PROD', at: '2026-11-28T12:00:00Z' });
    const shop: Shop = { purchases: new Map(), agreements: new Map(), asked: [] };
    this.#shops.set(org.id, shop);
    const productId = app.app.newId('prd');
    await app.database.query(
      `INSERT INTO product (organization_id, id, name, partner, service, external_id, fulfillment_url, status, info,
         meta_info, creation_time, last_update_time)
       VALUES ($1, $2, 'Product', 'MKA', 'MARKETPLACE', 'prod-1', $3, 'PUBLIC', '{}', '{}', now(), now())`,
      [org.id, productId, url],
    );
    return { ...org, shop, productId };
  }

  /** Returns a new client address for each visitor. */
  newAddress = (): string => `192.0.2.${this.#address++ % 250}`;

  async land(
    seller: { id: string },
    token: string | undefined,
    { method = 'POST', partner = 'mka', from = this.newAddress() } = {},
  ): Promise<LandingResult> {
    const path = `/public/signup/${partner}/orgId/${seller.id}`;
    const sent = token === undefined ? '' : new URLSearchParams({ [tokenParameter]: token }).toString();
    const isPost = method === 'POST';
    const response = await fetch(`${this.app.url}${path}${isPost || !sent ? '' : `?${sent}`}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': from,
        ...(isPost ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(isPost ? { body: sent } : {}),
    });
    const text = await response.text();
    const to = response.headers.get('location');
    const location = to === null ? undefined : new URL(to);
    const reply = { status: response.status, text, body: undefined, headers: response.headers };
    return {
      status: response.status,
      id: location?.searchParams.get('tradepostEntitlementId') ?? null,
      location,
      reply,
    };
  }

  /** Makes the marketplace report an agreement and send a notification. */
  async show(seller: Seller, agreement: AgreementSnapshot): Promise<void> {
    seller.shop.agreements.set(agreement.externalId, agreement);
    const subjects = [{ kind: 'AGREEMENT', externalId: agreement.externalId }];
    const reply = await this.app.request('POST', `/marketplaces/mka/notifications/${seller.id}`, {
      raw: JSON.stringify({ id: this.app.app.newId('msg'), subjects }),
    });
    expect(reply.status, reply.text).toBe(200);
    await this.app.drainJobs();
  }

  async get(seller: TestOrganization, path: string) {
    const reply = await this.app.request('GET', `/org/${seller.id}/${path}`, { token: seller.token });
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  }

  /** Inserts an offer without calling its marketplace. */
  async offer(seller: Seller, body: Record<string, unknown>, status: string): Promise<string> {
    const { app } = this;
    const reply = await app.request('POST', `/org/${seller.id}/draftOffer`, {
      token: seller.token,
      body: { partner: 'MKA', productID: seller.productId, ...body },
    });
    expect(reply.status, reply.text).toBe(200);
    await app.database.query(
      'UPDATE offer SET status = $3, external_id = $4 WHERE organization_id = $1 AND id = $2',
      [...[seller.id, reply.body.id, status, `x-${reply.body.id}`]],
    );
    return reply.body.id;
  }

  /** Returns the event actions of a record type, in order. */
  async events(seller: TestOrganization, type: string, id?: string): Promise<string[]> {
    const { rows } = await this.app.database.query(
      `SELECT action FROM event WHERE organization_id = $1 AND entity_type = $2 AND coalesce(entity_id = $3, true)
       ORDER BY creation_time, entity_id, sequence`,
      [seller.id, type, id ?? null],
    );
    return rows.map(({ action }) => action);
  }
}
