import { beforeAll, describe, expect, test } from 'vitest';
import { completeOnC } from '../complete-offers.ts';
import { app, call, createJudges, judged, org, pointersOf, prod, published } from '../judged-world.ts';

createJudges();

const commits = [{ key: 'team', rate: 100 }];
const due = (chargeOn: string) => ({ amount: 5, chargeOn });

describe('R36 an incomplete offer on marketplace C', () => {
  const offer = { partner: 'MKC', name: 'Team for a year', info: { mkCDuration: 12, commits } };
  const missing = [
    '/productID',
    '/expireTime',
    '/info/mkCOfferDealType',
    '/info/mkCProviderInfo/salesContactName',
    '/info/mkCCustomerInfo/organization',
    '/info/mkCCustomerInfo/contact',
    '/info/mkCCustomerInfo/unverifiedBillingAccount',
    '/info/eulaType',
  ];

  test('is valid in TEST, with a warning for each value that PROD requires', async () => {
    const { valid } = await call('POST', 'offer/validate', offer);
    expect(valid).toBe(true);
    expect(pointersOf(await judged(offer), 'WARNING')).toEqual(missing);
    expect(pointersOf(await judged(offer), 'ERROR')).toEqual([]);
    expect(pointersOf(await judged(offer, prod), 'ERROR')).toEqual(missing);
  });

  test('is published in TEST with the values of the sandbox, each of which a warning names', async () => {
    const { status, expireTime, info, metaInfo } = await published(offer);
    expect([status, expireTime]).toEqual(['PENDING_ACCEPTANCE', expect.stringMatching(/^2031-06-11T10:2/)]);
    expect(metaInfo.warningMessages).toHaveLength(missing.length);
    for (const warning of metaInfo.warningMessages)
      expect(warning).toMatch(
        / The sandbox .*\. In a production organization, the marketplace rejects the offer\.$/,
      );
    expect(info.mkCPrivateOffer).toMatchObject({
      customerInfo: { organization: 'Demonstration buyer', contact: 'Demonstration buyer' },
      providerInfo: { salesContactName: 'Demonstration vendor' },
    });
    expect(info).not.toHaveProperty('mkCCustomerInfo');
    const { rows } = await app.database.query<{ spec: object }>(
      'SELECT spec FROM sandbox_offer WHERE organization_id = $1 ORDER BY id DESC LIMIT 1',
      [org.id],
    );
    expect(rows[0]?.spec).toMatchObject({ info: { mkCOfferDealType: 'NEW', eulaType: 'SCMP' } });
  });
});

describe('R36 an offer on marketplace C with a value that the marketplace rejects', () => {
  test.each<[string, object, string]>([
    ['a deadline after three months', { expireTime: '2031-08-13' }, '/expireTime'],
    [
      'a fee that is paid in arrears',
      { info: { mkCPaymentSchedule: 'POSTPAY' } },
      '/info/mkCPaymentSchedule',
    ],
    [
      'two instalments on a day',
      { info: { paymentInstallments: [{ amount: 5 }, ...['2031-07-01', '2031-07-01'].map(due)] } },
      '/info/paymentInstallments/2/chargeOn',
    ],
  ])('fails in TEST as in PROD: %s', async (_, { info, ...more }: { info?: object }, pointer) => {
    const offer = {
      ...completeOnC,
      ...more,
      partner: 'MKC',
      info: { ...completeOnC.info, commits, ...info },
    };
    const [test, production] = [await judged(offer), await judged(offer, prod)];
    expect(pointersOf(test, 'ERROR')).toEqual([pointer]);
    expect(production).toEqual(expect.arrayContaining(test.filter(({ severity }) => severity === 'ERROR')));
    const { status, metaInfo } = await published(offer);
    expect(status).toBe('CREATE_FAILED');
    expect(metaInfo.prettifiedErrorMessages).toEqual(
      test.filter(({ severity }) => severity === 'ERROR').map(({ message }) => message),
    );
  });
});

describe('R36 an offer of a synchronized product on marketplace C', () => {
  let productID: string;
  beforeAll(async () => {
    const plans = [...commits, { key: 'company', rate: 900 }];
    const product = { partner: 'MKC', name: 'Teams', info: { currency: 'USD', commits: plans } };
    productID = (await call('POST', 'product', product)).id;
    await app.drainJobs();
  });
  const sold = (key: string, name: string) => ({
    ...completeOnC,
    name,
    partner: 'MKC',
    productID,
    info: { ...completeOnC.info, commits: [{ key, rate: 100 }] },
  });

  test('is published without warnings if it is complete', async () => {
    expect(await judged(sold('team', 'Known'))).toEqual([]);
    const { status, metaInfo } = await published(sold('team', 'Known'));
    expect([status, metaInfo.warningMessages]).toEqual(['PENDING_ACCEPTANCE', undefined]);
  });

  test('fails if it names a plan that the product does not have', async () => {
    const message = 'The product has no plan other. Its plans: team, company.';
    expect(await judged(sold('other', 'Unknown'))).toMatchObject([
      { pointer: '/info/commits/0/key', severity: 'ERROR', message },
    ]);
    const { status, metaInfo } = await published(sold('other', 'Unknown'));
    expect([status, metaInfo.prettifiedErrorMessages]).toEqual(['CREATE_FAILED', [message]]);
  });
});
