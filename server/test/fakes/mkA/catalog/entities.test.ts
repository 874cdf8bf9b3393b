import {
  BatchDescribeEntitiesCommand,
  type Change,
  DescribeChangeSetCommand,
  DescribeEntityCommand,
  ListEntitiesCommand,
  StartChangeSetCommand,
} from '@aws-sdk/client-marketplace-catalog';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Credentials, clientsFor, privateOffer, refusalOf } from '../clients.fixture.ts';
import { type MkA, startMkA } from '../server.ts';

let mkA: MkA;
beforeAll(async () => {
  mkA = await startMkA({ now: () => Date.parse('2030-01-01T12:00:00Z') });
  mkA.limitRates(false);
});
afterAll(() => mkA.stop());

const Catalog = 'AWSMarketplace';
const run = async (credentials: Credentials, ChangeSet: Change[]) => {
  const { catalog } = clientsFor(mkA.url, credentials);
  const { ChangeSetId } = await catalog.send(new StartChangeSetCommand({ Catalog, ChangeSet }));
  mkA.settle();
  const set = await catalog.send(new DescribeChangeSetCommand({ Catalog, ChangeSetId }));
  return {
    status: set.Status,
    codes: set.ChangeSet?.flatMap(({ ErrorDetailList = [] }) => ErrorDetailList.map((one) => one.ErrorCode)),
    id: (set.ChangeSet?.[0]?.Entity?.Identifier ?? '').replace(/@\d+$/, ''),
  };
};
const read = (credentials: Credentials, EntityId: string) =>
  clientsFor(mkA.url, credentials).catalog.send(new DescribeEntityCommand({ Catalog, EntityId }));

test('an offer set has two offers of different products, created for it, and is released after them', async () => {
  const seller = mkA.addSeller();
  const of = (
    Type: string,
    Identifier: string,
    ChangeType: string,
    DetailsDocument: Change['DetailsDocument'],
  ) => ({
    ChangeType,
    Entity: { Type, Identifier },
    DetailsDocument,
  });
  const made = await run(seller, [
    { ChangeType: 'CreateOfferSet', Entity: { Type: 'OfferSet@1.0' }, DetailsDocument: { Name: 'Both' } },
  ]);
  const offers = await Promise.all(
    [seller.addProduct(), seller.addProduct()].map(async (product, index) => {
      const [create, ...rest] = privateOffer(product.id, { name: `Part ${index}` }) as [Change, ...Change[]];
      return run(seller, [
        { ...create, DetailsDocument: { ProductId: product.id, Name: `Part ${index}`, OfferSetId: made.id } },
        ...rest,
      ]);
    }),
  );
  const stranger = await run(seller, privateOffer(seller.addProduct().id));
  const associate = (ids: string[]) =>
    of('OfferSet@1.0', made.id, 'AssociateOffers', { Offers: ids.map((OfferId) => ({ OfferId })) });
  expect((await run(seller, [associate([stranger.id])])).codes).toEqual(['INCOMPATIBLE_OFFER_SET_REFERENCE']);
  const release = of('OfferSet@1.0', made.id, 'ReleaseOfferSet', {});
  const first = await run(seller, [associate([offers[0]?.id ?? '']), release]);
  expect(first.codes).toEqual(['MISSING_BUYER_NOTES', 'MISSING_OFFERS']);
  const notes = of('OfferSet@1.0', made.id, 'UpdateInformation', { BuyerNotes: 'Together' });
  expect((await run(seller, [release, associate(offers.map(({ id }) => id)), notes])).status).toBe(
    'SUCCEEDED',
  );
  expect((await read(seller, made.id)).DetailsDocument).toMatchObject({
    State: 'Released',
    AssociatedOffers: offers.map(({ id }) => ({ OfferId: id })),
  });
});

test('one set can create everything by references between its changes, in any order', async () => {
  const seller = mkA.addSeller();
  const [create, ...rest] = privateOffer(seller.addProduct().id) as [Change, ...Change[]];
  expect((await run(seller, [create, ...rest.reverse()])).status).toBe('SUCCEEDED');
});

test('a resale authorization is visible to and usable by its reseller only', async () => {
  const [seller, reseller, other] = [mkA.addSeller(), mkA.addSeller(), mkA.addSeller()];
  const product = seller.addProduct();
  const pricing = (privateOffer(product.id).find(({ ChangeType }) => ChangeType === 'UpdatePricingTerms')
    ?.DetailsDocument ?? {}) as { Terms: object[] };
  const Entity = { Type: 'ResaleAuthorization@1.0', Identifier: '$Create.Entity.Identifier' };
  const { id, status } = await run(seller, [
    {
      ChangeType: 'CreateResaleAuthorization',
      ChangeName: 'Create',
      Entity: { Type: Entity.Type },
      DetailsDocument: { ProductId: product.id, Name: 'To resell', ResellerAccountId: reseller.accountId },
    },
    {
      ChangeType: 'UpdatePricingTerms',
      Entity,
      DetailsDocument: {
        PricingModel: 'Contract',
        Terms: pricing.Terms.map((term) => ({ ...term, Type: 'ResaleConfigurableUpfrontPricingTerm' })),
      },
    },
    {
      ChangeType: 'UpdateLegalTerms',
      Entity,
      DetailsDocument: {
        Terms: [{ Type: 'BuyerLegalTerm', Documents: [{ Type: 'StandardEula' }] }],
      },
    },
    { ChangeType: 'UpdateAvailability', Entity, DetailsDocument: { OffersMaxQuantity: 1 } },
    { ChangeType: 'ReleaseResaleAuthorization', Entity, DetailsDocument: {} },
  ]);
  expect(status).toBe('SUCCEEDED');
  const shared = async (who: Credentials) => {
    const list = new ListEntitiesCommand({
      Catalog,
      EntityType: 'ResaleAuthorization',
      OwnershipType: 'SHARED',
    });
    return (await clientsFor(mkA.url, who).catalog.send(list)).EntitySummaryList?.map(
      ({ EntityId }) => EntityId,
    );
  };
  expect([await shared(reseller), await shared(other)]).toEqual([[id], []]);
  const resell = (until: string) => {
    const [, ...rest] = privateOffer(product.id, {
      until,
      terms: { UpdateLegalTerms: undefined, UpdatePricingTerms: undefined },
    });
    return [
      {
        ChangeType: 'CreateOfferUsingResaleAuthorization',
        ChangeName: 'CreateOffer',
        Entity: { Type: 'Offer@1.0' },
        DetailsDocument: { ResaleAuthorizationId: id, Name: 'Resold' },
      },
      ...rest,
    ];
  };
  const resold = await run(reseller, resell('2031-05-31'));
  expect(resold.status).toBe('SUCCEEDED');
  expect((await read(reseller, resold.id)).DetailsDocument).toMatchObject({ ResaleAuthorizationId: id });
  expect((await run(reseller, resell('2031-06-30'))).codes).toEqual(['INCOMPATIBLE_RESALE_AUTHORIZATION']);
  await expect(run(other, resell('2031-05-31'))).rejects.toMatchObject({ name: 'AccessDeniedException' });
  await expect(read(other, id)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('a listing can change name and fulfilment URL; up to twenty entities are read in one call', async () => {
  const seller = mkA.addSeller();
  const product = seller.addProduct({ title: 'Before' });
  const { catalog } = clientsFor(mkA.url, seller);
  const Entity = { Type: 'SaaSProduct@1.0', Identifier: product.id };
  const shown = (await read(seller, product.id)).DetailsDocument as {
    Versions: { DeliveryOptions: { Id: string }[] }[];
  };
  const Id = shown.Versions[0]?.DeliveryOptions[0]?.Id ?? '';
  const Details = { SaaSUrlDeliveryOptionDetails: { FulfillmentUrl: 'https://sell.example/landing' } };
  const { status } = await run(seller, [
    { ChangeType: 'UpdateInformation', Entity, DetailsDocument: { ProductTitle: 'After' } },
    { ChangeType: 'UpdateDeliveryOptions', Entity, DetailsDocument: { DeliveryOptions: [{ Id, Details }] } },
  ]);
  expect(status).toBe('SUCCEEDED');
  const batch = (ids: string[]) =>
    catalog.send(
      new BatchDescribeEntitiesCommand({ EntityRequestList: ids.map((EntityId) => ({ Catalog, EntityId })) }),
    );
  const { EntityDetails = {}, Errors = {} } = await batch([product.id, 'prod-unknown']);
  expect(EntityDetails[product.id]?.DetailsDocument).toMatchObject({
    Description: { ProductTitle: 'After', ProductCode: product.productCode },
    Versions: [{ DeliveryOptions: [{ FulfillmentUrl: 'https://sell.example/landing' }] }],
  });
  expect(Object.keys(Errors)).toEqual(['prod-unknown']);
  expect(await refusalOf(batch(Array.from({ length: 21 }, () => product.id)))).toMatchObject({
    name: 'ValidationException',
  });
});

test("the seller's EULA must be readable by the marketplace: public, or by an unexpired signed address", async () => {
  const seller = mkA.addSeller();
  const product = seller.addProduct();
  const address = new URL(`${mkA.url}/${seller.bucket}/eula/one.txt`);
  const withEula = (Url: string) => {
    const Terms = [{ Type: 'LegalTerm', Documents: [{ Type: 'CustomEula', Url }] }];
    return run(seller, privateOffer(product.id, { terms: { UpdateLegalTerms: { Terms } } }));
  };
  expect((await withEula(address.href)).codes).toEqual(['INVALID_LEGAL_DOCUMENTS']);

  const signer = (credentials: Credentials) =>
    new SignatureV4({
      credentials,
      region: 'us-east-1',
      service: 's3',
      sha256: Sha256,
      uriEscapePath: false,
    });
  const request = (method: string, body?: string) => ({
    method,
    protocol: 'http:',
    hostname: address.hostname,
    port: Number(address.port),
    path: address.pathname,
    query: {},
    headers: { host: address.host },
    body,
  });
  const put = async (credentials: Credentials) => {
    const { headers } = await signer(credentials).sign(request('PUT', 'Terms of use'));
    return (await fetch(address, { method: 'PUT', body: 'Terms of use', headers })).status;
  };
  expect([
    await put(mkA.addSeller()),
    await put({ ...seller, secretAccessKey: 'wrong' }),
    await put(seller),
  ]).toEqual([403, 403, 200]);
  expect(mkA.documents.read(seller.bucket, 'eula/one.txt')?.toString()).toBe('Terms of use');
  expect((await withEula(address.href)).codes).toEqual(['INVALID_LEGAL_DOCUMENTS']);

  const { query } = await signer(seller).presign(
    { ...request('GET'), headers: { host: address.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } },
    { expiresIn: 3600 },
  );
  const signed = `${address.href}?${new URLSearchParams(query as Record<string, string>)}`;
  expect(await (await fetch(signed)).text()).toBe('Terms of use');
  expect((await withEula(signed)).status).toBe('SUCCEEDED');
  mkA.clockSkew(2 * 3_600_000);
  expect([(await fetch(signed)).status, mkA.documents.canRead(signed, 0)]).toEqual([403, false]);
  mkA.clockSkew(0);
  mkA.documents.publish(seller.bucket);
  expect((await withEula(`https://${seller.bucket}.s3.us-east-1.amazonaws.com/eula/one.txt`)).status).toBe(
    'SUCCEEDED',
  );
});
