import { describe, expect, it } from 'vitest';
import { cleanBody } from '../../platform/records/json.ts';
import { type CommitDimension, type OfferInfo, WorkloadOffer } from '../records.ts';
import { priceFindings } from './commits.ts';
import { changeFindings, inspectOffer } from './prepare.ts';
import { bodyOf } from './stored.ts';
import { startOf } from './times.ts';

/** The product has a price, so that no offer gets the warning about a missing price. */
const context = { now: new Date('2030-01-15T12:00:00.000Z'), product: { commits: [{ rate: 1 }] } };
const inspect = (body: WorkloadOffer) => inspectOffer(body, context);
const pointers = (body: WorkloadOffer) => inspect(body).findings.map(({ pointer }) => pointer);
const commits = (...list: CommitDimension[]): OfferInfo => ({ commits: list });

describe('R42 time units and types of commits', () => {
  it.each<[string, CommitDimension, ...string[]]>([
    ['an unknown unit is rejected', { timeUnit: 'QUARTER' }, '/info/commits/0/timeUnit'],
    ['an unknown type is rejected', { type: 'PER_USR' }, '/info/commits/0/type'],
    ['lower case is accepted', { timeUnit: 'month', type: 'per_user' }],
    ['empty strings are accepted', { timeUnit: '', type: '' }],
    ['absent fields are accepted', {}],
  ])('%s', (_title, commit, ...refused) => {
    expect(pointers({ info: commits(commit) })).toEqual(refused);
    const findings = priceFindings(commits(commit)).map(({ pointer }) => `/info${pointer}`);
    expect(findings).toEqual(refused);
  });

  it('the messages list the units and types', () => {
    const { findings } = inspect({ info: commits({ timeUnit: 'QUARTER', type: 'PER_USR' }) });
    expect(findings.map(({ message }) => message)).toEqual([
      'must be DAY, MONTH or YEAR',
      'must be FLAT_RATE or PER_USER',
    ]);
  });

  it('lower case is stored as upper case, so that the bounds of seats apply', () => {
    const commit = { type: 'per_user', timeUnit: 'Month', quantity: 9, maximumUsers: 5, length: 1 };
    const body = cleanBody(WorkloadOffer, { info: { commits: [commit] } }).value as WorkloadOffer;
    expect(body.info?.commits?.[0]).toMatchObject({ type: 'PER_USER', timeUnit: 'MONTH' });
    expect(pointers(body)).toEqual(['/info/commits/0/quantity']);
  });

  it('an unchanged stored value is kept with a warning, and a new one is rejected', () => {
    const kept = { key: 'a', rate: 1, timeUnit: 'QUARTER' };
    const stored = { info: commits(kept) };
    const wanted = { name: 'New', info: commits(kept, { rate: 1, type: 'PER_USR' }) };
    const prepared = inspectOffer(wanted, { ...context, stored });
    expect(prepared.warnings).toEqual(['/info/commits/0/timeUnit is kept, but must be DAY, MONTH or YEAR.']);
    const changed = changeFindings(stored, prepared, wanted, context);
    expect(changed.map(({ pointer }) => pointer)).toEqual(['/info/commits/1/type']);
    expect(priceFindings(wanted.info, stored.info).map(({ pointer }) => pointer)).toEqual([
      '/commits/1/type',
    ]);
  });
});

describe('R42 no commit is longer than the term', () => {
  const year = { length: 1, timeUnit: 'YEAR' };
  it.each<[string, WorkloadOffer, ...string[]]>([
    ['a year in a term of 11 months', { partner: 'MKC', info: { ...commits(year), mkCDuration: 11 } }, '0'],
    ['a year in a term of a year', { partner: 'MKC', info: { ...commits(year), mkCDuration: 12 } }],
    [
      'a month in a term of a year',
      { info: { ...commits({ length: 1, timeUnit: 'MONTH' }), mkAAgreementDuration: 'P1Y' } },
    ],
    [
      'a year in a term of 6 months',
      { partner: 'MKA', info: { ...commits({}, year), mkAAgreementDuration: 'P6M' } },
      '1',
    ],
    ['a year, with an end in 11 months', { endTime: '2030-12-15', info: commits(year) }, '0'],
    ['a year, with an end in a year at midnight', { endTime: '2031-01-15', info: commits(year) }],
    [
      '365 days, with an end in a year',
      { endTime: '2031-01-15', info: commits({ length: 365, timeUnit: 'DAY' }) },
    ],
    [
      '380 days, with an end in a year',
      { endTime: '2031-01-15', info: commits({ length: 380, timeUnit: 'DAY' }) },
      '0',
    ],
    ['a year in a term without an end', { info: commits(year) }],
    [
      'commits of different lengths in a term without an end',
      { info: commits(year, { length: 3, timeUnit: 'YEAR' }) },
    ],
    [
      'a year, with a start date and an end',
      { partner: 'MKA', endTime: '2031-02-01', info: { ...commits(year), startTime: '2030-06-01' } },
      '0',
    ],
    [
      'a year in 11 months given by days of marketplace B',
      {
        partner: 'MKB',
        info: { ...commits(year), mkBPrivateOffer: { start: '2030-02-01', end: '2030-12-31' } },
      },
      '0',
    ],
    [
      'a year in a year given by days of marketplace B',
      {
        partner: 'MKB',
        info: { ...commits(year), mkBPrivateOffer: { start: '2030-02-01', end: '2031-01-31' } },
      },
    ],
  ])('%s', (_title, body, ...refused) => {
    expect(pointers(body)).toEqual(refused.map((index) => `/info/commits/${index}/length`));
  });
});

describe('R42 amounts that are charged without rounding have the decimals of the currency', () => {
  it.each<[string, OfferInfo, ...string[]]>([
    ['cents', { commitAmount: 10.25, paymentInstallments: [{ amount: 0.1 + 0.2 }, { amount: 1e14 }] }],
    ['a total', { commitAmount: 10.255 }, '/info/commitAmount'],
    ['an instalment', { paymentInstallments: [{}, { amount: 0.001 }] }, '/info/paymentInstallments/1/amount'],
    ['yen', { currency: 'JPY', commitAmount: 10.5 }, '/info/commitAmount'],
    ['whole yen', { currency: 'JPY', commitAmount: 10 }],
    ['fils', { currency: 'KWD', commitAmount: 10.255 }],
    ['a fraction of a fils', { currency: 'KWD', commitAmount: 10.2555 }, '/info/commitAmount'],
    [
      'rates, which may have more decimals',
      { currency: 'JPY', ...commits({ rate: 0.12345678 }), dimensions: [{ rate: 1e-8 }] },
    ],
  ])('%s', (_title, info, ...refused) => {
    expect(pointers({ info })).toEqual(refused);
  });

  it('rates are stored as sent', () => {
    const info = { currency: 'JPY', ...commits({ rate: 0.12345678 }) };
    expect(inspect({ info }).info).toMatchObject(info);
  });
});

describe('R25 dates of marketplace B', () => {
  const of = (mkBPrivateOffer: NonNullable<OfferInfo['mkBPrivateOffer']>, more: WorkloadOffer = {}) => ({
    partner: 'MKB' as const,
    ...more,
    info: { ...more.info, mkBPrivateOffer },
  });
  const days = { acceptBy: '2030-02-10', start: '2030-03-01', end: '2031-02-28' };

  it('set the expiry, start and end of the offer', () => {
    const body = of(days);
    expect(inspect(body)).toMatchObject({
      findings: [],
      fields: { expireTime: '2030-02-10T23:59:59.999Z', endTime: '2031-03-01T00:00:00.000Z' },
    });
    expect(startOf(body)).toBe('2030-03-01T00:00:00.000Z');
  });

  it.each<[string, WorkloadOffer]>([
    ['of another marketplace', { ...of(days), partner: 'MKA' }],
    ['of a public offer', { ...of(days), offerType: 'DEFAULT' }],
  ])('have no effect on offers %s', (_title, body) => {
    expect(inspect(body).fields).not.toHaveProperty('expireTime');
    expect(inspect(body).fields).not.toHaveProperty('endTime');
    expect(startOf(body)).toBeUndefined();
  });

  it('do not override times that the caller sends', () => {
    const own = { expireTime: '2030-02-10T10:00:00Z', endTime: '2031-02-20T00:00:00Z' };
    expect(inspect(of(days, own))).toMatchObject({
      findings: [],
      fields: { expireTime: '2030-02-10T10:00:00.000Z', endTime: '2031-02-20T00:00:00.000Z' },
    });
  });

  it.each<[string, WorkloadOffer, ...string[]]>([
    ['a start in the past is accepted', of({ ...days, start: '2029-03-01' })],
    [
      'a variable start date accepts another start',
      of({ ...days, variableStartDate: true }, { info: { startTime: '2031-01-01' } }),
    ],
    ['an expiry on another day is rejected', of(days, { expireTime: '2030-02-11T10:00:00Z' }), '/expireTime'],
    ['an expiry at the midnight after the day is accepted', of(days, { expireTime: '2030-02-11T00:00:00Z' })],
    ['an end in another month is rejected', of(days, { endTime: '2031-03-01T10:00:00Z' }), '/endTime'],
    ['an end at the midnight after the day is accepted', of(days, { endTime: '2031-03-01' })],
    [
      'a start on another day is rejected',
      of(days, { info: { startTime: '2030-04-01' } }),
      '/info/startTime',
    ],
    [
      'an acceptBy after the end is rejected',
      of({ ...days, acceptBy: '2031-03-01' }),
      '/info/mkBPrivateOffer/acceptBy',
    ],
    [
      'an acceptBy after the endTime is rejected',
      of({ acceptBy: '2030-02-10' }, { endTime: '2030-02-09' }),
      '/info/mkBPrivateOffer/acceptBy',
    ],
    [
      'an endTime before the start is rejected',
      of({ start: '2030-03-01' }, { endTime: '2030-02-20' }),
      '/endTime',
    ],
    [
      'an endTime equal to the start is rejected',
      of({ start: '2030-03-01' }, { endTime: '2030-03-01' }),
      '/endTime',
    ],
    ['an acceptBy in the past is rejected', of({ acceptBy: '2030-01-14' }), '/info/mkBPrivateOffer/acceptBy'],
  ])('%s', (_title, body, ...refused) => {
    expect(pointers(body)).toEqual(refused);
  });

  it('the body of a stored offer omits times derived from dates, so that new dates apply', () => {
    const { fields, info, metaInfo } = inspect(of(days));
    const row = {
      partner: 'MKB',
      offer_type: 'PRIVATE',
      info: JSON.stringify(info),
      meta_info: JSON.stringify(metaInfo),
      expire_time: fields.expireTime ?? null,
      end_time: fields.endTime ?? null,
    };
    const body = bodyOf(row as never);
    expect(body).not.toHaveProperty('expireTime');
    expect(body).not.toHaveProperty('endTime');
  });

  it.each([
    '2030-02-10T00:00:00Z',
    '2030-02-10T00:00:00.000Z',
    '2030-02-10T00:00:00+00:00',
    '2030-02-10T00:00Z',
    '2030-02-10',
  ])('%s is accepted as a date', (acceptBy) => {
    const body = cleanBody(WorkloadOffer, of({ acceptBy })).value;
    expect(WorkloadOffer.parse(body).info?.mkBPrivateOffer?.acceptBy).toBe('2030-02-10');
  });

  it.each(['2030-02-10T01:00:00Z', '2030-02-10T00:00:00+02:00', '2030-02-30T00:00:00Z', '10.2.2030', ''])(
    '%s is not accepted as a date',
    (acceptBy) => {
      const body = cleanBody(WorkloadOffer, of({ acceptBy })).value;
      expect(WorkloadOffer.safeParse(body).success).toBe(false);
    },
  );
});

describe('values that are stored with a warning', () => {
  const discount = expect.stringMatching(/info\.discountPercentage is kept/);
  const ofPayment = expect.stringMatching(/info\.paymentInstallments\.0\.discountPercentage is kept/);
  const recurrence = expect.stringMatching(/info\.mkCDuration is kept/);
  const mkC = (mkCDuration: number, mkCPaymentRecurrence: string): WorkloadOffer => ({
    partner: 'MKC',
    info: { mkCDuration, mkCPaymentRecurrence },
  });
  it.each<[string, WorkloadOffer, ...unknown[]]>([
    ['R23 a discount without a list price has a warning', { info: { discountPercentage: 20 } }, discount],
    ['R23 a discount of 0 has no warning', { info: { discountPercentage: 0 } }],
    ['R23 a discount on a product has no warning', { productID: 'prd_1', info: { discountPercentage: 20 } }],
    [
      'R23 a discount with an original amount has no warning',
      { info: { discountPercentage: 20, paymentInstallments: [{ amount: 8, originalAmount: 10 }] } },
    ],
    [
      'R23 a discounted payment without an original amount has a warning',
      { info: { paymentInstallments: [{ amount: 8, discountPercentage: 20 }] } },
      ofPayment,
    ],
    ['R26 ten months with quarterly payments have a warning', mkC(10, 'QUARTERLY_PERIOD'), recurrence],
    ['R26 nine months with quarterly payments have no warning', mkC(9, 'QUARTERLY_PERIOD')],
    ['R26 eighteen months with yearly payments have a warning', mkC(18, 'YEARLY_PERIOD'), recurrence],
    ['R26 seven months with monthly payments have no warning', mkC(7, 'MONTHLY_PERIOD')],
    ['R26 seven months with custom payments have no warning', mkC(7, 'CUSTOM_PERIOD')],
    [
      'R26 a length on another marketplace has no warning',
      { info: { mkCDuration: 10, mkCPaymentRecurrence: 'YEARLY_PERIOD' } },
    ],
  ])('%s', (_title, body, ...warnings) => {
    expect(inspect(body)).toMatchObject({ findings: [] });
    expect(inspect(body).warnings).toEqual(warnings);
  });
});
