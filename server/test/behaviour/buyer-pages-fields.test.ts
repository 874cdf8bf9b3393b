import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BuyerInfo } from '../../src/buyers/records.ts';
import { EntitlementInfo, EntitlementTermInfo } from '../../src/entitlements/records.ts';
import { OfferInfo } from '../../src/offers/records.ts';
import { WorkloadMetaInfo } from '../../src/products/records/index.ts';
import { type PageSale, sellWithPage } from '../buyer-pages.fixture.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let sale: PageSale;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  sale = await sellWithPage(app, org, { name: 'Canaries' });
});
afterAll(() => app.stop());

/** A JSON value whose texts are canaries: `CANARY-offer.info.sellerNotes;`, in lists and records one level below. */
const canariesOf = (record: string, fields: readonly string[]) =>
  JSON.stringify(Object.fromEntries(fields.map((field) => [field, `CANARY-${record}.${field};`])));

/** Lists whose items the page shows in part. */
const lists = {
  commits: ['key', 'name', 'description', 'category', 'term', 'types'],
  dimensions: ['key', 'name', 'description', 'category', 'planName', 'skuId'],
  billableDimensions: ['name', 'description', 'billableMetricId', 'category'],
  addons: ['id', 'name', 'description'],
  paymentInstallments: ['chargeOnStr'],
};
const withLists = (record: string, text: string): string =>
  JSON.stringify({
    ...JSON.parse(text),
    ...Object.fromEntries(
      Object.entries(lists).map(([field, own]) => [
        field,
        [JSON.parse(canariesOf(`${record}.${field}`, own))],
      ]),
    ),
  });

const columnsWithText = async (table: string): Promise<string[]> => {
  const { rows } = await app.database.query(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND attgenerated = ''
       AND atttypid = 'text'::regtype AND attname NOT LIKE '%\\_id' AND attname NOT IN ('id', 'partner', 'status', 'agreed_duration', 'cancellation_job')`,
    [table],
  );
  return rows.map(({ name }) => name);
};

async function fill(table: string, id: string, json: Record<string, string>) {
  const columns = await columnsWithText(table);
  const sets = [
    ...columns.map((name) => `${name} = 'CANARY-${table}.${name};'`),
    ...Object.keys(json).map((name, index) => `${name} = $${index + 3}::jsonb`),
  ];
  await app.database.query(`UPDATE ${table} SET ${sets.join(', ')} WHERE organization_id = $1 AND id = $2`, [
    org.id,
    id,
    ...Object.values(json),
  ]);
}

async function fillAll() {
  const meta = (record: string) => canariesOf(record, Object.keys(WorkloadMetaInfo.shape));
  await fill('entitlement', sale.id, {
    info: withLists('entitlement', canariesOf('entitlement', Object.keys(EntitlementInfo.shape))),
    meta_info: meta('entitlement.metaInfo'),
  });
  await fill('offer', sale.offerId, {
    info: withLists('offer', canariesOf('offer', Object.keys(OfferInfo.shape))),
    meta_info: meta('offer.metaInfo'),
  });
  await fill('buyer', sale.buyerId, { info: canariesOf('buyer', Object.keys(BuyerInfo.shape)) });
  const { rows } = await app.database.query(
    'SELECT id FROM entitlement_term WHERE organization_id = $1 AND entitlement_id = $2',
    [org.id, sale.id],
  );
  for (const { id } of rows)
    await fill('entitlement_term', id, {
      info: canariesOf('term', Object.keys(EntitlementTermInfo.shape)),
      entitlement_info: canariesOf('term.entitlementInfo', Object.keys(EntitlementInfo.shape)),
    });
}

const canariesIn = async (url: string): Promise<string[]> => {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  const found = [...(await answer.text()).matchAll(/CANARY-([\w.]+);/g)].map(([, field]) => field as string);
  return [...new Set(found)].sort();
};

describe('R32 a page for buyers shows only listed fields, whatever other fields contain', () => {
  let offerUrl: string;
  let links: { entitlement: string; buyer: string };
  beforeAll(async () => {
    offerUrl = (await sale.by.get(`offer/${sale.offerId}`)).info.privateOfferUrl;
    links = {
      entitlement: (await sale.by.entitlement(sale.id)).info.spaUrl,
      buyer: (await sale.by.get(`buyer/${sale.buyerId}`)).info.spaUrl,
    };
    await fillAll();
  });

  test('the page of an entitlement', async () => {
    expect(await canariesIn(links.entitlement)).toEqual(
      [
        'entitlement.name',
        'entitlement.currency',
        'entitlement.refundCancellationPolicy',
        'entitlement.vendorName',
        'entitlement.commits.name',
        'entitlement.commits.description',
        'entitlement.dimensions.name',
        'entitlement.dimensions.description',
        'entitlement.billableDimensions.name',
        'entitlement.billableDimensions.description',
        'entitlement.addons.name',
        'entitlement.addons.description',
      ].sort(),
    );
  });

  test('the page of a buyer', async () => {
    expect(await canariesIn(links.buyer)).toEqual(['buyer.name', 'entitlement.name']);
  });

  test('the page of an offer in the sandbox', async () => {
    expect(await canariesIn(offerUrl)).toEqual(
      [
        'offer.name',
        'offer.currency',
        'offer.mkAAgreementDuration',
        'offer.eulaType',
        'offer.refundCancellationPolicy',
        'offer.commits.name',
        'offer.commits.description',
        'offer.dimensions.name',
        'offer.dimensions.description',
        'offer.billableDimensions.name',
        'offer.billableDimensions.description',
      ].sort(),
    );
  });
});

describe('a page for buyers shows stored values as text and never fails on them', () => {
  const set = async (info: object, name = 'x') =>
    app.database.query('UPDATE entitlement SET name = $3, info = $4 WHERE organization_id = $1 AND id = $2', [
      org.id,
      sale.id,
      name,
      JSON.stringify(info),
    ]);
  const page = async () => {
    const answer = await fetch((await sale.by.entitlement(sale.id)).info.spaUrl);
    expect(answer.status).toBe(200);
    return answer.text();
  };

  test('markup, right-to-left names and long names', async () => {
    await set(
      { vendorName: '"><img src=x onerror=alert(1)>', commits: [{ name: '</dl><script>x</script>' }] },
      'متجر'.repeat(50),
    );
    const text = await page();
    expect(text).not.toMatch(/<img src=x|<script/);
    expect(text).toContain('&lt;script&gt;x&lt;/script&gt;');
    expect(text).toContain(`<h1 dir="auto">${'متجر'.repeat(50)}</h1>`);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://',
    'file:///etc/passwd',
    7,
  ])('the address %s is not linked', async (url) => {
    await set({ buyerManagementURL: url, eulaUrl: url });
    expect(await page()).not.toMatch(/Manage the purchase|License agreement/);
  });

  test('an address of an agreement with a secret is not linked', async () => {
    await set({ eulaUrl: 'https://files.example/a.pdf?sig=4f8c1d2e9b7a6053' });
    expect(await page()).not.toContain('4f8c1d2e9b7a6053');
  });

  test.each([
    [
      'unexpected types',
      {
        commits: 'x',
        dimensions: { a: 1 },
        addons: [7, null, 'x', {}],
        currency: 5,
        autoRenew: 'yes',
        commitAmount: 'NaN',
      },
    ],
    ['absent fields', {}],
    ['huge numbers', { commitAmount: 1e308, commits: [{ rate: 1e-300, quantity: 1e21, length: 1e9 }] }],
    [
      'an unknown price model',
      { billableDimensions: [{ name: 'a', category: '__proto__' }, { category: 'tiered' }] },
    ],
    [
      'null values',
      {
        commits: null,
        addons: null,
        currency: null,
        paymentInstallments: [{ amount: null, chargeOn: 'never' }],
      },
    ],
  ])('%s', async (_, info) => {
    await set(info);
    expect(await page()).toContain('<h2 dir="auto">Terms</h2>');
  });

  test('an unknown status is shown as words', async () => {
    await set({});
    await app.database.query('UPDATE entitlement SET status = $3 WHERE organization_id = $1 AND id = $2', [
      org.id,
      sale.id,
      'ON_HOLD_BY_MOON',
    ]);
    expect(await page()).toContain('On hold by moon');
    await sale.by.setStatus(sale.id, 'ACTIVE');
  });
});
