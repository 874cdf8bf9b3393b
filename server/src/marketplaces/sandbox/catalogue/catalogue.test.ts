import { describe, expect, test } from 'vitest';
import { cleanBody } from '../../../platform/records/json.ts';
import { applyChanges, noFields } from '../../../products/apply.ts';
import { ProductInfo, ProductType } from '../../../products/records/index.ts';
import { marketplacePartners } from '../../partners.ts';
import type { ProductSnapshot } from '../../snapshots.ts';
import { listingOf, vendorOf } from '../listings/index.ts';
import { creationRefusal, publicationRefusal } from '../product-rules.ts';
import { catalogueOf } from './index.ts';

const entries = marketplacePartners.flatMap((partner) =>
  catalogueOf(partner).map((spec) => ({ partner, spec, key: `${partner} ${spec.key}` })),
);
const show = ({ partner, spec }: (typeof entries)[number], status: ProductSnapshot['status'] = 'PUBLIC') =>
  listingOf(partner, { organizationId: 'org_1', id: 'sbp_1', status, spec });

type Purchase = {
  features: { name: string; title: string; description: string }[];
  metrics: { priceTiers: unknown }[];
  purchaseOptionSpecs: { featureValues: unknown; priceInfo: { usageFees: { metricId: string }[] } }[];
};

describe('the catalogue', () => {
  test('the catalogue has two or three distinct products on every marketplace', () => {
    for (const partner of marketplacePartners) expect([2, 3]).toContain(catalogueOf(partner).length);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  });

  test('the catalogue covers contracts, subscriptions, usage, seats, services and machine images', () => {
    const types = new Set(entries.map(({ spec }) => spec.productType));
    for (const type of ['CONTRACT', 'SUBSCRIPTION', 'USAGE_BASED', 'PER_USER', 'PROFESSIONAL_SERVICES'])
      expect(types).toContain(type);
    expect(JSON.stringify(entries)).toContain('mkBVirtualMachine');
    for (const type of types) expect(ProductType.meta()?.examples).toContain(type);
  });

  test.each(entries)(
    '$key passes the checks for creation and publication by a seller',
    ({ partner, spec }) => {
      const body = { name: spec.name, partner, fulfillmentUrl: spec.fulfillmentUrl, info: spec.info };
      expect(applyChanges(noFields, body, false).info).toEqual(spec.info);
      expect(creationRefusal(partner, spec)).toBeUndefined();
      expect(publicationRefusal(partner, spec)).toBeUndefined();
      expect(vendorOf(spec)).toBe('Demonstration');
    },
  );

  const onC = entries.filter(({ partner }) => partner === 'MKC');
  test.each(onC)('$key has plans with a value for every feature and a price for usage', (entry) => {
    const { mkCProduct } = show(entry).mirror as { mkCProduct: { listingSpec: { purchaseSpec: Purchase } } };
    const { features, metrics, purchaseOptionSpecs } = mkCProduct.listingSpec.purchaseSpec;
    expect(features.length * metrics.length * purchaseOptionSpecs.length).toBeGreaterThan(0);
    const usage = entry.spec.info.dimensions as { key: string; rate: number }[];
    for (const { featureValues, priceInfo } of purchaseOptionSpecs) {
      expect(featureValues).toEqual(
        features.map(({ name, title, description }) => ({
          featureName: name,
          featureTitle: title,
          featureDescription: description,
          featureValue: expect.stringMatching(/./),
        })),
      );
      expect(priceInfo.usageFees.map(({ metricId }) => metricId)).toEqual(usage.map(({ key }) => key));
    }
    for (const [index, { priceTiers }] of metrics.entries())
      expect(priceTiers).toEqual([
        {
          fromAmount: 0,
          startingUsageAmount: '0',
          price: { currencyCode: 'USD', units: '0', nanos: (usage[index]?.rate ?? 0) * 1e9 },
        },
      ]);
  });

  test.each(entries)('$key has marketplace records that fit the schema of ProductInfo', (entry) => {
    const { terms, mirror } = show(entry);
    const info = { ...terms, ...mirror };
    const cleaned = cleanBody(ProductInfo, info);
    expect(cleaned.unknown).toEqual([]);
    expect(ProductInfo.parse(cleaned.value)).toEqual(info);
    expect(terms).toMatchObject({ currency: expect.any(String) });
    if (entry.partner !== 'MKE') expect(Object.keys(mirror).length).toBeGreaterThan(0);
    const keys = ['commits', 'dimensions'].flatMap((name) =>
      ((entry.spec.info[name] ?? []) as { key: string }[]).map(({ key }) => key),
    );
    if (entry.partner !== 'MKE')
      for (const key of keys) expect(JSON.stringify(mirror).toLowerCase()).toContain(key.toLowerCase());
  });

  test.each(entries)(
    '$key has the same records on every reading, and its records show whether it is public',
    (entry) => {
      expect(show(entry)).toEqual(show(entry));
      if (entry.partner !== 'MKE') expect(show(entry, 'CREATED').mirror).not.toEqual(show(entry).mirror);
    },
  );
});

describe('a listing on marketplace A', () => {
  const listing = (metaInfo: object, info: object = {}) =>
    listingOf('MKA', {
      organizationId: 'org_1',
      id: 'sbp_1',
      status: 'CREATED',
      spec: {
        key: 'prd_1',
        name: 'Priced',
        productType: undefined,
        fulfillmentUrl: undefined,
        info: info as never,
        metaInfo: metaInfo as never,
      },
    });
  const mkASaasProductDimensions = [
    { Key: 'seats', Rate: 12.5, Types: ['Entitled'], Length: 1, TimeUnit: 'YEAR' },
    { Key: 'calls', Rate: 0.1, Types: ['ExternallyMetered'] },
  ];

  test('a listing on marketplace A takes its prices from its own dimensions', () => {
    expect(listing({ mkASaasProductDimensions }).terms).toEqual({
      currency: 'USD',
      commits: [{ key: 'seats', rate: 12.5, types: ['Entitled'], length: 1, timeUnit: 'YEAR' }],
      dimensions: [{ key: 'calls', rate: 0.1, types: ['ExternallyMetered'] }],
    });
  });

  test('a listing on marketplace A takes its prices from the info where both are given', () => {
    const { terms } = listing({ mkASaasProductDimensions }, { commits: [{ key: 'own', rate: 1 }] });
    expect(terms.commits).toEqual([{ key: 'own', rate: 1 }]);
  });
});

describe('refusals of a new listing by marketplaces', () => {
  const spec = { key: 'prd_1', productType: undefined, fulfillmentUrl: undefined, info: {}, metaInfo: {} };
  test.each([
    ['MKA', { name: undefined }, 'INVALID_TITLE'],
    ['MKB', { name: '  ' }, 'INVALID_TITLE'],
    ['MKA', { name: 'x'.repeat(73) }, 'INVALID_TITLE'],
    ['MKA', { name: 'x', info: { dimensions: [{ key: 'a' }, { key: 'a' }] } }, 'DUPLICATE_DIMENSION_KEYS'],
    [
      'MKA',
      {
        name: 'x',
        info: {
          commits: [
            { key: 'a', length: 1 },
            { key: 'a', length: 2 },
          ],
        },
      },
      undefined,
    ],
    ['MKC', { name: 'x', info: { currency: 'EUR' } }, 'INVALID_ARGUMENT'],
    ['MKF', { name: 'x'.repeat(73), info: { currency: 'EUR' } }, undefined],
  ] as const)('%s %j: %s', (partner, more, code) => {
    expect(creationRefusal(partner, { ...spec, ...more } as never)?.code).toBe(code);
  });
});
