import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewProduct } from '../fakes/mkA/listings.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { sellerOf, unlimited } from '../marketplaces/mkA/seller.fixture.ts';
import { buyer, type MkAWorld, startWorld } from '../marketplaces/mkA/world.fixture.ts';
import { usageOf } from '../usage.fixture.ts';

const year = { length: 1, timeUnit: 'YEAR' };
const instance = (Key: string) => ({
  Key,
  Name: Key,
  Description: Key,
  Unit: 'HostHrs',
  Types: ['Entitled', 'Metered'],
});
const host = 'ml.m5.large';
const realTime = `${host}.m.i.r`;
const modelKeys = [realTime, `${host}.m.i.b`, 'm.i.c'];
const rates = (...keys: readonly string[]) => keys.map((key) => ({ key, rate: 0.25 }));
const fixed = { commits: [{ key: 'seats', quantity: 2, rate: 600, ...year }], mkAAgreementDuration: 'P12M' };
const chosen = { commits: [{ key: 'seats', rate: 600, ...year, buyerQuantityConfigurable: true }] };

type Row = {
  what: string;
  product: NewProduct;
  info: object;
  /** The marketplace’s pricing terms of the offer. */
  terms: readonly string[];
  choice?: Record<string, number>;
  commitAmount: number | undefined;
  /** The used dimension. Sellers report usage only for hosted software. */
  used?: string;
};

const byUse = 'UsageBasedPricingTerm';
const ahead = 'FixedUpfrontPricingTerm';
const choice = 'ConfigurableUpfrontPricingTerm';

/** Each product type, with each price model of the marketplace. */
const rows: readonly Row[] = [
  { what: 'a SaaS contract', product: {}, info: fixed, terms: [ahead], commitAmount: 1200 },
  {
    what: 'a SaaS contract of which the buyer chooses',
    product: {},
    info: chosen,
    terms: [choice],
    choice: { seats: 5 },
    commitAmount: 3000,
  },
  {
    what: 'a SaaS subscription',
    product: { dimensions: ['usedHours'] },
    info: { dimensions: rates('usedHours'), mkAAgreementDuration: 'P1M' },
    terms: [byUse],
    commitAmount: undefined,
    used: 'usedHours',
  },
  {
    what: 'a SaaS contract with consumption',
    product: {},
    info: { ...fixed, dimensions: rates('usedHours') },
    terms: [byUse, ahead],
    commitAmount: 1200,
    used: 'usedHours',
  },
  {
    what: 'a machine image by the hour, with a year ahead',
    product: { kind: 'AmiProduct', dimensions: [instance('m1')] },
    info: {
      commits: [{ key: 'm1', rate: 900, ...year, buyerQuantityConfigurable: true }],
      dimensions: rates('m1'),
      mkAAgreementDuration: 'P12M',
    },
    terms: [byUse, choice],
    choice: { m1: 2 },
    commitAmount: 1800,
  },
  {
    what: 'a contract of a machine image',
    product: { kind: 'AmiProduct', dimensions: ['seats'] },
    info: fixed,
    terms: [ahead],
    commitAmount: 1200,
  },
  {
    what: 'a container by the hour',
    product: { kind: 'ContainerProduct', dimensions: [instance('pods')] },
    info: { dimensions: rates('pods'), mkAAgreementDuration: 'P6M' },
    terms: [byUse],
    commitAmount: undefined,
  },
  {
    what: 'a contract of a container',
    product: { kind: 'ContainerProduct', dimensions: ['seats'] },
    info: fixed,
    terms: [ahead],
    commitAmount: 1200,
  },
  {
    what: 'a model package by the hour and the inference',
    product: { kind: 'MachineLearningProduct', dimensions: modelKeys },
    info: { dimensions: rates(...modelKeys) },
    terms: [byUse],
    commitAmount: undefined,
    used: realTime,
  },
  {
    what: 'an algorithm for a year ahead',
    product: { kind: 'MachineLearningProduct', dimensions: [`${host}.a.t`, realTime] },
    info: {
      commits: [{ key: realTime, rate: 9000, ...year }],
      dimensions: rates(`${host}.a.t`, realTime),
      mkAMachineLearningContractDuration: 12,
    },
    terms: [byUse, ahead],
    commitAmount: 9000,
  },
  {
    what: 'a service by people',
    product: { kind: 'ProfessionalServicesProduct', dimensions: ['seats'], hasPublicOffer: false },
    info: fixed,
    terms: [ahead],
    commitAmount: 1200,
  },
];

let world: MkAWorld;
let app: TestApp;
let org: TestOrganization;
let seller: ReturnType<typeof sellerOf>;
type SoldProduct = {
  offer: { id: string; externalID: string; status: string };
  entitlement: {
    id: string;
    externalID: string;
    startTime: string;
    info: { commitAmount?: number };
  };
  externalProductId: string;
};
const sold = new Map<Row, SoldProduct>();
const soldBy = (row: Row): SoldProduct => sold.get(row) as SoldProduct;

const offered = ({ what, info }: Row, productID: string | undefined) => ({
  partner: 'MKA',
  name: what,
  productID,
  expireTime: '2090-01-01T00:00:00Z',
  info: { currency: 'USD', eulaType: 'SCMP', buyerMkAAccountIds: [buyer], ...info },
});
const productsByName = async (): Promise<Map<string, { id: string; externalID: string }>> =>
  new Map((await seller.call('GET', 'partner/MKA/product')).map((one: { name: string }) => [one.name, one]));

beforeAll(async () => {
  world = await startWorld();
  app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
  org = await app.organization({ environment: 'PROD' });
  const account = world.service.addSeller();
  for (const { what, product } of rows) account.addProduct({ ...product, title: what });
  seller = sellerOf(app, org, world, account);
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

describe('marketplace A sells', () => {
  test('a product listed there, by an offer that its buyer accepts', async () => {
    await seller.connect();
    const products = await productsByName();
    const ids = new Map<Row, string>();
    for (const row of rows) {
      const body = offered(row, products.get(row.what)?.id);
      const { findings } = await seller.call('POST', 'offer/validate', body);
      expect(
        findings.filter(({ severity }: { severity: string }) => severity === 'ERROR'),
        row.what,
      ).toEqual([]);
      ids.set(row, (await seller.call('POST', 'offer', body)).id);
    }
    await seller.pass(600_000);
    for (const [row, id] of ids) {
      const offer = await seller.call('GET', `offer/${id}`);
      expect(offer, JSON.stringify(offer.metaInfo)).toMatchObject({ status: 'PENDING_ACCEPTANCE' });
      world.service.buyerAccepts(offer.externalID, row.choice ? { dimensions: row.choice } : {});
    }
    await seller.pass(600_000);
    for (const [row, id] of ids) {
      const offer = await seller.call('GET', `offer/${id}`);
      const [entitlement] = await seller.call('GET', `entitlement?offerId=${id}`);
      const externalProductId = products.get(row.what)?.externalID as string;
      sold.set(row, { offer, entitlement, externalProductId });
    }
  });

  test.each(rows)('$what, from the offer to the entitlement', (row) => {
    const { offer, entitlement, externalProductId } = soldBy(row);
    const types = world.service.offer(offer.externalID)?.terms.map(({ Type }) => Type) ?? [];
    expect(types.filter((type) => type.endsWith('PricingTerm'))).toEqual(row.terms);
    expect(offer.status).toBe('ACCEPTED');
    expect(entitlement).toMatchObject({ status: 'ACTIVE', externalProductID: externalProductId });
    expect(entitlement.info.commitAmount).toBe(row.commitAmount);
  });

  test('usage of hosted software by the seller’s reports, and usage of models by its own measurement', async () => {
    const used = rows.filter((row) => row.used);
    const groups = new Map<Row, string>();
    for (const row of used) {
      const { entitlement } = soldBy(row);
      const group = await seller.call('POST', `entitlement/${entitlement.id}/usageRecordGroup`, {
        records: { [row.used as string]: 7 },
        timestamp: new Date(Date.parse(entitlement.startTime) + 1000).toISOString(),
      });
      groups.set(row, group.id);
    }
    await usageOf(app, org).run();
    await seller.pass(3_600_000);
    for (const row of used) {
      const { entitlement } = soldBy(row);
      const group = await seller.call('GET', `usageRecordGroup/${groups.get(row)}`);
      const isHosted = row.product.kind === undefined;
      const metered = world.service.metered(entitlement.externalID);
      expect(metered, row.what).toMatchObject(isHosted ? [{ dimension: row.used, quantity: 7 }] : []);
      expect(group.status, row.what).toBe(isHosted ? 'REPORTED' : 'REPORT_FAILED');
      if (isHosted) continue;
      app.expectAbnormalAlert(group.usageRecordReportID);
      expect(group.reason).toContain('it measures images');
    }
  });

  test('no model with an unknown price, which is refused before any call', async () => {
    const model = rows.find(({ what }) => what.startsWith('a model package')) as Row;
    const products = await productsByName();
    const body = offered({ ...model, info: { dimensions: rates(realTime) } }, products.get(model.what)?.id);
    const { valid, findings } = await seller.call('POST', 'offer/validate', body);
    expect(valid).toBe(false);
    expect(findings).toContainEqual({
      source: 'MARKETPLACE',
      severity: 'ERROR',
      pointer: '/info/dimensions',
      message: expect.stringContaining(`${host}.m.i.b, m.i.c`),
    });
    const sets = world.service.changeSets().length;
    const { id } = await seller.call('POST', 'offer', body);
    await seller.pass(60_000);
    expect(await seller.call('GET', `offer/${id}`)).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: { prettifiedErrorMessages: [expect.stringContaining('for each dimension of a model')] },
    });
    expect(world.service.changeSets()).toHaveLength(sets);
  });
});
