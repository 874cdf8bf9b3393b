import { beforeAll, describe, expect, test } from 'vitest';
import {
  call,
  createJudges,
  isMarketplaces,
  judged,
  listed,
  pointersOf,
  prod,
  published,
} from '../judged-world.ts';

createJudges();

const commits = [{ key: 'premium', rate: 100, length: 12, timeUnit: 'MONTH' }];
const own = '/info/mkBPrivateOffer';

describe('an incomplete offer on MKB', () => {
  const offer = {
    partner: 'MKB',
    name: 'Premium for a year',
    info: { dimensions: [{ key: 'rows', rate: 1 }] },
  };
  const missing = [
    '/productID',
    '/expireTime',
    ...['end', 'beneficiaries', 'pricing'].map((name) => `${own}/${name}`),
  ];

  test('R36 is valid in TEST, with a warning for each value that PROD requires', async () => {
    const { valid, findings } = await call('POST', 'offer/validate', offer);
    expect(valid).toBe(true);
    expect(findings).toMatchObject(missing.map((pointer) => ({ pointer, severity: 'WARNING' })));
    const production = await call('POST', 'offer/validate', offer, prod);
    expect(production.valid).toBe(false);
    expect(pointersOf(production.findings.filter(isMarketplaces))).toEqual(missing);
  });

  test('R36 is published in TEST with the values of the sandbox, each of which a warning names', async () => {
    const { status, expireTime, endTime, info, metaInfo } = await published(offer);
    expect([status, expireTime, endTime]).toEqual([
      'PENDING_ACCEPTANCE',
      expect.stringMatching(/^2031-06-11T10:2/),
      null,
    ]);
    expect(metaInfo.warningMessages).toEqual(
      ['uses a placeholder', 'after 30 days', 'ends the agreement', 'demonstration buyer', 'uses a plan'].map(
        (words) =>
          expect.stringMatching(
            `The sandbox .*${words}.* In a production organization, the marketplace rejects`,
          ),
      ),
    );
    expect(info.mkBPrivateOffer).toMatchObject({
      acceptBy: '2031-06-11',
      beneficiaries: [{ id: expect.stringMatching(/_2019-05-31$/) }],
      pricing: [{ planId: 'placeholder' }],
      state: 'live',
    });
  });
});

const mkBPrivateOffer = {
  acceptBy: '2031-06-15',
  end: '2032-06-30',
  beneficiaries: [{ id: 'account' }],
};
const complete = { partner: 'MKB', name: 'Complete', info: { commits, mkBPrivateOffer } };

describe('an offer on MKB that names a synchronized product', () => {
  let productID: string;
  beforeAll(async () => {
    const dimensions = [{ key: 'rows', name: 'Rows', planId: 'premium', rate: 1 }];
    productID = await listed({ partner: 'MKB', name: 'Insight', info: { commits, dimensions } });
  });

  test('R36 is published without warnings when it is complete, and its copy is valid', async () => {
    const offer = { ...complete, productID };
    expect(await judged(offer)).toEqual([]);
    const { id, status, metaInfo } = await published(offer);
    expect([status, metaInfo.warningMessages]).toEqual(['PENDING_ACCEPTANCE', undefined]);
    const { info } = await call('POST', `offer/${id}/clone`);
    expect(await judged({ ...offer, info })).toEqual([]);
  });

  test.each<[string, string, object]>([
    [
      'a plan that the product does not have',
      '/info/commits/0/key',
      { info: { commits: [{ key: 'gold', rate: 1 }] } },
    ],
    ['an unknown meter', '/info/dimensions/0/key', { info: { dimensions: [{ key: 'columns', rate: 1 }] } }],
    ['a reserved character in its name', '/name', { name: 'Premium [2031]' }],
    [
      'a start although its start varies',
      `${own}/start`,
      { info: { mkBPrivateOffer: { ...mkBPrivateOffer, start: '2031-07-01', variableStartDate: true } } },
    ],
    [
      'two billing accounts',
      `${own}/beneficiaries`,
      { info: { mkBPrivateOffer: { ...mkBPrivateOffer, beneficiaries: [{ id: 'a' }, { id: 'b' }] } } },
    ],
  ])('R36 fails in TEST as in PROD with %s', async (_, pointer, { info, ...more }: { info?: object }) => {
    const offer = { ...complete, productID, ...more, info: { ...complete.info, ...info } };
    const errors = (await judged(offer)).filter(({ severity }) => severity === 'ERROR');
    expect(pointersOf(errors)).toEqual([pointer]);
    // The production organization has no products: only their plans and meters are unknown there.
    const production = await judged(offer, prod);
    if (!pointer.endsWith('/key')) expect(production).toEqual(expect.arrayContaining(errors));
    const { status, metaInfo } = await published(offer);
    expect([status, metaInfo.prettifiedErrorMessages]).toEqual(['CREATE_FAILED', [errors[0]?.message]]);
  });
});
