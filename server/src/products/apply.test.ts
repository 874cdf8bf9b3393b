import { describe, expect, test } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { fieldNames } from '../platform/records/merge.ts';
import { applyChanges, applyMetaInfo, noFields, serverOwnedFields } from './apply.ts';
import { ProductInfo, WorkloadMetaInfo, WorkloadProduct } from './records/index.ts';

const pointersOf = (run: () => unknown): string[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.findings.map(({ pointer }) => pointer);
    throw error;
  }
  return [];
};

const listed = applyChanges(
  noFields,
  {
    name: 'Insight',
    partner: 'MKA',
    info: {
      currency: 'USD',
      commits: [{ key: 'team', rate: 100 }],
      mkASaasProduct: { productId: 'prod-1' },
      attributes: { color: 'red', size: 'big' },
    },
    metaInfo: { privatePlans: { gold: { crm: 1 } }, customMetaInfo: { vendorName: 'Demonstration' } },
  },
  false,
);

describe('R8 a change of a product', () => {
  test('keeps absent fields, merges maps, removes null fields, replaces arrays', () => {
    const changed = applyChanges(
      listed,
      {
        info: { attributes: { color: null, weight: 1 }, commits: [{ key: 'company' }] },
        metaInfo: { privatePlans: { silver: {} } },
      },
      false,
    );
    expect(changed).toMatchObject({ name: 'Insight', partner: 'MKA' });
    expect(changed.info).toEqual({
      ...listed.info,
      attributes: { size: 'big', weight: 1 },
      commits: [{ key: 'company' }],
    });
    expect(changed.metaInfo).toMatchObject({
      privatePlans: { gold: { crm: 1 }, silver: {} },
      customMetaInfo: { vendorName: 'Demonstration' },
      discount: null,
    });
  });

  test('removes a top-level field that is an empty text', () => {
    const { name, fulfillment_url } = applyChanges(listed, { name: '', fulfillmentUrl: '' }, false);
    expect([name, fulfillment_url]).toEqual([null, null]);
  });

  test.each([
    ['a new price', { info: { commits: [{ key: 'team', rate: 99 }] } }, ['/info/commits']],
    ['a new currency', { info: { currency: 'EUR' } }, ['/info/currency']],
    ['new dimensions', { info: { dimensions: [{ key: 'calls' }] } }, ['/info/dimensions']],
    ['another marketplace', { partner: 'MKB' }, ['/partner']],
    [
      'the same prices',
      { partner: 'MKA', info: { currency: 'USD', commits: [{ rate: 100, key: 'team' }] } },
      [],
    ],
    ['other fields', { name: 'New', info: { sellerNotes: 'ours' } }, []],
  ] as [string, WorkloadProduct, string[]][])(
    'of a listed product: %s is refused only if the marketplace owns the field',
    (_, body, pointers) => {
      expect(pointersOf(() => applyChanges(listed, body, true))).toEqual(pointers);
      expect(pointersOf(() => applyChanges(listed, body, false))).toEqual([]);
    },
  );

  test('R9 ignores the marketplace’s own records of a listed product', () => {
    const body = { info: { mkASaasProduct: { productId: 'mine' }, mkCProduct: { id: 'mine' } } };
    expect(applyChanges(listed, body, true).info).toEqual(listed.info);
    expect(applyChanges(listed, body, false).info).toMatchObject(body.info);
  });
});

describe('invalid fields of a product are refused with their pointer', () => {
  test.each([
    [{ partner: 'CRMA' }, '/partner'],
    [{ fulfillmentUrl: 'nowhere' }, '/fulfillmentUrl'],
    [{ fulfillmentUrl: 'javascript:alert(1)' }, '/fulfillmentUrl'],
    [{ fulfillmentUrl: 'https://me:secret@vendor.example' }, '/fulfillmentUrl'],
    [{ fulfillmentUrl: `https://vendor.example/${'x'.repeat(2000)}` }, '/fulfillmentUrl'],
    [{ info: { commits: [{}, { rate: -1 }] } }, '/info/commits/1/rate'],
    [{ info: { commits: [{ minimumUsers: 5, maximumUsers: 4 }] } }, '/info/commits/0/minimumUsers'],
    [{ info: { dimensions: [{ rate: -0.1 }] } }, '/info/dimensions/0/rate'],
    [{ metaInfo: { internalNote: 'x'.repeat(1001) } }, '/metaInfo/internalNote'],
    [{ metaInfo: { discount: 101 } }, '/metaInfo/discount'],
  ] as [WorkloadProduct, string][])('%j', (body, pointer) => {
    expect(pointersOf(() => applyChanges(noFields, body, false))).toEqual([pointer]);
  });

  test.each([
    { partner: 'MKF' },
    { partner: 'PAYA' },
    { fulfillmentUrl: 'https://vendor.example/signup?from=a' },
    { info: { commits: [{ minimumUsers: 5, maximumUsers: 0 }] } },
    { metaInfo: { internalNote: '😀'.repeat(1000), discount: 0 } },
  ] as WorkloadProduct[])('%j is accepted', (body) => {
    expect(pointersOf(() => applyChanges(noFields, body, false))).toEqual([]);
  });

  test('all invalid fields of a meta info are refused together', () => {
    const body = { discount: -1, internalNote: 'x'.repeat(1001) };
    expect(pointersOf(() => applyMetaInfo({}, body))).toEqual(['/internalNote', '/discount']);
  });
});

test('R9 every server-owned field is a field of the product record', () => {
  const names = [
    ...fieldNames(WorkloadProduct),
    ...fieldNames(ProductInfo).map((name) => `info.${name}`),
    ...fieldNames(WorkloadMetaInfo).map((name) => `metaInfo.${name}`),
  ];
  expect(serverOwnedFields.filter((name) => !names.includes(name))).toEqual([]);
  expect(serverOwnedFields).toContain('metaInfo.lastModifiedBy');
});

test('R31 the id of a CRM C opportunity is normalized to lower case without braces', () => {
  const given = { crmCOpportunityId: '{ABC-1}', testUsageMeteringEndTime: '2027-01-31T01:00:00+01:00' };
  expect(applyMetaInfo({}, given)).toEqual({
    crmCOpportunityId: 'abc-1',
    testUsageMeteringEndTime: '2027-01-31T00:00:00.000Z',
    discount: null,
  });
});
