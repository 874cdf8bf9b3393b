import { beforeAll, describe, expect, test } from 'vitest';
import { completeOnA } from '../complete-offers.ts';
import type { TestOrganization } from '../harness.ts';
import {
  app,
  call,
  createJudges,
  type Finding,
  isMarketplaces,
  judged,
  listed,
  org,
  prod,
  published,
} from '../judged-world.ts';

createJudges();

const commits = [{ key: 'team', rate: 100, length: 12, timeUnit: 'MONTH' }];

describe('an incomplete offer', () => {
  const offer = { partner: 'MKA', name: 'Team for a year', info: { commits } };
  const missing = ['/productID', '/expireTime', '/info/buyerMkAAccountIds', '/info/eulaType'];

  test('is valid in TEST, with a warning for each value that PROD requires', async () => {
    const { valid, findings } = await call('POST', 'offer/validate', offer);
    expect(valid).toBe(true);
    expect(findings.map(({ pointer, severity }: Finding) => [pointer, severity])).toEqual(
      missing.map((pointer) => [pointer, 'WARNING']),
    );
    const production = await call('POST', 'offer/validate', offer, prod);
    expect(production.valid).toBe(false);
    expect(production.findings.filter(isMarketplaces).map(({ pointer }: Finding) => pointer)).toEqual(
      missing,
    );
  });

  test('is published in TEST with the values of the sandbox, each of which a warning names', async () => {
    const { status, expireTime, metaInfo } = await published(offer);
    expect([status, expireTime]).toEqual(['PENDING_ACCEPTANCE', expect.stringMatching(/^2031-06-11T10:2/)]);
    expect(metaInfo.warningMessages).toEqual([
      expect.stringContaining('select it. The sandbox uses a placeholder'),
      expect.stringContaining('lets the offer expire after 30 days'),
      expect.stringContaining('uses the account of its demonstration buyer'),
      expect.stringContaining('uses the standard license agreement'),
    ]);
    for (const warning of metaInfo.warningMessages)
      expect(warning).toContain('In a production organization, the marketplace rejects the offer.');
    const { rows } = await app.database.query<{ spec: Record<string, unknown> }>(
      `SELECT spec FROM sandbox_offer WHERE organization_id = $1 ORDER BY id DESC LIMIT 1`,
      [org.id],
    );
    expect(rows[0]?.spec).toMatchObject({
      expireTime: expect.stringMatching(/^2031-06-11T10:2/),
      info: { buyerMkAAccountIds: ['100000000001'], eulaType: 'SCMP' },
    });
  });

  test('expires at the sandbox after 30 days', async () => {
    const { id } = await published({ ...offer, name: 'Expires' });
    await call('POST', 'sandbox/clock', { advance: 'P31D' });
    await app.drainJobs();
    expect((await call('GET', `offer/${id}`)).status).toBe('EXPIRED');
  });
});

describe('a strict sandbox', () => {
  const offer = { partner: 'MKA', name: 'Refused', info: { commits } };
  let strict: TestOrganization;
  beforeAll(async () => {
    strict = await app.organization({ at: '2031-05-12T10:20:00Z' });
  });
  const patch = (sandbox: unknown) =>
    app.request('PATCH', `/org/${strict.id}/organizationConfigInfo`, {
      token: strict.token,
      body: { sandbox },
    });

  test('rejects an incomplete offer as in PROD, and fills it again once the setting is off', async () => {
    expect((await patch({ strict: true })).status).toBe(200);
    const [here, production] = [await judged(offer, strict), await judged(offer, prod)];
    expect(here).toEqual(production);
    const { id } = await call('POST', 'offer', offer, strict);
    await app.drainJobs();
    const made = await call('GET', `offer/${id}`, undefined, strict);
    expect([made.status, made.expireTime, made.metaInfo.warningMessages]).toEqual([
      'CREATE_FAILED',
      null,
      undefined,
    ]);
    expect(made.metaInfo.prettifiedErrorMessages).toEqual([here[0]?.message]);
    expect((await patch({ strict: null })).status).toBe(200);
    const again = await call('POST', 'offer', { ...offer, name: 'Filled' }, strict);
    await app.drainJobs();
    expect((await call('GET', `offer/${again.id}`, undefined, strict)).status).toBe('PENDING_ACCEPTANCE');
  });

  test.each<[unknown, string]>([
    [{ strict: 'yes' }, '/sandbox/strict'],
    ['strict', '/sandbox'],
    [[], '/sandbox'],
  ])('is not set by %j', async (sandbox, pointer) => {
    const { status, body } = await patch(sandbox);
    expect([status, body.errors?.[0]?.pointer ?? body]).toEqual([400, pointer]);
  });
});

describe('an offer with a value that the marketplace rejects', () => {
  test.each<[string, object, string]>([
    [
      'an account that is not a number',
      { info: { buyerMkAAccountIds: ['abc'] } },
      '/info/buyerMkAAccountIds/0',
    ],
    [
      'usage in another currency',
      { info: { currency: 'EUR', dimensions: [{ key: 'u', rate: 1 }] } },
      '/info/currency',
    ],
    ['payment terms of 31 days', { info: { netTermsInDays: 31 } }, '/info/netTermsInDays'],
    ['a name with markup', { name: 'A <b> offer' }, '/name'],
  ])('fails in TEST as in PROD: %s', async (_, { info, ...more }: { info?: object }, pointer) => {
    const offer = {
      ...completeOnA,
      partner: 'MKA',
      ...more,
      info: { ...completeOnA.info, commits, ...info },
    };
    const [test, production] = [await judged(offer), await judged(offer, prod)];
    const errors = test.filter(({ severity }) => severity === 'ERROR');
    expect(errors.map((finding) => finding.pointer)).toEqual([pointer]);
    expect(production).toEqual(expect.arrayContaining(errors));
    const made = await published(offer);
    expect(made.status).toBe('CREATE_FAILED');
    expect(made.metaInfo.prettifiedErrorMessages).toEqual([errors[0]?.message]);
  });
});

describe('an offer that contradicts its product', () => {
  test.each<[string, object, object, string]>([
    ['a product of another marketplace', { partner: 'MKB', name: 'On B' }, {}, '/productID'],
    [
      'another currency',
      { partner: 'MKA', info: { currency: 'USD' } },
      { currency: 'GBP' },
      '/info/currency',
    ],
    [
      'a dimension that the product does not have',
      {
        partner: 'MKA',
        info: { currency: 'USD', commits: [{ key: 'other', rate: 1, length: 1, timeUnit: 'YEAR' }] },
      },
      {},
      '/info/commits/0/key',
    ],
  ])('fails in TEST: %s', async (name, product, info, pointer) => {
    const productID = await listed({ name, ...product });
    const offer = {
      ...completeOnA,
      name,
      partner: 'MKA',
      productID,
      info: { ...completeOnA.info, commits, ...info },
    };
    expect(await judged(offer)).toMatchObject([{ pointer, severity: 'ERROR' }]);
    const made = await published(offer);
    expect(made.status).toBe('CREATE_FAILED');
    expect(made.metaInfo.prettifiedErrorMessages).toHaveLength(1);
  });

  test('is published when it names a product of its marketplace, its currency and its dimensions', async () => {
    const productID = await listed({ partner: 'MKA', name: 'Teams', info: { currency: 'USD', commits } });
    const offer = { ...completeOnA, partner: 'MKA', productID, info: { ...completeOnA.info, commits } };
    expect(await judged(offer)).toEqual([]);
    const { status, metaInfo } = await published(offer);
    expect([status, metaInfo.warningMessages]).toEqual(['PENDING_ACCEPTANCE', undefined]);
  });
});
