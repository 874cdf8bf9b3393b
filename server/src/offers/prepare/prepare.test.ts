import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { normalizeCrmId } from '../../products/index.ts';
import { isContract } from '../kind.ts';
import type { WorkloadOffer } from '../records.ts';
import { inspectOffer, prepareOffer } from './prepare.ts';

/** The product has a price, so that no offer gets the warning about a missing price. */
const context = { now: new Date('2030-01-15T12:00:00.000Z'), product: { commits: [{ rate: 1 }] } };
const prepare = (body: WorkloadOffer) => prepareOffer(body, context);

describe('prepareOffer', () => {
  it('R9 an empty body is a private direct sale', () => {
    expect(prepare({})).toEqual({
      fields: { offerType: 'PRIVATE' },
      info: { visibility: 'PRIVATE' },
      metaInfo: { discount: null },
      warnings: [],
      fillings: [],
    });
  });

  it('R9 a rejected body is a 400 that lists every finding', () => {
    const body: WorkloadOffer = {
      expireTime: '2030-01-01',
      info: { discountPercentage: 101 },
      metaInfo: { internalNote: 'x'.repeat(1001), discount: 5 },
    };
    let error: unknown;
    try {
      prepare(body);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(AppError);
    const { definition, findings } = error as AppError;
    expect(definition).toMatchObject({ code: 'invalid_request', status: 400 });
    const pointers = [
      '/expireTime',
      '/info/discountPercentage',
      '/metaInfo/discount',
      '/metaInfo/internalNote',
    ];
    expect(findings.map(({ pointer }) => pointer).sort()).toEqual(pointers);
    expect(inspectOffer(body, context).findings).toEqual(findings);
  });

  it.each([
    ['2030-03-31', '2030-03-31T00:00:00.000Z'],
    ['2030-03-31T10:00:00+02:00', '2030-03-31T08:00:00.000Z'],
    ['2030-03-31T10:00:00.123456Z', '2030-03-31T10:00:00.123Z'],
  ])('R7 the time %s is stored as %s', (given, kept) => {
    const { fields, info, metaInfo } = prepare({
      partner: 'MKA',
      endTime: '2031-01-01',
      expireTime: given,
      info: {
        startTime: given,
        commits: [{ key: 'a', termEndTime: given }, { key: 'b' }],
        paymentInstallments: [{ chargeOn: given }],
      },
      metaInfo: { enableTestUsageMetering: true, testUsageMeteringEndTime: given },
    });
    expect(fields).toMatchObject({ endTime: '2031-01-01T00:00:00.000Z', expireTime: kept });
    expect(info).toMatchObject({
      startTime: kept,
      commits: [{ key: 'a', termEndTime: kept }, { key: 'b' }],
      paymentInstallments: [{ chargeOn: kept }],
    });
    expect(metaInfo.testUsageMeteringEndTime).toBe(kept);
  });

  it('R7 null times and null entries of maps are not stored', () => {
    const { fields, info, metaInfo } = prepare({
      endTime: null,
      expireTime: null,
      info: { docusignEnvelopeIds: { ann: 'e1', bob: null } },
      metaInfo: { buyerCommitQuantities: { seats: 2, more: null }, discount: null },
    });
    expect(fields).toEqual({ offerType: 'PRIVATE' });
    expect(info.docusignEnvelopeIds).toEqual({ ann: 'e1' });
    expect(metaInfo).toEqual({ buyerCommitQuantities: { seats: 2 }, discount: null });
  });
});

describe('visibility', () => {
  it.each([
    [undefined, 'PRIVATE', 'PRIVATE'],
    ['', 'PRIVATE', 'PRIVATE'],
    ['CPPO_OUT', 'CPPO_OUT', 'PRIVATE'],
    ['DEFAULT', 'DEFAULT', 'PUBLIC'],
    ['FREE_TRIAL', 'FREE_TRIAL', 'PUBLIC'],
  ])('R21 the visibility of type %j follows from the type', (given, offerType, visibility) => {
    for (const sent of ['PRIVATE', 'PUBLIC']) {
      const { fields, info } = prepare({
        partner: 'MKA',
        ...(given !== undefined && { offerType: given }),
        info: { visibility: sent },
      });
      expect([fields.offerType, info.visibility]).toEqual([offerType, visibility]);
    }
  });
});

describe('defaults', () => {
  it('R6 missing fields of marketplace B get their documented defaults', () => {
    const { info } = prepare({
      info: {
        mkBOriginalPlan: { id: 'p' },
        mkBPlanSoftwareReservations: [{ type: 'year' }, { percentageSave: 5, term: 3 }],
        mkBPrivateOffer: {
          pricing: [{ originalPlan: {}, privateOfferPlan: { visibility: 'hidden' } }, { planId: 'x' }],
        },
      },
    });
    expect(info.mkBOriginalPlan).toEqual({ id: 'p', visibility: 'visible' });
    expect(info.mkBPlanSoftwareReservations).toEqual([
      { percentageSave: 0, term: 0, type: 'year' },
      { percentageSave: 5, term: 3 },
    ]);
    expect(info.mkBPrivateOffer).toEqual({
      pricing: [
        { originalPlan: { visibility: 'visible' }, privateOfferPlan: { visibility: 'hidden' } },
        { planId: 'x' },
      ],
    });
  });

  it.each([
    ['MKC', undefined, 'Deal'],
    ['MKC', 'Hello', 'Hello'],
    ['MKC', '', 'Deal'],
    ['MKA', undefined, undefined],
  ] as const)('R26 the public note on %s with the value %j is stored as %j', (partner, given, kept) => {
    const info = { mkCDuration: 12, ...(given !== undefined && { mkCProviderPublicNote: given }) };
    expect(prepare({ partner, name: 'Deal', info }).info.mkCProviderPublicNote).toBe(kept);
  });

  it('R26 the default public note is the beginning of a long name, in whole characters', () => {
    const name = `${'x'.repeat(119)}😀 and more`;
    const { mkCProviderPublicNote } = prepare({ partner: 'MKC', name, info: { mkCDuration: 12 } }).info;
    expect(mkCProviderPublicNote).toBe('x'.repeat(119));
  });

  it.each([
    ['{ABC-1}', 'abc-1'],
    ['abc-1', 'abc-1'],
    [' {A} ', 'a'],
  ])('R31 the CRM C id %j is stored as %j', (given, kept) => {
    expect(normalizeCrmId(given)).toBe(kept);
    const { metaInfo } = prepare({ metaInfo: { crmCOpportunityId: given, crmAOpportunityId: '{X}' } });
    expect(metaInfo).toMatchObject({ crmCOpportunityId: kept, crmAOpportunityId: '{X}' });
  });

  it('R27 country codes are stored in upper case, with a warning', () => {
    const { info, warnings } = prepare({ partner: 'MKA', info: { buyerCountryCodes: ['de', 'US'] } });
    expect(info.buyerCountryCodes).toEqual(['DE', 'US']);
    expect(warnings).toHaveLength(1);
  });
});

describe('start of an offer on a date', () => {
  const start = { past: '2030-01-15T12:00:00Z', future: '2030-01-15T12:00:00.001Z' };
  it.each([
    ['MKA', {}, true],
    ['MKC', {}, true],
    ['MKC', { productType: 'CONTRACT' }, true],
    ['MKA', { offerType: 'CONTRACT' }, true],
    ['MKA', { offerType: 'CPPO_OUT', productType: 'UNKNOWN' }, true],
    ['MKA', { productType: 'SUBSCRIPTION' }, false],
    ['MKC', { offerType: 'PAYG' }, false],
    ['MKC', { productType: 'USAGE_BASED' }, false],
    ['MKA', { offerType: 'DEFAULT' }, false],
    ['MKB', {}, false],
    [undefined, { productType: 'CONTRACT' }, false],
  ] as const)('R22 a start date of partner %s with %j has an effect: %j', (partner, types, acts) => {
    const body = (startTime: string): WorkloadOffer => ({
      ...(partner && { partner }),
      ...types,
      info: { startTime, mkCDuration: 12 },
    });
    const past = inspectOffer(body(start.past), context);
    expect(past.findings.map(({ pointer }) => pointer)).toEqual(acts ? ['/info/startTime'] : []);
    const { info, warnings } = prepare(body(start.future));
    expect(info.startTime).toBe('2030-01-15T12:00:00.001Z');
    expect(warnings).toHaveLength(acts ? 0 : 1);
  });

  it('R22 one type CONTRACT is enough for a contract', () => {
    expect(isContract({ offerType: 'PAYG', productType: 'CONTRACT' })).toBe(true);
  });
});
