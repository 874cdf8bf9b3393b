import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { day, type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let by: Entitlements;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  by = entitlementsOf(app, await app.organization());
});
afterAll(() => app.stop());

const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
/** Returns the first or last day of the month a number of months away. */
const firstOf = (months: number) => monthDay(months, 1);
const lastOf = (months: number) => monthDay(months + 1, 0);
const monthDay = (months: number, dayOfMonth: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, dayOfMonth))
    .toISOString()
    .slice(0, 10);
};
const refusals = async (method: string, path: string, body: object) => {
  const { status, body: answer } = await by.call(method, path, body);
  return [status, (answer.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
};

describe('R42 the end of an offer', () => {
  test('is the last moment of acceptance: a later expiry is refused on creation, change and extension', async () => {
    const late = { endTime: inDays(10), expireTime: inDays(11) };
    expect(await refusals('POST', 'offer', late)).toEqual([400, ['/expireTime']]);
    const { id } = await by.post('offer', { endTime: inDays(10), expireTime: inDays(9) });
    expect(await refusals('PATCH', `offer/${id}`, { expireTime: inDays(11) })).toEqual([
      400,
      ['/expireTime'],
    ]);
    const extended = await by.call(
      'POST',
      `offer/${id}/extendExpiryDate?newExpiryDate=${inDays(12).slice(0, 10)}`,
    );
    expect([extended.status, extended.body.errors[0].pointer]).toEqual([400, 'newExpiryDate']);
  });

  test.each([undefined, 'MKA'])(
    'at %s: after it the offer cannot be accepted, and expires automatically',
    async (partner) => {
      const { id } = await by.post('offer', { partner, endTime: inDays(10) });
      await app.drainJobs();
      await by.advance(11 * day);
      expect((await by.get(`offer/${id}`)).status).toBe('EXPIRED');
      expect((await by.call('POST', `sandbox/offer/${id}/accept`)).body.code).toBe('offer_not_acceptable');
      expect(await by.get(`entitlement?offerId=${id}`)).toEqual([]);
    },
  );

  test('ends the sale of a public offer', async () => {
    const offer = { offerType: 'DEFAULT', partner: 'MKE', endTime: inDays(10) };
    const { id } = await by.post('offer', offer);
    expect((await by.ordered('MKE', { offerId: id })).status).toBe('ACTIVE');
    await by.advance(11 * day);
    expect(await refusals('POST', 'sandbox/order', { partner: 'MKE', offerId: id })).toEqual([
      400,
      ['/offerId'],
    ]);
  });
});

describe('R25 the days of an offer on marketplace B', () => {
  const commits = [{ key: 'a', rate: 100, length: 1, timeUnit: 'MONTH' }];

  test('define its expiry, and start and end of its entitlement', async () => {
    const [start, end, acceptBy] = [firstOf(2), lastOf(13), firstOf(1)];
    const mkBPrivateOffer = { start: `${start}T00:00:00.000Z`, end, acceptBy: `${acceptBy}T00:00:00Z` };
    const made = await by.post('offer', { partner: 'MKB', info: { commits, mkBPrivateOffer } });
    const after = new Date(Date.parse(end) + day).toISOString();
    const times = { expireTime: `${acceptBy}T23:59:59.999Z`, endTime: after };
    expect(made).toMatchObject({ ...times, info: { mkBPrivateOffer: { start, end, acceptBy } } });
    await app.drainJobs();
    expect(await by.get(`offer/${made.id}`)).toMatchObject({
      ...times,
      info: { mkBPrivateOffer: { start, end, acceptBy } },
    });
    // Read values can be sent back.
    const copy = await by.get(`offer/${made.id}`);
    await by.patch(`offer/${made.id}`, { info: { mkBPrivateOffer: copy.info.mkBPrivateOffer } });

    await by.post(`sandbox/offer/${made.id}/accept`);
    await app.drainJobs();
    const [sold] = await by.get(`entitlement?offerId=${made.id}`);
    expect(sold).toMatchObject({
      status: 'PENDING_START',
      startTime: `${start}T00:00:00.000Z`,
      endTime: after,
      info: { commitAmount: 1200, annualizedAmount: 1200 },
    });
    await by.advance(Date.parse(start) - Date.now() + day);
    expect((await by.entitlement(sold.id)).status).toBe('ACTIVE');
  });

  test.each([
    ['a start that is past', { start: '2020-01-01', end: lastOf(12) }],
    ['a start that varies', { end: lastOf(12), variableStartDate: true }],
    ['no start', { end: lastOf(12) }],
  ])('with %s it starts at acceptance', async (_name, mkBPrivateOffer) => {
    const sold = await by.accepted({ partner: 'MKB', info: { commits, mkBPrivateOffer } });
    expect(sold.status).toBe('ACTIVE');
    expect(Math.abs(Date.parse(sold.startTime) - Date.now())).toBeLessThan(day);
    expect(sold.endTime).toBe(new Date(Date.parse(lastOf(12)) + day).toISOString());
  });

  test('are a 400 when they contradict its times, and an error of validate', async () => {
    const offer = {
      partner: 'MKB',
      expireTime: inDays(3),
      info: { mkBPrivateOffer: { acceptBy: inDays(5).slice(0, 10) } },
    };
    expect(await refusals('POST', 'offer', offer)).toEqual([400, ['/expireTime']]);
    const { valid, findings } = await by.post('offer/validate', offer);
    expect(valid).toBe(false);
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'ERROR', source: 'RULES', pointer: '/expireTime' }),
    );
  });

  test('are applied again when those of a draft change', async () => {
    const days = { acceptBy: inDays(5).slice(0, 10), end: lastOf(12) };
    const draft = await by.post('draftOffer', { partner: 'MKB', info: { mkBPrivateOffer: days } });
    const acceptBy = inDays(8).slice(0, 10);
    const changed = await by.patch(`offer/${draft.id}`, { info: { mkBPrivateOffer: { ...days, acceptBy } } });
    expect(changed.expireTime).toBe(`${acceptBy}T23:59:59.999Z`);
    const made = await by.post('offer', { id: draft.id });
    expect(made).toMatchObject({ id: draft.id, expireTime: changed.expireTime, status: 'PENDING_CREATE' });
  });
});

describe('R42 limits of an offer', () => {
  test.each([
    [
      'a unit that there is not',
      { commits: [{ length: 1, timeUnit: 'QUARTER' }] },
      '/info/commits/0/timeUnit',
    ],
    ['a type that there is not', { commits: [{ type: 'PER_USR' }] }, '/info/commits/0/type'],
    [
      'a commit longer than the term',
      { mkAAgreementDuration: 'P6M', commits: [{ length: 1, timeUnit: 'YEAR' }] },
      '/info/commits/0/length',
    ],
    ['half a yen', { currency: 'JPY', commitAmount: 0.5 }, '/info/commitAmount'],
    ['a tenth of a cent', { paymentInstallments: [{ amount: 1.001 }] }, '/info/paymentInstallments/0/amount'],
  ])('%s is a 400 that names it, and an error of validate', async (_name, info, pointer) => {
    expect(await refusals('POST', 'offer', { info })).toEqual([400, [pointer]]);
    const { findings } = await by.post('offer/validate', { info });
    expect(findings).toContainEqual(expect.objectContaining({ severity: 'ERROR', pointer }));
  });

  test('also apply to a price model', async () => {
    const { id } = await by.direct({ info: { commits: [{ key: 'a', rate: 10 }] }, endTime: inDays(400) });
    const path = `entitlement/${id}/priceModel`;
    for (const commit of [{ timeUnit: 'QUARTER' }, { type: 'PER_USR' }])
      expect(await refusals('PATCH', path, { commits: [commit] })).toEqual([
        400,
        [`/commits/0/${Object.keys(commit)[0]}`],
      ]);
    // A duration above the term of 400 days.
    const [year, years] = [1, 2].map((length) => ({ key: 'a', rate: 10, length, timeUnit: 'YEAR' }));
    expect(await refusals('PATCH', path, { commits: [year, years] })).toEqual([400, ['/commits/1/length']]);
    const later = { commits: [years], applyTime: inDays(5) };
    expect(await refusals('PATCH', path, later)).toEqual([400, ['/commits/0/length']]);
    await by.patch(path, { commits: [year] });
    // Existing values are kept.
    await app.database.query(`UPDATE entitlement SET info = jsonb_set(info, '{commits}', $2) WHERE id = $1`, [
      id,
      JSON.stringify([years]),
    ]);
    expect((await by.patch(path, { commits: [{ ...years, rate: 12 }] })).info.commits).toMatchObject([
      { length: 2, rate: 12 },
    ]);
  });

  test('also apply to commits of a product; stored values may be sent back', async () => {
    const wrong = [{ timeUnit: 'QUARTER' }, { type: 'PER_USR' }];
    const info = { commits: wrong };
    expect(await refusals('POST', 'product', { name: 'Wrong', info })).toEqual([
      400,
      ['/info/commits/0/timeUnit', '/info/commits/1/type'],
    ]);
    const { id } = await by.post('product', {
      name: 'P',
      info: { commits: [{ length: 1, timeUnit: 'month' }] },
    });
    await app.database.query(`UPDATE product SET info = jsonb_set(info, '{commits}', $2) WHERE id = $1`, [
      id,
      JSON.stringify([wrong[0], {}]),
    ]);
    expect(await refusals('PATCH', `product/${id}`, { info })).toEqual([400, ['/info/commits/1/type']]);
    const changed = await by.patch(`product/${id}`, { info: { commits: [{ ...wrong[0], rate: 5 }] } });
    expect(changed.info.commits).toMatchObject([{ timeUnit: 'QUARTER', rate: 5 }]);
  });

  test('use the product’s type when the offer has no type, for the start and the annual cost', async () => {
    const typed = async (productType: string, partner?: string) =>
      (await by.post('product', { name: productType, productType, partner })).id as string;
    const startTime = inDays(30);
    const productID = await typed('SUBSCRIPTION', 'MKA');
    const start = async (offer: object) => {
      const sold = await by.accepted({
        partner: 'MKA',
        productID,
        ...offer,
        info: { startTime, commits: [{ key: 'a', rate: 5 }] },
      });
      const { metaInfo } = await by.get(`offer/${sold.offerID}`);
      const { warningMessages = [] }: { warningMessages?: string[] } = metaInfo;
      return [sold.status, warningMessages.filter((warning) => warning.includes('startTime is kept')).length];
    };
    expect(await start({})).toEqual(['ACTIVE', 1]);
    expect(await start({ productType: 'CONTRACT' })).toEqual(['PENDING_START', 0]);
    const services = await typed('PROFESSIONAL_SERVICES');
    const year = { key: 'a', length: 1, timeUnit: 'YEAR' };
    const yearly = async (offer: object) => {
      const { id, info } = await by.direct({ ...offer, info: { commits: [{ ...year, rate: 10 }] } });
      const repriced = await by.patch(`entitlement/${id}/priceModel`, { commits: [{ ...year, rate: 20 }] });
      return [info.annualizedAmount, repriced.info.annualizedAmount];
    };
    expect(await yearly({ productType: 'PROFESSIONAL_SERVICES' })).toEqual([null, null]);
    expect(await yearly({ productID: services })).toEqual([null, null]);
    expect(await yearly({ productID: services, productType: 'CONTRACT' })).toEqual([10, 20]);
  });

  test('of an existing offer beyond them are kept, reported, and sold', async () => {
    const { id } = await by.post('offer', { info: { commits: [{ key: 'a', rate: 10 }] } });
    const stored = JSON.stringify([{ key: 'a', rate: 10, length: 1, timeUnit: 'QUARTER' }]);
    await app.database.query(`UPDATE offer SET info = jsonb_set(info, '{commits}', $2) WHERE id = $1`, [
      id,
      stored,
    ]);
    const changed = await by.patch(`offer/${id}`, { name: 'New' });
    expect(changed.info.commits[0].timeUnit).toBe('QUARTER');
    expect(changed.metaInfo.warningMessages).toEqual([expect.stringContaining('DAY, MONTH or YEAR')]);
    await by.post(`sandbox/offer/${id}/accept`);
    const [sold] = await by.get(`entitlement?offerId=${id}`);
    expect(sold).toMatchObject({ status: 'ACTIVE', endTime: null, info: { commitAmount: 10 } });
    expect(sold.metaInfo.warningMessages).toEqual([expect.stringContaining('DAY, MONTH or YEAR')]);
  });
});

describe('R42 R43 the cost of an entitlement', () => {
  const month = [{ key: 'a', rate: 100, length: 1, timeUnit: 'MONTH' }];
  test.each([
    ['a month over three years', { partner: 'MKE', endTime: 'P3Y' }, { commits: month }, [3600, 1200]],
    [
      'months on marketplace C, by the term and not the duration',
      { partner: 'MKC', endTime: 'P3Y' },
      { mkCDuration: 12, commits: [{ key: 'a', rate: 100 }] },
      [3600, 1200],
    ],
    [
      'an amount over the duration on marketplace C',
      { partner: 'MKC' },
      { mkCDuration: 24, commitAmount: 1200 },
      [1200, 600],
    ],
    [
      'usage',
      { partner: 'MKE', endTime: 'P3Y' },
      { dimensions: [{ key: 'calls', rate: 1 }] },
      [undefined, null],
    ],
  ])('%s', async (_name, offer, info, [commitAmount, annualizedAmount]) => {
    const ends = new Date();
    ends.setUTCFullYear(ends.getUTCFullYear() + 3);
    const endTime = 'endTime' in offer ? { endTime: ends.toISOString() } : {};
    const sold = await by.accepted({ partner: offer.partner, ...endTime, info });
    expect([sold.info.commitAmount, sold.info.annualizedAmount]).toEqual([commitAmount, annualizedAmount]);
    const [term] = await by.terms(sold.id);
    expect(term.commitAmount).toBe(commitAmount);
    if (offer.partner === 'MKE' && commitAmount)
      expect(sold.info.mkEAcceptedOffer.pricing.totalAmount).toBe(commitAmount);
  });

  test('an order on marketplace B over its term', async () => {
    const endTime = new Date();
    endTime.setUTCFullYear(endTime.getUTCFullYear() + 2);
    const order = { amount: 1200, currency: 'EUR', endTime: endTime.toISOString() };
    expect(await by.ordered('MKB', order)).toMatchObject({
      info: { commitAmount: 1200, annualizedAmount: 600, currency: 'EUR' },
    });
  });
});

describe('R22 R46 times of now and today', () => {
  test('a price model of today, or of a moment ago, takes effect now; of yesterday it is a 400', async () => {
    const { id } = await by.direct({ info: { commits: [{ key: 'a', rate: 10 }] } });
    const path = `entitlement/${id}/priceModel`;
    const today = new Date().toISOString();
    for (const [rate, applyTime] of [
      [20, today],
      [30, today.slice(0, 10)],
    ] as const) {
      const changed = await by.patch(path, { commits: [{ key: 'a', rate }], applyTime });
      expect(changed.info.commits).toEqual([{ key: 'a', rate }]);
    }
    const yesterday = inDays(-1).slice(0, 10);
    expect(await refusals('PATCH', path, { commits: [{ key: 'a', rate: 1 }], applyTime: yesterday })).toEqual(
      [400, ['/applyTime']],
    );
  });

  test('the first part of a commit begins with its term, given to the second or the day', async () => {
    const info = { commits: [{ key: 'a', rate: 100 }] };
    for (const length of [10, 19]) {
      const sold = await by.direct({ info, endTime: inDays(400) });
      const first = length === 10 ? sold.startTime.slice(0, 10) : `${sold.startTime.slice(0, 19)}Z`;
      await by.post(`entitlement/${sold.id}/divideCommit`, {
        commitAmount: 100,
        startDates: [first, inDays(200)],
      });
      const parts = (await by.terms(sold.id)).filter(
        ({ info: of }: { info: { type: string } }) => of.type === 'DivideCommit',
      );
      expect(parts.map(({ startTime }: { startTime: string }) => startTime)).toContain(sold.startTime);
    }
  });
});

test('R37 the cause of a failed creation is human-readable too', async () => {
  await by.post('sandbox/fault', { partner: 'MKA', kind: 'FAIL_CREATE', cause: 'INVALID_BUYER' });
  const { id } = await by.post('offer', { partner: 'MKA' });
  await app.drainJobs();
  expect(await by.get(`offer/${id}`)).toMatchObject({
    status: 'CREATE_FAILED',
    metaInfo: {
      errorMessages: ['INVALID_BUYER'],
      prettifiedErrorMessages: [expect.stringMatching(/“invalid buyer”/)],
    },
  });
});
