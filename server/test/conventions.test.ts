import { describe, expect, test } from 'vitest';
import { describedRoutes } from '../src/generate.ts';
import type { RareProperties } from '../src/platform/http/route.ts';
import specification from './contract/spec-fields.json' with { type: 'json' };
import { bodySchema, document, isPublic, operations, resolve, type Schema } from './generated/operations.ts';

const schemas = document.components.schemas;
const camelCase = /^[a-z][A-Za-z0-9]*$/;

/** R2: lists without parameters, which return all items. */
const listsWithoutPages = ['listDailyRevenueRecords', 'listOrganizations', 'listProductMeteringDimensions'];

/** The page parameters of newer lists, as named by existing clients. */
const othersParameters = ['page_size', 'page_number'];

/**
 * R3: operations whose callers have no token yet, do not read tenant data, or authenticate in a different
 * way.
 */
const withoutToken = [
  'exchangeToken',
  'getAuthorizationServerMetadata',
  'getKeySet',
  'livez',
  'readyz',
  'receiveMarketplaceNotification',
  'receiveMarketplaceNotificationByQuery',
  'receivePaymentNotification',
  'receiveSupportMail',
  'requestPasswordReset',
  'resetPassword',
  'revokeToken',
  'signUp',
  'verifyEmail',
  'version',
];

/**
 * Returns whether the field names of a record are defined elsewhere: by marketplaces, payment providers,
 * RFCs, or pages of newer lists.
 */
const othersNames = (record: string) =>
  /^Mk[A-F]|^Pay[AB]|^SupportTicket|Page$/.test(record) ||
  record in specification ||
  ['AccessToken', 'TokenProblem', 'MeteringUsageRecordGroupMetaInfo'].includes(record);

const fields = Object.entries(schemas).flatMap(([record, schema]) =>
  Object.entries(schema.properties ?? {}).map(([field, shown]) => ({ record, field, shown })),
);

/** Returns whether a field or its record has a description. */
const describes = (schema: Schema): boolean =>
  Boolean(schema.description ?? (schema.$ref ? resolve(schema).description : undefined));

/** Properties that few operations have: the functions of `rare.ts` add them. */
const rareProperties: Record<keyof RareProperties, true> = {
  secondOrganization: true,
  deprecated: true,
  hasNoTag: true,
  recognizesRepeats: true,
  isIdempotent: true,
};

describe('route definitions', () => {
  const routes = describedRoutes();

  test('have at most 22 properties, each used by at least four operations', () => {
    const uses = new Map<string, number>();
    for (const route of routes)
      for (const [name, value] of Object.entries(route))
        if (value !== undefined && name !== 'bodyRequired' && !Object.hasOwn(rareProperties, name))
          uses.set(name, (uses.get(name) ?? 0) + 1);
    expect(uses.size).toBeGreaterThan(15);
    expect(uses.size).toBeLessThanOrEqual(22);
    expect([...uses].filter(([, count]) => count < 4)).toEqual([]);
  });

  test('run in one of four ways', () => {
    expect([...new Set(routes.map(({ run }) => run.kind))].sort()).toEqual([
      'batch',
      'outside',
      'plain',
      'transaction',
    ]);
  });
});

describe('operations', () => {
  test.each(operations)('$operationId has a name, description and group', (operation) => {
    expect(operation.operationId).toMatch(camelCase);
    expect(operation.summary?.length).toBeGreaterThan(5);
    expect(operation.description?.length).toBeGreaterThan(5);
    expect(operation.tags).toHaveLength(1);
    for (const segment of operation.path.split('/').filter((part) => part && !part.startsWith('.well-known')))
      expect(segment).toMatch(/^(\{[a-z][A-Za-z0-9]*\}|[a-z][A-Za-z0-9]*|[a-z-]+(\.json)?)$/);
    for (const { name, description, schema, in: place } of operation.parameters) {
      if (place !== 'header' && !othersParameters.includes(name)) expect(name).toMatch(camelCase);
      expect(Boolean(description) || describes(schema), `the parameter ${name} says nothing`).toBe(true);
      // For a path parameter without a description, the description equals the name.
      expect(description, `describe ${name} in its slice's description.ts`).not.toBe(name);
    }
  });

  test.each(operations)(
    'R2 $operationId has limit, offset, cursor and order when it returns a list',
    (operation) => {
      const answered = bodySchema(operation.responses['200']);
      const items = answered && resolve(answered).items;
      // A schema without an id is a part of a record, not a list of records.
      const isList = items !== undefined && 'id' in (resolve(items).properties ?? {});
      const names = operation.parameters.map(({ name }) => name);
      const pages =
        isList && operation.method === 'GET' && !listsWithoutPages.includes(operation.operationId);
      // A wrapper contains the next offset; a list with a cursor has all parameters of lists.
      const isWrapper = 'nextOffset' in ((answered && resolve(answered).properties) ?? {});
      const isWhole = pages || (isWrapper && names.includes('cursor'));
      for (const name of ['limit', 'offset', 'cursor', 'count', 'order'])
        expect(names.includes(name), name).toBe(isWhole || (isWrapper && ['limit', 'offset'].includes(name)));
      const limit = operation.parameters.find(({ name }) => name === 'limit')?.schema;
      if (pages) expect(limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000 });
    },
  );

  test.each(operations)('R3 R4 $operationId declares its errors as Problem', (operation) => {
    const { operationId, responses } = operation;
    const statuses = Object.keys(responses);
    const needsToken = !withoutToken.includes(operationId);
    expect(isPublic(operation)).toBe(!needsToken);
    const general = needsToken ? ['401', '403', '404', '500', '503'] : ['404', '500', '503'];
    const ofBodies = operation.requestBody ? ['400', '413'] : [];
    expect(statuses).toEqual(expect.arrayContaining(['200', ...general, ...ofBodies]));
    if (operation.requestBody && needsToken) expect(statuses).toContain('415');
    for (const [status, response] of Object.entries(responses)) {
      if (['200', '304'].includes(status)) continue;
      const ofToken =
        ['exchangeToken', 'revokeToken'].includes(operationId) && ['400', '401'].includes(status);
      const expected = `#/components/schemas/${ofToken ? 'TokenProblem' : 'Problem'}`;
      expect(bodySchema(response)?.$ref, status).toBe(expected);
      expect(response.description).toMatch(/^[a-z_]+: /);
    }
  });

  test('R2 R3 the lists of exceptions name existing operations', () => {
    const known = operations.map(({ operationId }) => operationId);
    expect([...listsWithoutPages, ...withoutToken].filter((id) => !known.includes(id))).toEqual([]);
  });
});

describe('records', () => {
  test('have a name, and descriptions of themselves and their fields', () => {
    expect(fields.length).toBeGreaterThan(567);
    expect(Object.keys(schemas).filter((id) => !/^[A-Z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(Object.entries(schemas).flatMap(([id, schema]) => (schema.description ? [] : [id]))).toEqual([]);
    const silent = fields.filter(({ shown }) => !describes(shown));
    expect(silent.map(({ record, field }) => `${record}.${field}`)).toEqual([]);
  });

  test('have camel-case fields, unless a marketplace or the specification defines the names', () => {
    const others = fields.filter(({ record, field }) => !camelCase.test(field) && !othersNames(record));
    expect(others.map(({ record, field }) => `${record}.${field}`)).toEqual([]);
  });

  test('R5 keep their deprecated fields and mark them', () => {
    const deprecated = [
      'commitBillingIntervalInMonths',
      'usageBillingIntervalInMonths',
      'offerFillerConfigInfos',
      'offerFillerCrmPartnerConfigInfos',
    ];
    for (const name of deprecated) {
      const places = fields.filter(({ field }) => field === name);
      expect(places.length, name).toBeGreaterThan(0);
      expect(places.filter(({ shown }) => shown.deprecated !== true).map(({ record }) => record)).toEqual([]);
    }
    const marked = new Set(fields.filter(({ shown }) => shown.deprecated).map(({ field }) => field));
    expect([...marked].sort()).toEqual(deprecated.sort());
  });
});
