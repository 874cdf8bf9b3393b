import { afterAll, beforeAll, expect, test } from 'vitest';
import { offerTemplates, templatesFor, valuesOf } from '../../../console/src/pages/offers/templates.ts';
import { type Json, withValue } from '../../../console/src/ui/form/pointers.ts';
import { marketplacePartners } from '../../src/marketplaces/index.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const ofEachOffer = [
  '/productID',
  '/expireTime',
  '/info/buyerMkAAccountIds',
  '/info/eulaType',
  '/info/commits/0/length',
  '/info/mkBPrivateOffer/beneficiaries',
  '/info/mkBPrivateOffer/end',
  '/info/mkCOfferDealType',
  '/info/mkCProviderInfo/salesContactName',
  ...['organization', 'contact', 'unverifiedBillingAccount'].map((name) => `/info/mkCCustomerInfo/${name}`),
];
const channels = [undefined, ...marketplacePartners];
const cases = channels.flatMap((partner) =>
  templatesFor({ partner }).map(
    (template) => [template.name, partner ?? 'a direct sale', partner, template] as const,
  ),
);

test('every template has a case; marketplaces without private offers of sellers have no template', () => {
  expect(new Set(cases.map(([name]) => name))).toEqual(new Set(offerTemplates.map(({ name }) => name)));
  expect(templatesFor({ partner: 'MKD' })).toEqual([]);
  expect(templatesFor({ partner: 'MKA', offerType: 'CPPO' })).toEqual([]);
});

test.each(cases)(
  'the template %s on %s is valid with prices, and fills in only fields of the form',
  async (_, __, partner, template) => {
    const values = valuesOf(template, partner);
    const start: Json = { ...(partner ? { partner } : {}), name: 'Deal', info: { currency: 'USD' } };
    const filled = [...values].reduce((record, [pointer, value]) => withValue(record, pointer, value), start);
    const body = template.prices.reduce((record, pointer) => withValue(record, pointer, 100), filled);
    const call = (method: string, path: string, sent?: object) =>
      app.request(method, `/org/${org.id}/offer/${path}`, {
        token: org.token,
        ...(sent ? { body: sent } : {}),
      });
    // A template contains prices and lengths; product, buyer, dates of payments and other dates differ by offer.
    const { valid, findings } = (await call('POST', 'validate', body)).body;
    const pointers = findings.map(({ pointer }: { pointer: string }) => pointer);
    expect([valid, pointers.filter((pointer: string) => !ofEachOffer.includes(pointer))]).toEqual([true, []]);
    const form = await call('GET', `form?partner=${partner ?? ''}`);
    expect(form.status, form.text).toBe(200);
    const fields: string[] = form.body.flatMap(({ fields }: { fields: { pointer: string }[] }) =>
      fields.map(({ pointer }) => pointer),
    );
    expect(fields).toEqual(expect.arrayContaining([...values.keys()]));
  },
);

test('a template replaces the values of another template', () => {
  const [annual, , , trial] = offerTemplates;
  if (!annual || !trial) throw new Error('no templates');
  const values = valuesOf(annual, undefined);
  expect(values.get('/info/commits')).toEqual([{ key: 'seats', quantity: 1, length: 1, timeUnit: 'YEAR' }]);
  expect([values.has('/info/trialConfig/trialPeriod'), values.get('/info/trialConfig/trialPeriod')]).toEqual([
    true,
    undefined,
  ]);
});
