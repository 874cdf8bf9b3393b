import { describe, expect, it } from 'vitest';
import { clean } from '../../platform/records/json.ts';
import { type CommitDimension, type OfferInfo, WorkloadOffer } from '../records.ts';
import { changeFindings, inspectOffer, priceFindings, startOf } from './index.ts';
import { bodyOf } from './stored.ts';

/** Its product has a price: no offer here is questioned for having none. */
const context = { now: new Date('2030-01-15T12:00:00.000Z'), product: { commits: [{ rate: 1 }] } };
const inspect = (body: WorkloadOffer) => inspectOffer(body, context);
const pointers = (body: WorkloadOffer) => inspect(body).findings.map(({ pointer }) => pointer);
const commits = (...list: CommitDimension[]): OfferInfo => ({ commits: list });

describe('R42 what a commit is', () => {
  it.each<[string, CommitDimension, ...string[]]>([
    ['a unit that there is not', { timeUnit: 'QUARTER' }, '/info/commits/0/timeUnit'],
    ['a type that there is not', { type: 'PER_USR' }, '/info/commits/0/type'],
    ['small letters', { timeUnit: 'month', type: 'per_user' }],
    ['empty texts', { timeUnit: '', type: '' }],
    ['nothing', {}],
  ])('%s', (_title, commit, ...refused) => {
    expect(pointers({ info: commits(commit) })).toEqual(refused);
    const findings = priceFindings(commits(commit)).map(({ pointer }) => `/info${pointer}`);
    expect(findings).toEqual(refused);
  });

  it('the list of units and types is in the message', () => {
    const { findings } = inspect({ info: commits({ timeUnit: 'QUARTER', type: 'PER_USR' }) });
    expect(findings.map(({ message }) => message)).toEqual([
      'must be DAY, MONTH or YEAR',
      'must be FLAT_RATE or PER_USER',
    ]);
  });

  it('a body in small letters is kept in capitals, so that seats have their bounds', () => {
    const commit = { type: 'per_user', timeUnit: 'Month', quantity: 9, maximumUsers: 5, length: 1 };
    const body = clean(WorkloadOffer, { info: { commits: [commit] } }).value as WorkloadOffer;
    expect(body.info?.commits?.[0]).toMatchObject({ type: 'PER_USER', timeUnit: 'MONTH' });
    expect(pointers(body)).toEqual(['/info/commits/0/quantity']);
  });

  it('what is stored already is kept, with a warning; what is new is refused', () => {
    const kept = { key: 'a', rate: 1, timeUnit: 'QUARTER' };
    const stored = { info: commits(kept) };
    const wanted = { name: 'New', info: commits(kept, { rate: 1, type: 'PER_USR' }) };
    const prepared = inspectOffer(wanted, { ...context, stored });
    expect(prepared.warnings).toEqual([
      '/info/commits/0/timeUnit is kept as it is, but must be DAY, MONTH or YEAR.',
    ]);
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
    ['a year in 11 months', { partner: 'MKC', info: { ...commits(year), mkCDuration: 11 } }, '0'],
    ['a year in a year', { partner: 'MKC', info: { ...commits(year), mkCDuration: 12 } }],
    [
      'a month in a year',
      { info: { ...commits({ length: 1, timeUnit: 'MONTH' }), mkAAgreementDuration: 'P1Y' } },
    ],
    [
      'a year in months',
      { partner: 'MKA', info: { ...commits({}, year), mkAAgreementDuration: 'P6M' } },
      '1',
    ],
    ['a year to an end in 11 months', { endTime: '2030-12-15', info: commits(year) }, '0'],
    ['a year to an end in a year, at midnight', { endTime: '2031-01-15', info: commits(year) }],
    [
      '365 days to an end in a year',
      { endTime: '2031-01-15', info: commits({ length: 365, timeUnit: 'DAY' }) },
    ],
    [
      '380 days to an end in a year',
      { endTime: '2031-01-15', info: commits({ length: 380, timeUnit: 'DAY' }) },
      '0',
    ],
    ['a year in an open term', { info: commits(year) }],
    ['longer than another commit', { info: commits(year, { length: 3, timeUnit: 'YEAR' }) }],
    [
      'a year from a start on a date',
      { partner: 'MKA', endTime: '2031-02-01', info: { ...commits(year), startTime: '2030-06-01' } },
      '0',
    ],
    [
      'a year from a start on a day of marketplace B',
      {
        partner: 'MKB',
        info: { ...commits(year), mkBPrivateOffer: { start: '2030-02-01', end: '2030-12-31' } },
      },
      '0',
    ],
    [
      'a year of marketplace B',
      {
        partner: 'MKB',
        info: { ...commits(year), mkBPrivateOffer: { start: '2030-02-01', end: '2031-01-31' } },
      },
    ],
  ])('%s', (_title, body, ...refused) => {
    expect(pointers(body)).toEqual(refused.map((index) => `/info/commits/${index}/length`));
  });
});

describe('R42 what is charged as it stands is in coins', () => {
  it.each<[string, OfferInfo, ...string[]]>([
    ['cents', { commitAmount: 10.25, paymentInstallments: [{ amount: 0.1 + 0.2 }, { amount: 1e14 }] }],
    ['a total', { commitAmount: 10.255 }, '/info/commitAmount'],
    ['an instalment', { paymentInstallments: [{}, { amount: 0.001 }] }, '/info/paymentInstallments/1/amount'],
    ['yen', { currency: 'JPY', commitAmount: 10.5 }, '/info/commitAmount'],
    ['whole yen', { currency: 'JPY', commitAmount: 10 }],
    ['fils', { currency: 'KWD', commitAmount: 10.255 }],
    ['less than a fils', { currency: 'KWD', commitAmount: 10.2555 }, '/info/commitAmount'],
    [
      'rates, which are finer',
      { currency: 'JPY', ...commits({ rate: 0.12345678 }), dimensions: [{ rate: 1e-8 }] },
    ],
  ])('%s', (_title, info, ...refused) => {
    expect(pointers({ info })).toEqual(refused);
  });

  it('rates are kept as they are sent', () => {
    const info = { currency: 'JPY', ...commits({ rate: 0.12345678 }) };
    expect(inspect({ info }).info).toMatchObject(info);
  });
});

describe('R25 the days of marketplace B', () => {
  const of = (mkBPrivateOffer: NonNullable<OfferInfo['mkBPrivateOffer']>, more: WorkloadOffer = {}) => ({
    partner: 'MKB' as const,
    ...more,
    info: { ...more.info, mkBPrivateOffer },
  });
  const days = { acceptBy: '2030-02-10', start: '2030-03-01', end: '2031-02-28' };

  it('say when an offer expires, starts and ends', () => {
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
  ])('say nothing %s', (_title, body) => {
    expect(inspect(body).fields).not.toHaveProperty('expireTime');
    expect(inspect(body).fields).not.toHaveProperty('endTime');
    expect(startOf(body)).toBeUndefined();
  });

  it('leave the offer’s own times as they are', () => {
    const own = { expireTime: '2030-02-10T10:00:00Z', endTime: '2031-02-20T00:00:00Z' };
    expect(inspect(of(days, own))).toMatchObject({
      findings: [],
      fields: { expireTime: '2030-02-10T10:00:00.000Z', endTime: '2031-02-20T00:00:00.000Z' },
    });
  });

  it.each<[string, WorkloadOffer, ...string[]]>([
    ['a start that is past', of({ ...days, start: '2029-03-01' })],
    [
      'a start that may vary',
      of({ ...days, variableStartDate: true }, { info: { startTime: '2031-01-01' } }),
    ],
    ['an expiry on another day', of(days, { expireTime: '2030-02-11T10:00:00Z' }), '/expireTime'],
    ['an expiry at the midnight after the day', of(days, { expireTime: '2030-02-11T00:00:00Z' })],
    ['an end in another month', of(days, { endTime: '2031-03-01T10:00:00Z' }), '/endTime'],
    ['an end at the midnight after the day', of(days, { endTime: '2031-03-01' })],
    ['a start on another day', of(days, { info: { startTime: '2030-04-01' } }), '/info/startTime'],
    [
      'an acceptance after the end',
      of({ ...days, acceptBy: '2031-03-01' }),
      '/info/mkBPrivateOffer/acceptBy',
    ],
    [
      'an acceptance after an end of the offer’s own',
      of({ acceptBy: '2030-02-10' }, { endTime: '2030-02-09' }),
      '/info/mkBPrivateOffer/acceptBy',
    ],
    [
      'an end of the offer’s own before the start',
      of({ start: '2030-03-01' }, { endTime: '2030-02-20' }),
      '/endTime',
    ],
    ['an end that is the start', of({ start: '2030-03-01' }, { endTime: '2030-03-01' }), '/endTime'],
    ['an acceptance that is past', of({ acceptBy: '2030-01-14' }), '/info/mkBPrivateOffer/acceptBy'],
  ])('%s', (_title, body, ...refused) => {
    expect(pointers(body)).toEqual(refused);
  });

  it('a stored offer is what was sent: times that follow from days follow from other days', () => {
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
  ])('%s is a day', (acceptBy) => {
    const body = clean(WorkloadOffer, of({ acceptBy })).value;
    expect(WorkloadOffer.parse(body).info?.mkBPrivateOffer?.acceptBy).toBe('2030-02-10');
  });

  it.each(['2030-02-10T01:00:00Z', '2030-02-10T00:00:00+02:00', '2030-02-30T00:00:00Z', '10.2.2030', ''])(
    '%s is none',
    (acceptBy) => {
      const body = clean(WorkloadOffer, of({ acceptBy })).value;
      expect(WorkloadOffer.safeParse(body).success).toBe(false);
    },
  );
});

describe('what is reported and kept', () => {
  const discount = expect.stringMatching(/info\.discountPercentage is kept/);
  const ofPayment = expect.stringMatching(/info\.paymentInstallments\.0\.discountPercentage is kept/);
  const recurrence = expect.stringMatching(/info\.mkCDuration is kept/);
  const mkC = (mkCDuration: number, mkCPaymentRecurrence: string): WorkloadOffer => ({
    partner: 'MKC',
    info: { mkCDuration, mkCPaymentRecurrence },
  });
  it.each<[string, WorkloadOffer, ...unknown[]]>([
    ['R23 a discount on nothing', { info: { discountPercentage: 20 } }, discount],
    ['R23 no discount', { info: { discountPercentage: 0 } }],
    ['R23 a discount on a product', { productID: 'prd_1', info: { discountPercentage: 20 } }],
    [
      'R23 a discount on an amount',
      { info: { discountPercentage: 20, paymentInstallments: [{ amount: 8, originalAmount: 10 }] } },
    ],
    [
      'R23 a discount on a payment of nothing',
      { info: { paymentInstallments: [{ amount: 8, discountPercentage: 20 }] } },
      ofPayment,
    ],
    ['R26 ten months, paid by the quarter', mkC(10, 'QUARTERLY_PERIOD'), recurrence],
    ['R26 nine months, paid by the quarter', mkC(9, 'QUARTERLY_PERIOD')],
    ['R26 eighteen months, paid by the year', mkC(18, 'YEARLY_PERIOD'), recurrence],
    ['R26 any months, paid by the month', mkC(7, 'MONTHLY_PERIOD')],
    ['R26 any months, paid otherwise', mkC(7, 'CUSTOM_PERIOD')],
    ['R26 elsewhere', { info: { mkCDuration: 10, mkCPaymentRecurrence: 'YEARLY_PERIOD' } }],
  ])('%s', (_title, body, ...warnings) => {
    expect(inspect(body)).toMatchObject({ findings: [] });
    expect(inspect(body).warnings).toEqual(warnings);
  });
});
