import { describe, expect, test } from 'vitest';
import specification from './contract/spec-fields.json' with { type: 'json' };
import { bodySchema, document, isPublic, operations, resolve, type Schema } from './generated/operations.ts';

const schemas = document.components.schemas;
const camelCase = /^[a-z][A-Za-z0-9]*$/;

/** R2: they take no parameter and answer all. */
const listsWithoutPages = ['listDailyRevenueRecords', 'listOrganizations', 'listProductMeteringDimensions'];

/** What existing clients call the pages of the newer lists. */
const othersParameters = ['page_size', 'page_number'];

/** R3: who calls these has no token yet, asks for no tenant's data, or proves itself in another way. */
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

/** Records whose fields have the names that others gave them: marketplaces, payments, RFCs, pages of the newer lists. */
const othersNames = (record: string) =>
  /^Mk[A-F]|^Pay[AB]|^SupportTicket|Page$/.test(record) ||
  record in specification ||
  ['AccessToken', 'TokenProblem', 'MeteringUsageRecordGroupMetaInfo'].includes(record);

const fields = Object.entries(schemas).flatMap(([record, schema]) =>
  Object.entries(schema.properties ?? {}).map(([field, shown]) => ({ record, field, shown })),
);

/** A description at the place itself, or of the record that stands there. */
const describes = (schema: Schema): boolean =>
  Boolean(schema.description ?? (schema.$ref ? resolve(schema).description : undefined));

describe('operations', () => {
  test.each(operations)('$operationId is named, described and grouped', (operation) => {
    expect(operation.operationId).toMatch(camelCase);
    expect(operation.summary?.length).toBeGreaterThan(5);
    expect(operation.description?.length).toBeGreaterThan(5);
    expect(operation.tags).toHaveLength(1);
    for (const segment of operation.path.split('/').filter((part) => part && !part.startsWith('.well-known')))
      expect(segment).toMatch(/^(\{[a-z][A-Za-z0-9]*\}|[a-z][A-Za-z0-9]*|[a-z-]+(\.json)?)$/);
    for (const { name, description, schema, in: place } of operation.parameters) {
      if (place !== 'header' && !othersParameters.includes(name)) expect(name).toMatch(camelCase);
      expect(Boolean(description) || describes(schema), `the parameter ${name} says nothing`).toBe(true);
      // A parameter of a path that is described nowhere has its name for a description.
      expect(description, `describe ${name} in its slice's description.ts`).not.toBe(name);
    }
  });

  test.each(operations)(
    'R2 $operationId takes limit, offset, cursor and order when it answers a list',
    (operation) => {
      const answered = bodySchema(operation.responses['200']);
      const items = answered && resolve(answered).items;
      // What has no identifier is part of a record, and no list of records.
      const isList = items !== undefined && 'id' in (resolve(items).properties ?? {});
      const names = operation.parameters.map(({ name }) => name);
      const pages =
        isList && operation.method === 'GET' && !listsWithoutPages.includes(operation.operationId);
      // A wrapper tells the next offset by itself; one that takes a cursor takes all that lists do.
      const isWrapper = 'nextOffset' in ((answered && resolve(answered).properties) ?? {});
      const isWhole = pages || (isWrapper && names.includes('cursor'));
      for (const name of ['limit', 'offset', 'cursor', 'count', 'order'])
        expect(names.includes(name), name).toBe(isWhole || (isWrapper && ['limit', 'offset'].includes(name)));
      const limit = operation.parameters.find(({ name }) => name === 'limit')?.schema;
      if (pages) expect(limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000 });
    },
  );

  test.each(operations)('R3 R4 $operationId declares its errors as problems', (operation) => {
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

  test('R2 R3 the lists of exceptions name operations that are there', () => {
    const known = operations.map(({ operationId }) => operationId);
    expect([...listsWithoutPages, ...withoutToken].filter((id) => !known.includes(id))).toEqual([]);
  });
});

describe('records', () => {
  test('have a name, and say what they and their fields are', () => {
    expect(fields.length).toBeGreaterThan(567);
    expect(Object.keys(schemas).filter((id) => !/^[A-Z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(Object.entries(schemas).flatMap(([id, schema]) => (schema.description ? [] : [id]))).toEqual([]);
    const silent = fields.filter(({ shown }) => !describes(shown));
    expect(silent.map(({ record, field }) => `${record}.${field}`)).toEqual([]);
  });

  test('write their fields in camel case, unless the names are a marketplace’s or the specification’s', () => {
    const others = fields.filter(({ record, field }) => !camelCase.test(field) && !othersNames(record));
    expect(others.map(({ record, field }) => `${record}.${field}`)).toEqual([]);
  });

  test('R5 mark the deprecated fields, and keep them', () => {
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
