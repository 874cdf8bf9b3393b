import { readdirSync, readFileSync } from 'node:fs';
import { createTradepost } from '@tradepost/sdk';
import { describe, expect, test } from 'vitest';
import { type Document, findTwins, type Method, methodsOf, sdkTexts } from '../generate/index.ts';

const atRoot = (file: string) => new URL(`../../${file}`, import.meta.url);
const document: Document = JSON.parse(readFileSync(atRoot('openapi.json'), 'utf8'));
const codes = readdirSync(atRoot('docs/errors'))
  .map((file) => file.replace(/\.md$/, ''))
  .sort();
const methods = methodsOf(document);
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const nameOf = ({ group, name }: Method) => `${group}.${name}`;
const byOperation = new Map(methods.map((method) => [method.operationId, nameOf(method)]));

/** Names shared by several operations. */
const collisions = (all: readonly Method[]): string[] =>
  all.map(nameOf).filter((name, index, names) => names.indexOf(name) !== index);

test('the generated files equal the output of `npm run generate`', () => {
  const texts = sdkTexts(document, codes);
  expect(Object.keys(texts).sort()).toEqual(readdirSync(atRoot('sdk/src/generated')).sort());
  for (const [name, text] of Object.entries(texts))
    expect(readFileSync(atRoot(`sdk/src/generated/${name}`), 'utf8') === text, name).toBe(true);
});

describe('methods', () => {
  test('exist exactly once for each operation', () => {
    expect(methods.map(({ operationId }) => operationId).sort()).toEqual(
      operations.map(({ operationId }) => operationId).sort(),
    );
    expect(collisions(methods)).toEqual([]);
    const planted = structuredClone(document);
    const offer = planted.paths['/org/{orgId}/offer'];
    if (offer) offer.put = { operationId: 'createOffers', responses: {} };
    expect(collisions(methodsOf(planted))).toEqual(['offers.create']);
  });

  test('are on the client, with the verb, path and parameters of the document', async () => {
    const client = createTradepost({ baseUrl: '', organization: 'o', fetch: answered });
    const sent: { url: string; method: string; body: unknown }[] = [];
    function answered(url: string, { method, body }: RequestInit): Promise<Response> {
      sent.push({ url, method: method as string, body });
      return Promise.resolve(Response.json({}));
    }
    const groups = client as unknown as Record<
      string,
      Record<string, (...values: unknown[]) => Promise<unknown>>
    >;
    const own = Object.entries(groups).flatMap(([group, its]) =>
      typeof its === 'object' ? Object.keys(its).map((name) => `${group}.${name}`) : [],
    );
    expect(own.sort()).toEqual([...methods.map(nameOf), 'events.follow'].sort());
    for (const { group, name, steps, verb, path, body, hasQuery } of methods) {
      const given = [...steps, ...(body ? [{ a: 1 }] : []), ...(hasQuery ? [{ b: 2 }] : [])];
      await groups[group]?.[name]?.(...given);
      const expected = path.replace('/org/{orgId}', '/org/o').replaceAll(/\{(\w+)\}/g, '$1');
      const { url, method, body: sentBody } = sent.at(-1) ?? {};
      expect([method, url, sentBody !== undefined], `${group}.${name}`).toEqual([
        verb.toUpperCase(),
        `${expected}${hasQuery ? '?b=2' : ''}`,
        body !== undefined,
      ]);
    }
  });

  test.each([
    ['createOffer', 'offers.create'],
    ['submitOfferForApproval', 'offers.submitForApproval'],
    ['listOffersByContact', 'contacts.listOffers'],
    ['listOffersByPartner', 'offers.listByPartner'],
    ['getOfferByExternalId', 'offers.getByExternalId'],
    ['applyAddonToEntitlement', 'entitlements.applyAddon'],
    ['reportUsageRecordGroup', 'usageRecordGroups.report'],
    ['batchReportUsageRecordGroups', 'usageRecordGroups.batchReport'],
    ['listDealRegistrationConflicts', 'dealRegistrations.listConflicts'],
    ['getNotificationConfigInfo', 'notificationConfigInfo.get'],
    ['sandboxAcceptOffer', 'sandbox.acceptOffer'],
    ['inviteMember', 'members.invite'],
    ['listOrganizations', 'organizations.list'],
    ['getPortalOffer', 'partnerPortal.getOffer'],
    ['getMe', 'account.getMe'],
    ['followEvents', 'events.read'],
    ['receiveMarketplaceNotification', 'marketplaces.receiveNotification'],
    ['exchangeToken', 'authentication.exchangeToken'],
  ])('are named by the operation and its noun: %s', (operationId, name) =>
    expect(byOperation.get(operationId)).toBe(name),
  );

  test('have meaningful names', () => {
    expect(
      methods.filter(({ group, name }) => !/^[a-z]\w{2,}$/.test(group) || !/^[a-z]\w{2,}$/.test(name)),
    ).toEqual([]);
  });
});

describe('records', () => {
  test('with equal content and name exist once', () => {
    const text = readFileSync(atRoot('sdk/src/generated/records.ts'), 'utf8');
    expect(text.match(/^export type \w+(InEvent|Output)\b/gm)).toEqual([
      'export type MkASdkBatchMeterUsageOutput',
    ]);
    const schema = (properties: Record<string, object>) => ({ type: 'object', properties }) as const;
    const schemas = {
      A: schema({ name: { type: 'string' }, b: { $ref: '#/components/schemas/B' } }),
      AOutput: schema({
        name: { type: 'string', description: 'Other words' },
        b: { $ref: '#/components/schemas/BOutput' },
      }),
      B: schema({ id: { type: 'string' } }),
      BOutput: schema({ id: { type: 'string' } }),
    };
    expect([...findTwins(schemas).keys()]).toEqual(['AOutput', 'BOutput']);
    const differing = { ...schemas, BOutput: schema({ id: { type: 'integer' } }) };
    expect([...findTwins(differing).keys()]).toEqual([]);
  });
});
