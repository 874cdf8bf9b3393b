import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const call = (method: string, path: string, body: object) =>
  app.request(method, `/org/${org.id}/${path}`, { token: org.token, body });
const refused = async (method: string, path: string, body: object) => {
  const reply = await call(method, path, body);
  return [reply.status, reply.body.errors?.map(({ pointer }: { pointer: string }) => pointer)];
};
async function sell(currency: string) {
  const offer = await call('POST', 'offer', {
    name: `in ${currency}`,
    info: { currency, commits: [{ key: 'fee', rate: 1000, length: 1, timeUnit: 'YEAR' }] },
  });
  const buyer = await call('POST', 'buyer', { name: 'b' });
  const sold = await call('POST', 'entitlement', { offerId: offer.body.id, buyerId: buyer.body.id });
  expect(sold.status, sold.text).toBe(200);
  return `entitlement/${sold.body.id}`;
}

describe('R42 values that cannot be stored exactly are refused instead of rounded', () => {
  const matrix = { matrix: [{ properties: [{ name: 'a', value: 'b' }], unitAmount: 0.123456789 }] };
  test.each<[title: string, info: object, pointer: string]>([
    ['a ninth decimal of a commit', { commits: [{ key: 'a', rate: 0.000000001 }] }, '/commits/0/rate'],
    ['of a dimension', { dimensions: [{ key: 'a', rate: 1.123456789 }] }, '/dimensions/0/rate'],
    [
      'of a group of a matrix',
      { billableDimensions: [{ priceModelMatrix: matrix }] },
      '/billableDimensions/0/priceModelMatrix/matrix/0/unitAmount',
    ],
    [
      'a least amount finer than the coin',
      { currency: 'JPY', billableDimensions: [{ minimumCommit: 10.5 }] },
      '/billableDimensions/0/minimumCommit',
    ],
    [
      'a discount finer than the coin',
      { billableDimensions: [{ discount: { discountType: 'absolute', value: 0.001 } }] },
      '/billableDimensions/0/discount/value',
    ],
    [
      'included units of an unknown period',
      {
        dimensions: [{ key: 'a', rate: 1, includedBaseQuantities: [{ quantity: 1, recurringUnit: 'WEEK' }] }],
      },
      '/dimensions/0/includedBaseQuantities/0/recurringUnit',
    ],
  ])('%s', async (_title, info, pointer) => {
    expect(await refused('POST', 'offer', { info })).toEqual([400, [`/info${pointer}`]]);
  });

  test('a ninth decimal, and an unknown period, of a product', async () => {
    const info = {
      commits: [{ key: 'a', rate: 0.123456789 }],
      dimensions: [{ key: 'b', rate: 0.1, includedBaseQuantities: [{ recurringUnit: 'quarterly' }] }],
    };
    expect(await refused('POST', 'product', { info })).toEqual([
      400,
      ['/info/commits/0/rate', '/info/dimensions/0/includedBaseQuantities/0/recurringUnit'],
    ]);
  });

  test('included units by MONTH and YEAR, in any letter case', async () => {
    const included = ['MONTH', 'Year', 'Monthly', 'annual', ''].map((recurringUnit) => ({
      recurringUnit,
      quantity: 1,
    }));
    const info = { dimensions: [{ key: 'a', rate: 1, includedBaseQuantities: included }] };
    const offer = await call('POST', 'offer', { name: 'included', info });
    expect(offer.status, offer.text).toBe(200);
  });

  test('credit finer than the smallest currency unit, and a new price with a ninth decimal', async () => {
    const inYen = await sell('JPY');
    const before = await app.request('GET', `/org/${org.id}/${inYen}`, { token: org.token });
    expect(await refused('POST', `${inYen}/addCredit`, { creditAmountIncrement: 10.5 })).toEqual([
      400,
      ['/creditAmountIncrement'],
    ]);
    const price = { commits: [{ key: 'fee', rate: 1.000000001, length: 1, timeUnit: 'YEAR' }] };
    expect(await refused('PATCH', `${inYen}/priceModel`, price)).toEqual([400, ['/commits/0/rate']]);
    const share = { commitAmount: 10.5, startDates: [before.body.startTime] };
    expect(await refused('POST', `${inYen}/divideCommit`, share)).toEqual([400, ['/commitAmount']]);
    expect((await app.request('GET', `/org/${org.id}/${inYen}`, { token: org.token })).text).toBe(
      before.text,
    );
    const inDollars = await sell('USD');
    expect((await call('POST', `${inDollars}/addCredit`, { creditAmountIncrement: 10.25 })).status).toBe(200);
  });
});
