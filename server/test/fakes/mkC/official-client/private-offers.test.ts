import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantClaims, requestToken, signWith } from '../calls.fixture.ts';
import { type MkC, startMkC } from '../server.ts';

/**
 * A folder with the vendor’s official client, npm `@google-cloud/commerceproducer`, which needs Node 22. The client is
 * not a dependency of the project: `.ci/run` installs it for this test.
 */
const folder = process.env.MKC_OFFICIAL_CLIENT;
const start = Date.parse('2031-05-12T10:20:00Z');

type Offer = { name: string; state: string; title: string; acceptDeadlineTime?: object };
type Answer<T> = Promise<[T]>;
/** The operations of the client that the test calls. */
type OfficialClient = {
  createPrivateOffer(request: object): Answer<Offer>;
  getPrivateOffer(request: object): Answer<Offer>;
  listPrivateOffers(request: object): Answer<Offer[]>;
  updatePrivateOffer(request: object): Answer<Offer>;
  publishPrivateOffer(request: object): Answer<Offer>;
  cancelPrivateOffer(request: object): Answer<Offer>;
  deletePrivateOffer(request: object): Answer<object>;
  createPrivateOfferDocument(request: object): Answer<{ name: string }>;
  listPrivateOfferDocuments(request: object): Answer<object[]>;
};

describe.skipIf(!folder)('the official client of private offers', () => {
  let mkC: MkC;
  let client: OfficialClient;
  let parent: string;
  let offer: (more?: object) => object;
  beforeAll(async () => {
    mkC = await startMkC({ now: () => start });
    const seller = await mkC.addSeller();
    const product = seller.addProduct();
    parent = `projects/${seller.projectId}/locations/global`;
    const issued = await requestToken(
      mkC.url,
      await signWith(seller.keyFile, grantClaims(seller.keyFile, start)),
    );
    const { access_token: token } = (await issued.json()) as { access_token: string };
    client = clientOf(mkC.url, token);
    offer = (more = {}) => ({ ...offerOf(parent, product.serviceName), ...more });
  });
  afterAll(() => mkC?.stop());

  test('creates, changes, publishes and cancels an offer', async () => {
    const [{ name, state }] = await client.createPrivateOffer({ parent, privateOffer: offer() });
    expect([name.startsWith(`${parent}/privateOffers/`), state]).toEqual([true, 'DRAFT']);
    const privateOffer = { name, title: 'Another title' };
    const [changed] = await client.updatePrivateOffer({ privateOffer, updateMask: { paths: ['title'] } });
    expect(changed.title).toBe('Another title');
    const privateOfferDocument = { documentType: 'STANDARD_END_USER_LICENSE_AGREEMENT_V2' };
    await client.createPrivateOfferDocument({ parent: name, privateOfferDocument });
    expect((await client.listPrivateOfferDocuments({ parent: name }))[0]).toHaveLength(1);
    const [checked] = await client.publishPrivateOffer({ name, validateOnly: true });
    expect(checked.state).toBe('DRAFT');
    const [published] = await client.publishPrivateOffer({ name });
    expect(published.state).toMatch(/^PUBLISH/);
    await mkC.settle();
    expect((await client.getPrivateOffer({ name }))[0]).toMatchObject({
      state: 'PUBLISHED',
      title: 'Another title',
    });
    const [cancelled] = await client.cancelPrivateOffer({ name, cancellationNote: 'Withdrawn' });
    expect(cancelled.state).toBe('CANCELLED');
    const [listed] = await client.listPrivateOffers({ parent, orderBy: 'update_time' });
    expect(listed.map((one) => one.name)).toContain(name);
  });

  test('deletes a draft, and reads the refusal of an incomplete offer', async () => {
    const [{ name }] = await client.createPrivateOffer({
      parent,
      privateOffer: offer({ customer: undefined }),
    });
    await expect(client.publishPrivateOffer({ name })).rejects.toMatchObject({ code: expect.any(Number) });
    await client.deletePrivateOffer({ name, force: true });
    await expect(client.getPrivateOffer({ name })).rejects.toMatchObject({ code: 5 });
  });
});

/** Returns a complete offer at the price of a plan. */
const offerOf = (parent: string, serviceName: string) => ({
  title: 'Offer for a buyer',
  offerDealType: 'NEW',
  partnerContact: { contact: 'Sales', email: 'sales@seller.example' },
  customer: {
    entityTitle: 'Buyer Inc.',
    contact: 'Ada',
    email: 'ada@buyer.example',
    targetBillingAccount: 'billingAccounts/012345-6789AB-CDEF01',
  },
  acceptDeadlineTime: { year: 2031, month: 6, day: 12, timeZone: { id: 'America/Los_Angeles' } },
  term: { startPolicy: 'IMMEDIATE', endPolicy: 'AFTER_DURATION', durationMonths: 12 },
  singleProductOffer: {
    baseStandardOffer: `${parent}/services/${serviceName}/standardOffers/gold`,
    standardIntervalPrice: {
      standardInterval: 'MONTHLY_PRORATED',
      priceModel: { flatFee: { flatFeeOverride: { currencyCode: 'USD', units: '100' } } },
    },
  },
});

/** Creates the official client, whose requests go to the local service. */
function clientOf(url: string, token: string): OfficialClient {
  const load = createRequire(path.join(folder as string, 'package.json'));
  const { CommerceTransactionClient } = load('@google-cloud/commerceproducer').v1beta;
  const authorization = `Bearer ${token}`;
  const authClient = {
    universeDomain: 'googleapis.com',
    getRequestHeaders: async () => new Headers({ authorization }),
    fetch: async (address: string | URL, init: RequestInit) => {
      const { pathname, search } = new URL(address);
      const headers = new Headers(init.headers);
      headers.set('authorization', authorization);
      return fetch(`${url}${pathname}${search}`, { ...init, headers });
    },
  };
  return new CommerceTransactionClient({ fallback: true, authClient });
}
