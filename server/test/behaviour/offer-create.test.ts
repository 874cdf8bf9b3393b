import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { owners } from '../../src/offers/prepare/server-owned.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
let prod: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
  prod = await app.organization({ environment: 'PROD' });
});
afterAll(() => app.stop());

const at = (time: number) => new Date(Date.now() + time).toISOString();
const day = 86_400_000;
const create = (body: object, owner = org, headers: Record<string, string> = {}) =>
  app.request('POST', `/org/${owner.id}/offer`, { token: owner.token, body, headers });
const read = async (id: string, owner = org) =>
  (await app.request('GET', `/org/${owner.id}/offer/${id}`, { token: owner.token })).body;
const published = async (body: object, owner = org) => {
  const created = await create(body, owner);
  expect(created.status, created.text).toBe(200);
  await app.drainJobs();
  return read(created.body.id, owner);
};
const pointers = (reply: { body: { errors?: { pointer: string }[] } }) =>
  (reply.body.errors ?? []).map((finding) => finding.pointer);

describe('R9 fields that the service sets are ignored on input', () => {
  const text: Record<string, unknown> = {
    id: 'ofr_mine',
    organizationID: 'org_other',
    creationTime: '2001-01-01T00:00:00.000Z',
    createdBy: 'somebody',
    lastUpdateTime: '2001-01-01T00:00:00.000Z',
    lastUpdatedBy: 'somebody',
    status: 'ACCEPTED',
    subStatus: 'DONE',
    externalID: 'external',
    soldAs: 'SERVICES',
  };
  const info = {
    visibility: 'PUBLIC',
    privateOfferUrl: 'https://evil.example',
    pdfURL: 'https://evil.example',
    mkACppoEventDetail: { eventID: 'mine' },
    mkACppoOpportunity: { Name: 'mine' },
  };
  const metaInfo = {
    createdByEmail: 'evil@example.com',
    createdBySource: 'EVIL',
    createRetryAttempts: 99,
    nextCreateRetryAt: '2001-01-01T00:00:00.000Z',
    errorMessages: ['evil'],
    prettifiedErrorMessages: ['evil'],
    warningMessages: ['evil'],
    lastModifiedBy: { entityId: 'evil' },
    notifications: [],
    offerAcceptDate: '2001-01-01T00:00:00.000Z',
    offerCreationSuccessDate: '2001-01-01T00:00:00.000Z',
    approvalInfo: { approvalStatus: 'Approved' },
    sourceOfferCancelAfterPublishAt: '2001-01-01T00:00:00.000Z',
    sourceOfferCancelAfterPublishError: 'evil',
    sourceOfferCancelAfterPublishStatus: 'SENT',
    mkBBillingAccountID: 'evil',
    mkCBillingAccountID: 'evil',
  };

  test('this test sends every such field', () => {
    const server = (table: Record<string, string>) =>
      Object.keys(table).filter((name) => table[name] === 'server');
    expect(Object.keys(text).sort()).toEqual(server(owners.offer).sort());
    expect(Object.keys(info).sort()).toEqual(server(owners.info).sort());
    expect(Object.keys(metaInfo).sort()).toEqual(server(owners.metaInfo).sort());
  });

  test('no such field is stored or refused', async () => {
    const {
      status,
      body,
      text: answer,
    } = await create({ ...text, name: 'R9', partner: 'MKA', info, metaInfo });
    expect(status).toBe(200);
    expect(answer).not.toMatch(/evil|mine|2001-01-01|org_other/i);
    expect(body).toMatchObject({
      organizationID: org.id,
      status: 'PENDING_CREATE',
      createdBy: org.client.id,
    });
    expect(body).not.toHaveProperty('externalID');
    expect(body.info.visibility).toBe('PRIVATE');
    expect(body.metaInfo).not.toHaveProperty('createRetryAttempts');
    await app.drainJobs();
    const later = JSON.stringify(await read(body.id));
    expect(later).not.toMatch(/evil|mine|2001-01-01|org_other/i);
  });

  test('R9 fields of the caller are stored', async () => {
    const sent = {
      name: 'Caller',
      partner: 'MKA',
      endTime: at(400 * day),
      expireTime: at(30 * day),
      info: {
        startTime: at(10 * day),
        currency: 'EUR',
        sellerNotes: 'ours',
        commits: [{ key: 'a', rate: 0.1 }],
      },
      metaInfo: {
        discount: 12.5,
        customMetaInfo: { deep: { list: [1, null, 'x'] } },
        enableTestUsageMetering: true,
        testUsageMeteringEndTime: at(5 * day),
      },
    };
    expect((await create(sent)).body).toMatchObject(sent);
  });
});

describe('R7 R4 the form of an offer', () => {
  test('unset top-level times are null, other unset fields absent; times are RFC 3339 with milliseconds', async () => {
    const { body } = await create({ name: 'bare', expireTime: '2091-02-28' });
    expect(body).toMatchObject({ endTime: null, expireTime: '2091-02-28T00:00:00.000Z' });
    expect(body.metaInfo.discount).toBeNull();
    expect(body).not.toHaveProperty('buyerID');
    expect(body.creationTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body.lastUpdateTime).toBe(body.creationTime);
    expect(body.id).toMatch(/^ofr_[0-9a-z]{26}$/);
  });

  test('R6 open enumerations keep unknown values, documented defaults apply, codes are read in any letter case', async () => {
    const { body } = await create({
      partner: 'mKb',
      offerType: 'MADE_UP',
      pricingType: 'whatever',
      info: {
        mkBOriginalPlan: { planName: 'p' },
        mkBPlanSoftwareReservations: [{ type: 'vm' }],
      },
    });
    expect(body).toMatchObject({
      partner: 'MKB',
      offerType: 'MADE_UP',
      pricingType: 'whatever',
      info: {
        mkBOriginalPlan: { visibility: 'visible' },
        mkBPlanSoftwareReservations: [{ percentageSave: 0, term: 0 }],
      },
    });
    const closed = await create({ partner: 'MKZ' });
    expect([closed.status, pointers(closed)]).toEqual([400, ['/partner']]);
    expect(closed.text).toContain('MKA');
    const unbilled = await create({ info: { billingCycle: 'NEVER' } });
    expect([unbilled.status, pointers(unbilled)]).toEqual([400, ['/info/billingCycle']]);
  });

  test('unknown fields are ignored and not stored; strict handling refuses each by name', async () => {
    const body = {
      name: 'typo',
      exprieTime: at(day),
      info: { curency: 'USD', commits: [{ rate: 1 }] },
      metaInfo: { customMetaInfo: { any: 1 } },
    };
    const lax = await create(body);
    expect(lax.status).toBe(200);
    const { metaInfo, ...stored } = lax.body;
    expect(JSON.stringify(stored)).not.toMatch(/exprieTime|curency/);
    expect(metaInfo.warningMessages.slice(0, 2)).toEqual([
      '/exprieTime is an unknown field and was ignored.',
      '/info/curency is an unknown field and was ignored.',
    ]);
    const strict = await create(body, org, { prefer: 'handling=strict' });
    expect([strict.status, pointers(strict).sort()]).toEqual([400, ['/exprieTime', '/info/curency']]);
    expect((await create(body, org, { prefer: 'handling=lenient' })).body.id).toBe(lax.body.id);
  });
});

describe('references that cannot be resolved', () => {
  const body = {
    name: 'refs',
    partner: 'MKA',
    productID: 'prd_none',
    buyerID: 'buy_none',
    contactIds: ['con_none'],
  };
  test('R37 are replaced by placeholders in the sandbox, each with a warning', async () => {
    const offer = await published(body);
    expect(offer).toMatchObject({ status: 'PENDING_ACCEPTANCE', productID: 'prd_none', buyerID: 'buy_none' });
    for (const id of ['prd_none', 'buy_none', 'con_none'])
      expect(offer.metaInfo.warningMessages.filter((warning: string) => warning.includes(id))).toHaveLength(
        1,
      );
  });

  test('R37 end a PROD offer without an integration in CREATE_FAILED, with the raw and a readable error', async () => {
    const offer = await published({ name: 'no references', partner: 'MKA' }, prod);
    expect(offer.status).toBe('CREATE_FAILED');
    expect(offer.metaInfo.errorMessages).toHaveLength(1);
    expect(offer.metaInfo.prettifiedErrorMessages[0]).toMatch(/integration with MKA/);
    expect(offer).not.toHaveProperty('externalID');
  });

  test('an offer without any field is valid', async () => {
    expect((await create({})).body).toMatchObject({ status: 'PENDING_ACCEPTANCE', offerType: 'PRIVATE' });
    expect(await published({ partner: 'MKA' })).toMatchObject({ status: 'PENDING_ACCEPTANCE' });
  });
});

describe('R36 R37 publication by partner', () => {
  test.each([undefined, '', 'payA', 'PAYB'])(
    'a direct sale (%s) awaits its buyer immediately, without a job',
    async (partner) => {
      const { body } = await create({
        name: `direct ${partner}`,
        ...(partner === undefined ? {} : { partner }),
      });
      expect(body.status).toBe('PENDING_ACCEPTANCE');
      const { rows } = await app.database.query('SELECT 1 FROM job WHERE lane = $1', [`offer:${body.id}`]);
      expect(rows).toHaveLength(0);
    },
  );

  test('a private offer on marketplace D fails with a readable error', async () => {
    const offer = await published({ name: 'D', partner: 'MKD' });
    expect(offer.status).toBe('CREATE_FAILED');
    expect(offer.metaInfo.prettifiedErrorMessages[0]).toMatch(/private offers/);
    expect(offer.metaInfo.errorMessages[0]).toMatch(/MKD/);
  });

  test.each(['MKA', 'MKB', 'MKC', 'MKE', 'MKF'])(
    '%s publishes with its id, address and date',
    async (partner) => {
      const offer = await published({ name: 'publish', partner, info: { mkCDuration: 12 } });
      expect(offer).toMatchObject({
        status: 'PENDING_ACCEPTANCE',
        externalID: expect.any(String),
        info: { privateOfferUrl: expect.stringContaining(app.url) },
        metaInfo: { offerCreationSuccessDate: expect.stringMatching(/Z$/) },
      });
      expect(JSON.stringify(offer)).not.toContain('isLosslessNumber');
      expect((await fetch(offer.info.privateOfferUrl)).status).toBe(200);
    },
  );

  test('a refusal by the marketplace is final, with the raw and a readable error', async () => {
    const offer = await published({ name: 'x'.repeat(151), partner: 'MKA' });
    expect(offer).toMatchObject({
      status: 'CREATE_FAILED',
      metaInfo: {
        errorMessages: ['INVALID_NAME'],
        prettifiedErrorMessages: [expect.stringContaining('150')],
      },
    });
  });
});

describe('rules of creation', () => {
  const mkB = (mkBPrivateOffer: object) => ({ partner: 'MKB', info: { mkBPrivateOffer } });
  const mkC = (info: object, metaInfo = {}) => ({
    partner: 'MKC',
    info: { mkCDuration: 1, ...info },
    metaInfo,
  });
  const refused: [string, object, string[]][] = [
    ['R21 no mkCDuration', { partner: 'MKC', name: 'c' }, ['/info/mkCDuration']],
    ['R21 a mkCDuration of 0', mkC({ mkCDuration: 0 }), ['/info/mkCDuration']],
    ['R21 half a month', mkC({ mkCDuration: 1.5 }), ['/info/mkCDuration']],
    ['R22 a start in the past', { partner: 'MKA', info: { startTime: at(-1000) } }, ['/info/startTime']],
    ['R23 a discount elsewhere', { partner: 'MKB', metaInfo: { discount: 5 } }, ['/metaInfo/discount']],
    ['R23 a discount above 100', { partner: 'MKA', metaInfo: { discount: 100.01 } }, ['/metaInfo/discount']],
    ['R23 a negative discount', { partner: 'MKA', metaInfo: { discount: -1 } }, ['/metaInfo/discount']],
    [
      'R25 eleven prices',
      mkB({ pricing: Array.from({ length: 11 }, () => ({})) }),
      ['/info/mkBPrivateOffer/pricing'],
    ],
    ['R25 a start within a month', mkB({ start: '2091-01-02' }), ['/info/mkBPrivateOffer/start']],
    ['R25 an end within a month', mkB({ end: '2091-02-27' }), ['/info/mkBPrivateOffer/end']],
    ['R25 a time for a date', mkB({ acceptBy: '2091-02-27T10:00:00Z' }), ['/info/mkBPrivateOffer/acceptBy']],
    [
      'R25 documents of another type',
      mkB({ privateOfferType: 'customerPromotion', termsAndConditionsDocs: [{}] }),
      ['/info/mkBPrivateOffer/termsAndConditionsDocs'],
    ],
    [
      'R25 one document of a multiparty offer',
      mkB({
        privateOfferType: 'multipartyPromotionCustomer',
        termsAndConditionsDocSasUrl: 'https://a.example',
      }),
      ['/info/mkBPrivateOffer/termsAndConditionsDocSasUrl'],
    ],
    [
      'R25 contacts without an address',
      mkB({ notificationContacts: ['me'] }),
      ['/info/mkBPrivateOffer/notificationContacts/0'],
    ],
    [
      'R26 discounts on usage when paid ahead',
      mkC({ mkCPaymentSchedule: 'PREPAY', mkCSkuDiscounts: [{}] }),
      ['/info/mkCSkuDiscounts'],
    ],
    [
      'R26 replacement fields alone',
      mkC({}, { replacedOfferPaymentRecurrence: 'MONTHLY_PERIOD' }),
      ['/metaInfo/replacedOfferPaymentRecurrence'],
    ],
    [
      'R26 a badly named replaced offer',
      mkC({}, { isReplacementOffer: true, replacedOfferResourceName: 'privateOffers/1' }),
      ['/metaInfo/replacedOfferResourceName'],
    ],
    [
      'R27 a country that is none',
      { partner: 'MKA', info: { buyerCountryCodes: ['XX'] } },
      ['/info/buyerCountryCodes/0'],
    ],
    ['R32 a long note', { metaInfo: { internalNote: 'n'.repeat(1001) } }, ['/metaInfo/internalNote']],
    [
      'R34 test usage without an end',
      { metaInfo: { enableTestUsageMetering: true } },
      ['/metaInfo/testUsageMeteringEndTime'],
    ],
    ['a currency that is none', { info: { currency: 'ABC' } }, ['/info/currency']],
    ['a day that is none', { endTime: '2091-02-30' }, ['/endTime']],
    ['a time without an offset', { endTime: '2091-02-28T10:00:00' }, ['/endTime']],
    ['an offer that has expired', { expireTime: at(-1000) }, ['/expireTime']],
    ['wrong types', { name: 1, contactIds: 'x', info: [] }, ['/contactIds', '/info', '/name']],
  ];
  test.each(refused)('R4 %s is a 400 that names the field', async (_name, body, expected) => {
    const reply = await create(body);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body.code).toBe('invalid_request');
    expect(pointers(reply).sort()).toEqual(expected);
  });

  test('R21 the visibility follows from the type; public offers are ACTIVE', async () => {
    for (const offerType of ['DEFAULT', 'FREE_TRIAL']) {
      const { body } = await create({ partner: 'MKC', offerType, info: { visibility: 'PRIVATE' } });
      expect(body).toMatchObject({ status: 'ACTIVE', offerType, info: { visibility: 'PUBLIC' } });
    }
    const { body } = await create({ offerType: 'CPPO_OUT', partner: 'MKA', info: { visibility: 'PUBLIC' } });
    expect(body.info.visibility).toBe('PRIVATE');
  });

  test('R22 a start is stored for other partners, with a warning', async () => {
    const { body } = await create({ partner: 'MKB', info: { startTime: '2091-01-01' } });
    expect(body.info.startTime).toBe('2091-01-01T00:00:00.000Z');
    expect(body.metaInfo.warningMessages[0]).toContain('startTime');
  });

  test('R23 discounts of 0 and of 100 are stored', async () => {
    for (const discount of [0, 100])
      expect((await create({ partner: 'MKA', metaInfo: { discount } })).body.metaInfo.discount).toBe(
        discount,
      );
  });

  test('R26 the public note defaults to the name of the offer, on marketplace C', async () => {
    expect((await create({ name: 'Noted', ...mkC({}) })).body.info.mkCProviderPublicNote).toBe('Noted');
    expect(
      (await create({ name: 'Noted', ...mkC({ mkCProviderPublicNote: 'own' }) })).body.info
        .mkCProviderPublicNote,
    ).toBe('own');
  });

  test('R25 R32 R34 values at the limits are accepted', async () => {
    const internalNote = '😀'.repeat(1000);
    const { body } = await create({
      ...mkB({
        pricing: Array.from({ length: 10 }, () => ({})),
        start: '2091-02-01',
        end: '2092-02-29',
        notificationContacts: ['a@b.example'],
      }),
      metaInfo: { internalNote, enableTestUsageMetering: true, testUsageMeteringEndTime: '2091-01-01' },
    });
    expect(body.metaInfo).toMatchObject({
      internalNote,
      testUsageMeteringEndTime: '2091-01-01T00:00:00.000Z',
    });
    expect(body.info.mkBPrivateOffer.pricing).toHaveLength(10);
  });

  test('R31 the CRM C opportunity is stored in lower case without braces, beside the ids of other CRMs', async () => {
    const { body } = await create({
      metaInfo: { crmCOpportunityId: '{AB-CD}', crmBDealId: 'B1', crmAQuoteId: 'Q' },
    });
    expect(body.metaInfo).toMatchObject({ crmCOpportunityId: 'ab-cd', crmBDealId: 'B1', crmAQuoteId: 'Q' });
  });
});
