import { GetEntitlementsCommand } from '@aws-sdk/client-marketplace-entitlement-service';
import {
  BatchMeterUsageCommand,
  ResolveCustomerCommand,
  type UsageRecord,
} from '@aws-sdk/client-marketplace-metering';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Agreement } from './agreements/agreements.ts';
import { type Clients, clientsFor, refusalOf } from './clients.fixture.ts';
import { type MkA, startMkA } from './server.ts';

let mkA: MkA;
let seller: ReturnType<MkA['addSeller']>;
let clients: Clients;
let agreement: Agreement;
const started: MkA[] = [];
beforeEach(async () => {
  mkA = await startMkA({ now: () => Date.parse('2030-01-10T12:00:00Z') });
  started.push(mkA);
  mkA.limitRates(false);
  seller = mkA.addSeller();
  clients = clientsFor(mkA.url, seller);
  agreement = mkA.buyerAccepts(seller.addOffer(seller.addProduct(), { buyer }).id, {
    dimensions: { seats: 7 },
  });
  mkA.pass(2 * hour);
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const buyer = '111122223333';
const hour = 3_600_000;
const record = (more: Partial<UsageRecord> = {}): UsageRecord => ({
  Timestamp: new Date(mkA.now()),
  Dimension: 'usedHours',
  Quantity: 3,
  CustomerAWSAccountId: buyer,
  LicenseArn: agreement.licenseArn,
  ...more,
});
const meter = (records: UsageRecord[], ProductCode?: string) =>
  clients.metering.send(new BatchMeterUsageCommand({ UsageRecords: records, ProductCode }));
const verdicts = async (...records: UsageRecord[]) =>
  (await meter(records)).Results?.map(({ Status }) => Status);

test("the product's publisher can resolve a token repeatedly for four hours", async () => {
  const RegistrationToken = mkA.registrationToken(agreement.id);
  const resolve = (by = clients) => by.metering.send(new ResolveCustomerCommand({ RegistrationToken }));
  const expected = {
    CustomerAWSAccountId: buyer,
    ProductCode: agreement.productCode,
    LicenseArn: agreement.licenseArn,
  };
  expect(await resolve()).toMatchObject(expected);
  mkA.pass(4 * hour);
  expect(await resolve()).toMatchObject(expected);
  expect(await refusalOf(resolve(clientsFor(mkA.url, mkA.addSeller())))).toMatchObject({
    name: 'InvalidTokenException',
    status: 400,
  });
  mkA.pass(1);
  expect(await refusalOf(resolve())).toMatchObject({ name: 'ExpiredTokenException', status: 400 });
  const unknown = new ResolveCustomerCommand({ RegistrationToken: 'made-up' });
  expect(await refusalOf(clients.metering.send(unknown))).toMatchObject({ name: 'InvalidTokenException' });
});

test('the first quantity of an hour counts: the same again is the same record, another is a duplicate', async () => {
  const first = await meter([record()]);
  mkA.pass(59 * 60_000);
  const again = await meter([record({ Timestamp: new Date(mkA.now()) })]);
  expect([first, again].map(({ Results }) => Results?.[0]?.Status)).toEqual(['Success', 'Success']);
  expect(again.Results?.[0]?.MeteringRecordId).toBe(first.Results?.[0]?.MeteringRecordId);
  expect(await verdicts(record({ Quantity: 4 }))).toEqual(['DuplicateRecord']);
  expect(await verdicts(record({ Quantity: 0, Timestamp: new Date(mkA.now() - hour) }))).toEqual(['Success']);
  expect(mkA.metered(agreement.id).map(({ quantity }) => quantity)).toEqual([3, 0]);
});

test('one invalid record refuses the whole call, and no record is accepted', async () => {
  const bad: [Partial<UsageRecord>, string][] = [
    [{ Timestamp: new Date(mkA.now() - 25 * hour) }, 'TimestampOutOfBoundsException'],
    [{ Timestamp: new Date(mkA.now() + hour) }, 'TimestampOutOfBoundsException'],
    [{ Dimension: 'seats' }, 'InvalidUsageDimensionException'],
    [{ LicenseArn: 'arn:aws:license-manager::1:license:l-0' }, 'InvalidLicenseException'],
    [{ CustomerAWSAccountId: '999999999999' }, 'InvalidLicenseException'],
    [{ CustomerIdentifier: 'legacy' }, 'InvalidCustomerIdentifierException'],
    [{ UsageAllocations: [{ AllocatedUsageQuantity: 2 }] }, 'InvalidUsageAllocationsException'],
    [
      {
        UsageAllocations: [
          {
            AllocatedUsageQuantity: 3,
            Tags: Array.from({ length: 6 }, (_, at) => ({ Key: `k${at}`, Value: 'v' })),
          },
        ],
      },
      'InvalidTagException',
    ],
    [{ Quantity: 2_147_483_648 }, 'ValidationException'],
  ];
  for (const [more, name] of bad) {
    const batch = [record({ Quantity: 1 }), record({ Timestamp: new Date(mkA.now() - hour), ...more })];
    expect(await refusalOf(meter(batch))).toMatchObject({ name, status: 400 });
  }
  expect(await refusalOf(meter([record()], agreement.productCode))).toMatchObject({
    name: 'InvalidProductCodeException',
  });
  expect(await refusalOf(meter(Array.from({ length: 26 }, () => record())))).toMatchObject({
    name: 'ValidationException',
  });
  expect(mkA.metered()).toEqual([]);
});

test('usage of a month is accepted until 06:00 on the first of the next month', async () => {
  const month = Date.parse('2030-02-01T00:00:00Z');
  mkA.pass(month + 5 * hour - mkA.now());
  const last = { Timestamp: new Date(month - hour) };
  expect(await verdicts(record(last))).toEqual(['Success']);
  mkA.pass(hour);
  expect(await refusalOf(meter([record({ ...last, Quantity: 3 })]))).toMatchObject({
    name: 'TimestampOutOfBoundsException',
  });
});

test('usage is accepted for an hour after the end, then the customer is no longer subscribed', async () => {
  mkA.agreementEnds(agreement.id);
  expect(await verdicts(record())).toEqual(['Success']);
  mkA.pass(hour);
  expect(await verdicts(record())).toEqual(['CustomerNotSubscribed']);
});

test('usage of an older product is reported by product code and customer; reporting both ways bills twice', async () => {
  const product = seller.addProduct({ isOlder: true });
  const older = mkA.buyerAccepts(seller.addOffer(product, { buyer }).id);
  const RegistrationToken = mkA.registrationToken(older.id);
  const { CustomerIdentifier } = await clients.metering.send(
    new ResolveCustomerCommand({ RegistrationToken }),
  );
  const { LicenseArn: _licence, CustomerAWSAccountId: _account, ...bare } = record();
  const first = await meter([{ ...bare, CustomerIdentifier }], product.productCode);
  const same = await meter([{ ...bare, CustomerAWSAccountId: buyer }], product.productCode);
  expect(same.Results?.[0]?.MeteringRecordId).toBe(first.Results?.[0]?.MeteringRecordId);
  expect(
    await refusalOf(meter([{ ...bare, CustomerIdentifier: 'made-up' }], product.productCode)),
  ).toMatchObject({
    name: 'InvalidCustomerIdentifierException',
  });
  expect(await verdicts(record({ LicenseArn: older.licenseArn }))).toEqual(['Success']);
  expect(mkA.metered(older.id)).toHaveLength(2);
});

test('the service may leave records unprocessed for another call', async () => {
  mkA.leavesUnprocessed(1);
  const batch = [record(), record({ Timestamp: new Date(mkA.now() - hour) })];
  const { Results, UnprocessedRecords } = await meter(batch);
  expect([Results?.length, UnprocessedRecords]).toEqual([1, [expect.objectContaining({ Quantity: 3 })]]);
  expect(await verdicts(...batch)).toEqual(['Success', 'Success']);
});

test('entitlements come in pages of 25, and a page may be empty with a token for the next', async () => {
  const { productCode: ProductCode } = agreement;
  const product = seller.addProduct({ dimensions: Array.from({ length: 30 }, (_, at) => `seat${at}`) });
  const many = mkA.buyerAccepts(seller.addOffer(product, { buyer }).id);
  const get = (more: object) =>
    clients.entitlement.send(new GetEntitlementsCommand({ ProductCode, ...more }));
  const empty = await get({ Filter: { LICENSE_ARN: [agreement.licenseArn] } });
  expect([empty.Entitlements, typeof empty.NextToken]).toEqual([[], 'string']);
  const full = await get({ NextToken: empty.NextToken });
  expect(full.Entitlements).toEqual([
    {
      ProductCode,
      Dimension: 'seats',
      CustomerAWSAccountId: buyer,
      LicenseArn: agreement.licenseArn,
      Value: { IntegerValue: 7 },
      ExpirationDate: new Date(agreement.endMs ?? 0),
    },
  ]);
  mkA.emptyPages(0);
  const first = await get({ ProductCode: many.productCode });
  const second = await get({ ProductCode: many.productCode, NextToken: first.NextToken });
  expect([first.Entitlements?.length, second.Entitlements?.length, second.NextToken]).toEqual([
    25,
    5,
    undefined,
  ]);
  expect(await refusalOf(get({ MaxResults: 26 }))).toMatchObject({
    name: 'InvalidParameterException',
    status: 400,
  });
  const { entitlement } = clientsFor(mkA.url, mkA.addSeller());
  expect(await refusalOf(entitlement.send(new GetEntitlementsCommand({ ProductCode })))).toMatchObject({
    name: 'InvalidParameterException',
  });
});
