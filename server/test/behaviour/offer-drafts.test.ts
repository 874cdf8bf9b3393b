import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setQuota } from '../../src/organizations/index.ts';
import { completeOnA } from '../complete-offers.ts';
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

const call = (method: string, path: string, body?: unknown, owner = org) =>
  app.request(method, `/org/${owner.id}${path}`, { token: owner.token, body });
const made = async (path: string, body: object) => {
  const reply = await call('POST', path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const draft = (body: object) => made('/draftOffer', body);
const read = async (id: string) => (await call('GET', `/offer/${id}`)).body;
const events = async (id: string) =>
  (await app.database.query('SELECT action, before FROM event WHERE entity_id = $1 ORDER BY sequence', [id]))
    .rows;
const pricing = (count: number) => ({
  mkBPrivateOffer: { pricing: Array.from({ length: count }, () => ({})) },
});

describe('R24 a draft', () => {
  test('is stored as sent, incomplete or outdated, and is not submitted', async () => {
    const sent = {
      partner: 'MKC',
      expireTime: '2001-01-01',
      info: { startTime: '2001-01-01T00:00:00.000Z' },
    };
    const kept = await draft({ ...sent, metaInfo: { discount: 5 } });
    expect(kept).toMatchObject({ status: 'DRAFT', partner: 'MKC', offerType: 'PRIVATE', info: sent.info });
    expect(kept).toMatchObject({ expireTime: '2001-01-01T00:00:00.000Z', metaInfo: { discount: 5 } });
    await app.drainJobs();
    expect(await read(kept.id)).toEqual(kept);
  });

  test('R9 is replaced as a whole by a body with its id; author and creation stay', async () => {
    const first = await draft({
      name: 'First',
      info: { eulaUrl: 'https://a.example' },
      metaInfo: { crmBDealId: 'd' },
    });
    const second = await draft({ id: first.id, partner: 'MKA', info: { currency: 'USD' } });
    const { createdBy, creationTime, metaInfo } = second;
    expect([second.id, createdBy, creationTime]).toEqual([first.id, first.createdBy, first.creationTime]);
    expect(metaInfo.createdBySource).toBe('API');
    expect(second.info).toEqual({ currency: 'USD', visibility: 'PRIVATE' });
    expect([second.name, metaInfo.crmBDealId]).toEqual([undefined, undefined]);
    expect((await events(first.id)).map(({ action }) => action)).toEqual(['CREATE', 'UPDATE']);
  });

  test('with an unknown or empty id, or that of a submitted offer, is a new draft', async () => {
    const offer = await made('/offer', { name: 'No draft' });
    for (const id of [offer.id, 'ofr_none', 7]) {
      const kept = await draft({ id, name: 'New' });
      expect(kept).toMatchObject({ status: 'DRAFT', name: 'New' });
      expect(kept.id).not.toBe(id);
    }
    expect(await read(offer.id)).toEqual(offer);
  });

  test('R25 has at most ten prices on marketplace B', async () => {
    const refused = await call('POST', '/draftOffer', { info: pricing(11) });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].pointer).toBe('/info/mkBPrivateOffer/pricing');
    await draft({ info: pricing(10) });
  });
});

describe('R24 submission of a draft', () => {
  test('keeps its row, its id, and the fields that the body does not replace', async () => {
    const kept = await draft({ partner: 'MKA', name: 'Draft', info: { currency: 'USD' } });
    const sent = await made('/offer', { id: kept.id, name: 'Submitted' });
    expect(sent).toMatchObject({ id: kept.id, status: 'PENDING_CREATE', name: 'Submitted', partner: 'MKA' });
    expect([sent.creationTime, sent.info.currency]).toEqual([kept.creationTime, 'USD']);
    await app.drainJobs();
    expect(await read(kept.id)).toMatchObject({ status: 'PENDING_ACCEPTANCE', name: 'Submitted' });
  });

  test('R36 of a direct sale makes it await its buyer immediately', async () => {
    const kept = await draft({ name: 'Direct' });
    expect(await made('/offer', { id: kept.id })).toMatchObject({
      id: kept.id,
      status: 'PENDING_ACCEPTANCE',
    });
  });

  test('validates it completely, and leaves it a draft when it is refused', async () => {
    const kept = await draft({ partner: 'MKC', name: 'No length' });
    const refused = await call('POST', '/offer', { id: kept.id });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].pointer).toBe('/info/mkCDuration');
    expect(await read(kept.id)).toEqual(kept);
  });

  test('R20 twice with one body returns the first response byte for byte, also while the offer changes', async () => {
    const { id } = await draft({ name: 'Twice' });
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', '/offer', { id, name: 'Once' })),
    );
    await call('PATCH', `/offer/${id}/metaInfo`, { internalNote: 'later' });
    replies.push(await call('POST', '/offer', { id, name: 'Once' }));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.body).toMatchObject({ id, status: 'PENDING_ACCEPTANCE' });
    expect((await events(id)).length).toBe(3);
  });

  const fill = (organizationId: string) =>
    app.app.database.transaction(
      (queryable) =>
        setQuota(queryable, app.app.newId, new Date(), { organizationId, name: 'offers', maximum: 1 }),
      'system',
    );
  const approveFirst = (id: string) =>
    app.database.query(
      `UPDATE organization SET info = jsonb_set(info, '{privateOfferConfigInfo}', '{"requireApproval": true}')
       WHERE organization_id = $1`,
      [id],
    );
  const nothing = async (_id: string): Promise<unknown> => undefined;
  test.each([
    { which: 'may have more offers', before: nothing, after: nothing, late: { status: 200 } },
    // The draft uses up the quota of one offer.
    {
      which: 'has all the offers that it may have',
      before: fill,
      after: nothing,
      late: { status: 429, code: 'quota_exceeded' },
    },
    {
      which: 'has offers approved by now',
      before: nothing,
      after: approveFirst,
      late: { status: 409, code: 'offer_not_approved' },
    },
  ])(
    'R20 returns the first response for 60 s and no longer, where the organization $which',
    async ({ before, after, late: expected }) => {
      const own = await app.organization();
      await before(own.id);
      const { id } = (await call('POST', '/draftOffer', { name: 'Late' }, own)).body;
      const submit = () => call('POST', '/offer', { id, name: 'Submitted' }, own);
      const first = await submit();
      expect(first.body).toMatchObject({ id, status: 'PENDING_ACCEPTANCE' });
      await after(own.id);
      const age = (seconds: number) =>
        app.database.query(
          `UPDATE offer_creation SET first_at = clock_timestamp() - $2 * interval '1 s' WHERE offer_id = $1`,
          [id, seconds],
        );
      await age(55);
      expect((await submit()).text).toBe(first.text);
      await age(61);
      const late = await submit();
      expect({ status: late.status, code: late.body.code }).toMatchObject(expected);
      expect(late.body.id).not.toBe(id);
      expect(late.headers.get('x-deduplicated')).toBeNull();
    },
  );

  test('twice simultaneously, by different bodies or callers, creates one offer; the later caller gets an error', async () => {
    const second = await app.client(org.id, 'EDITOR');
    const offers = async () =>
      (await app.database.query('SELECT count(*)::int AS n FROM offer WHERE organization_id = $1', [org.id]))
        .rows[0].n;
    const submit = (token: string, body: object) =>
      app.request('POST', `/org/${org.id}/offer`, { token, body });
    const before = await offers();
    for (const [mine, theirs] of [
      [{ name: 'a' }, { name: 'b' }],
      [{}, {}],
    ]) {
      const { id } = await draft({ name: 'Race' });
      const replies = await Promise.all([
        submit(org.token, { id, ...mine }),
        submit(second.token, { id, ...theirs }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [won, lost] = replies.sort((one, other) => one.status - other.status);
      expect([won?.body.id, lost?.body.code]).toEqual([id, 'offer_state']);
    }
    expect(await offers()).toBe(before + 2);
  });

  test('with the id of an offer submitted more than a minute ago creates another offer', async () => {
    const { id } = await draft({ name: 'Long ago' });
    expect((await call('POST', '/offer', { id, name: 'First' })).body.id).toBe(id);
    expect((await call('POST', '/offer', { id, name: 'Second' })).status).toBe(409);
    await app.database.query(
      `UPDATE offer_creation SET first_at = first_at - interval '61 s' WHERE offer_id = $1`,
      [id],
    );
    const later = await call('POST', '/offer', { id, name: 'Second' });
    expect([later.status, later.body.id === id], later.text).toEqual([200, false]);
  });
});

describe('validation', () => {
  const validate = async (body: object, owner = org) => {
    const reply = await call('POST', '/offer/validate', body, owner);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  const outline = (reply: { findings: { source: string; severity: string; pointer?: string }[] }) =>
    reply.findings.map(({ source, severity, pointer }) => `${source} ${severity} ${pointer ?? ''}`.trim());
  const errorsIn = (reply: Parameters<typeof outline>[0]) =>
    outline(reply).filter((text) => !text.includes('WARNING'));

  const commits = [{ key: 'fee', rate: 1 }];

  test('has no findings for an offer that can be created', async () => {
    const product = await made('/product', { name: 'Listed', partner: 'MKA' });
    await app.drainJobs();
    const info = { ...completeOnA.info, commits };
    expect(await validate({ ...completeOnA, partner: 'MKA', productID: product.id, info })).toEqual({
      valid: true,
      findings: [],
    });
  });

  test('reports typing errors, and fields of the service, which are no error', async () => {
    const reply = await validate({
      nmae: 'Typo',
      status: 'ACTIVE',
      info: { commits },
      metaInfo: { createdByEmail: 'a@b.example' },
    });
    expect(reply.valid).toBe(false);
    expect(outline(reply)).toEqual([
      'REQUEST ERROR /nmae',
      'REQUEST WARNING /status',
      'REQUEST WARNING /metaInfo/createdByEmail',
    ]);
  });

  test('reports all broken rules together, with warnings', async () => {
    const reply = await validate({
      partner: 'MKB',
      expireTime: '2001-01-01',
      metaInfo: { discount: 5 },
      info: { ...pricing(11), startTime: '2091-01-01' },
    });
    const isWarning = (line: string) => line.startsWith('MARKETPLACE WARNING');
    expect(
      outline(reply)
        .filter((line) => !isWarning(line))
        .sort(),
    ).toEqual([
      'MARKETPLACE ERROR /info/mkBPrivateOffer/pricing',
      'RULES ERROR /expireTime',
      'RULES ERROR /info/mkBPrivateOffer/pricing',
      'RULES ERROR /metaInfo/discount',
      'RULES WARNING',
    ]);
    expect(reply.valid).toBe(false);
  });

  test('reports invalid references: an error in PROD, a placeholder in TEST', async () => {
    const unknown = { productID: 'prd_none', buyerID: 'buy_none', contactIds: ['con_none'] };
    const body = { partner: 'MKA', ...unknown, info: { commits } };
    const inTest = await validate(body);
    expect(inTest.valid).toBe(true);
    expect(outline(inTest).filter((text) => text.startsWith('REFERENCES'))).toEqual(
      ['productID', 'buyerID', 'contactIds/0'].map((name) => `REFERENCES WARNING /${name}`),
    );
    const inProd = await validate(body, prod);
    const missing = [
      '/name',
      '/productID',
      '/expireTime',
      '/info/mkAAgreementDuration',
      '/info/buyerMkAAccountIds',
      '/info/eulaType',
    ];
    expect(outline(inProd)).toEqual([
      ...['productID', 'buyerID', 'contactIds/0'].map((name) => `REFERENCES ERROR /${name}`),
      ...['/partner', ...missing].map((pointer) => `MARKETPLACE ERROR ${pointer}`),
    ]);
    expect(outline(inTest).filter((text) => text.startsWith('MARKETPLACE'))).toEqual(
      missing.map((pointer) => `MARKETPLACE WARNING ${pointer}`),
    );
  });

  test('R26 reports rules of the marketplace, and features that the product lacks', async () => {
    const product = await made('/product', {
      partner: 'MKC',
      info: { mkCProduct: { features: [{ featureName: 'seats' }] } },
    });
    const info = { mkCDuration: 12, currency: 'EUR', mkCFeatures: [{ featureName: 'none' }] };
    const reply = await validate({ partner: 'MKC', productID: product.id, info });
    expect(errorsIn(reply)).toEqual([
      'MARKETPLACE ERROR /info/mkCFeatures',
      'MARKETPLACE ERROR /info/currency',
    ]);
    expect(outline(await validate({ partner: 'MKD', info: { commits } }))).toEqual([
      'MARKETPLACE ERROR /partner',
    ]);
    const long = await validate({ partner: 'MKA', name: 'x'.repeat(151), info: { commits } });
    expect(errorsIn(long)).toEqual(['MARKETPLACE ERROR /name']);
  });

  test('of a draft’s id checks the offer that would be submitted, and writes nothing', async () => {
    const kept = await draft({ partner: 'MKC', info: { currency: 'USD', commits } });
    const count = async () =>
      (await app.database.query('SELECT (SELECT count(*) FROM offer) + (SELECT count(*) FROM event) AS n'))
        .rows[0].n;
    const before = await count();
    expect(errorsIn(await validate({ id: kept.id }))).toEqual(['RULES ERROR /info/mkCDuration']);
    expect((await validate({ id: kept.id, info: { mkCDuration: 12, commits } })).valid).toBe(true);
    expect(await count()).toBe(before);
    expect(await read(kept.id)).toEqual(kept);
  });
});
