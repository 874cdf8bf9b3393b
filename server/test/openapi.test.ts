import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { generatedPages, openApiText, tablesText } from '../src/generate.ts';
import { errorCatalogue, type Problem } from '../src/platform/errors.ts';
import type { Route } from '../src/platform/http/route.ts';
import { createOpenApi } from '../src/platform/openapi/document.ts';
import { fieldsOf, schemaOf } from './generated/fields.ts';
import { document, examplesOf, type Operation, operations } from './generated/operations.ts';
import { disagreements } from './generated/schema-check.ts';
import type { TestApp } from './harness.ts';
import { sharedTestApp } from './shared-app.ts';

const atRoot = (file: string) => new URL(`../../${file}`, import.meta.url);

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

test('R5 openapi.json equals the output of `npm run generate`', async () => {
  const written = await readFile(atRoot('openapi.json'), 'utf8');
  expect(written === openApiText(), 'npm run generate').toBe(true);
});

test.each(Object.entries(generatedPages()))(
  '%s equals the output of `npm run generate`',
  async (file, text) => {
    expect(await readFile(atRoot(file), 'utf8')).toBe(text);
  },
);

test('R5 the running program serves the checked-in document without authentication', async () => {
  const reply = await app.request('GET', '/openapi.json');
  expect(reply.status).toBe(200);
  // The documents are compared as text for speed; the test above reports the differences.
  const written = JSON.stringify(JSON.parse(await readFile(atRoot('openapi.json'), 'utf8')));
  expect(JSON.stringify(reply.body) === written).toBe(true);
});

test('R5 tables.ts matches the schema that the migrations create', async () => {
  const url = new URL(inject('server'));
  url.pathname = `/${inject('template')}`;
  const written = await readFile(atRoot('server/src/platform/database/tables.ts'), 'utf8');
  expect(written).toBe(await tablesText(url.href));
});

/** Existing clients call these operations by a path with a version. */
const olderPaths = ['cancelOperation', 'getOperation'];

test('R5 the document is OpenAPI 3.1 of version 1.0, and no path carries a version', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info.version).toBe('1.0');
  expect(operations.length).toBeGreaterThan(15);
  for (const { operationId, path, parameters } of operations) {
    if (!olderPaths.includes(operationId)) expect(path).not.toMatch(/\/v\d/);
    expect(parameters.filter(({ name }) => /version/i.test(name))).toEqual([]);
  }
});

test('operation ids are unique, and exactly the parameters of each path are declared', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { path, parameters } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name).sort(), path).toEqual([...inPath].sort());
    expect(declared.every(({ required }) => required === true)).toBe(true);
  }
});

test('R5 every visible route is in the document, and the program responds at each of its paths', async () => {
  const described = operations.map(({ method, path }) => `${method} ${path}`).sort();
  const served = app.app.routes
    .filter((route) => !route.hidden)
    .map(({ method, path }) => `${method} ${path}`);
  expect(described).toEqual(served.sort());
});

test('R5 every body of every operation has examples that match its schema', () => {
  const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
    Object.entries({ request: requestBody ?? {}, ...responses }).flatMap(([place, { content = {} }]) =>
      Object.values(content).map((body) => ({ place: `${operationId} ${place}`, body })),
    ),
  );
  expect(bodies.length).toBeGreaterThan(150);
  expect(bodies.flatMap(({ place, body }) => (examplesOf(body).length > 0 ? [] : [place]))).toEqual([]);
  const wrong = bodies.flatMap(({ place, body }) =>
    examplesOf(body).flatMap((example) =>
      disagreements(body.schema, example, true, place).map((found) => `${found}: ${JSON.stringify(example)}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('R1 the program accepts the example body of each operation', () => {
  const read = app.app.routes.filter(({ body, bodyFormat, hidden }) => body && !bodyFormat && !hidden);
  expect(read.length).toBeGreaterThan(3);
  for (const { operationId, body } of read) {
    const { requestBody } = operations.find((operation) => operation.operationId === operationId) ?? {};
    const [example] = Object.values(requestBody?.content ?? {}).flatMap(examplesOf);
    expect(body.safeParse(example).error?.issues, operationId).toBeUndefined();
  }
});

test('R4 every declared error of an operation has an example with its code', () => {
  const codes = errorCatalogue().map(({ code }) => code);
  for (const { operationId, responses } of operations)
    for (const [status, { description, content = {} }] of Object.entries(responses)) {
      if (status === '200') continue;
      const examples = Object.values(content).flatMap(examplesOf) as Partial<Problem>[];
      if (examples.every(({ code }) => code === undefined)) continue;
      expect(examples.map((example) => example.status).filter((each) => each !== Number(status))).toEqual([]);
      const named = [...description.matchAll(/(?:^|\. )([a-z_]+): /g)].map(([, code]) => code);
      expect(named.length, operationId).toBeGreaterThan(0);
      expect(named.filter((code) => !codes.includes(code as string))).toEqual([]);
      expect(
        named.filter((code) => !examples.some((example) => example.code === code)),
        operationId,
      ).toEqual([]);
    }
});

test('R4 only operations with a quota declare 429 with the remaining quota', () => {
  const [drawing] = app.app.routes.filter(({ operationId }) => operationId === 'createOffer');
  if (!drawing) throw new Error('there is no such operation');
  const responsesOf = (route: Route) =>
    (createOpenApi([route]).components?.responses ?? {}) as Record<string, { headers?: object }>;
  expect(
    Object.keys(responsesOf({ ...drawing, quota: { name: 'offers' } }).TooManyRequests?.headers ?? {}),
  ).toEqual(['RateLimit-Policy', 'RateLimit', 'Retry-After']);
  const { quota: _, ...free } = drawing;
  expect(responsesOf(free as Route).TooManyRequests).toBeUndefined();
});

test('references point at existing schemas', () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1] as string,
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !document.components.schemas[name])).toEqual([]);
});

test('R5 a record with the same form in requests and responses has one component, open to future fields', () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain('"additionalProperties":false');
  const { schemas } = document.components;
  const asSent = (name: string) => JSON.stringify(schemas[name]).replaceAll(/Output"/g, '"');
  const sentOf = (name: string) => name.replace(/Output$/, '');
  const twins = Object.keys(schemas).filter((name) => name.endsWith('Output') && schemas[sentOf(name)]);
  expect(twins.filter((name) => asSent(name) === asSent(sentOf(name)))).toEqual([]);
  // Ensures that there are records that are both sent and returned.
  expect(text.match(/"#\/components\/schemas\/WorkloadOffer"/g)?.length).toBeGreaterThan(5);
});

/** Fields that only some operations ignore are not marked on the record. */
const callersElsewhere = [
  'createOffer id',
  'createOrUpdateDraftOffer id',
  'scheduleEntitlementCancellation creationDate',
  'updateIntegration partner',
  'updateIntegration service',
  'updateOffer id',
  'publishProduct id',
  'updateProduct id',
  'validateOffer id',
];

test('R9 every field that operations ignore is marked read-only, and no read-only field is required', () => {
  const wrong: string[] = [];
  let marked = 0;
  for (const { body, bodyFormat, hidden, serverSetFields = [], operationId } of app.app.routes) {
    if (!body || bodyFormat || hidden) continue;
    const operation = operations.find((each) => each.operationId === operationId) as Operation;
    const fields = fieldsOf(schemaOf(operation), 5);
    for (const name of serverSetFields) {
      const field = fields.find(({ path }) => path.filter((part) => part !== 0).join('.') === name);
      if (field?.schema.readOnly) marked += 1;
      else if (field) wrong.push(`${operationId} ${name}`);
    }
  }
  // Fields that only offers and products can write; entitlements ignore these fields.
  const ofOthers = /^updateEntitlementMetaInfo /;
  expect(wrong.filter((name) => !ofOthers.test(name)).sort()).toEqual([...callersElsewhere].sort());
  expect(marked).toBeGreaterThan(150);
  const records = Object.entries(document.components.schemas);
  expect(
    records.flatMap(([id, { required = [], properties }]) =>
      required.filter((name) => properties?.[name]?.readOnly).map((name) => `${id}.${name}`),
    ),
  ).toEqual([]);
  for (const id of ['IdentityBuyer', 'WorkloadEntitlement', 'OfferSet'])
    expect(document.components.schemas[id]?.properties?.id?.readOnly, id).toBe(true);
});

test('R9 event records have no read-only marks, because receivers read every field', () => {
  const { schemas } = document.components;
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const [, other] of JSON.stringify(schemas[name]).matchAll(/schemas\/(\w+)"/g))
      visit(other as string);
  };
  for (const name of Object.keys(schemas)) if (name.startsWith('WebhookEventOf')) visit(name);
  expect(seen.size).toBeGreaterThan(50);
  expect([...seen].filter((name) => JSON.stringify(schemas[name]).includes('"readOnly"'))).toEqual([]);
});

/** Returns the JSON pointers at which a value has a key. */
const placesIn = (value: unknown, place = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => [
        `${place}/${key}`,
        ...placesIn(item, `${place}/${key}`),
      ])
    : [];

test('R8 defaults are documented, and validation does not write them into a body', () => {
  const documented = JSON.stringify(document.components.schemas).match(/"default":/g) ?? [];
  expect(documented.length).toBeGreaterThan(25);
  const bodies = app.app.routes.filter(({ body, bodyFormat, hidden }) => body && !bodyFormat && !hidden);
  const written = bodies.flatMap(({ operationId, body }) => {
    const { requestBody } = operations.find((operation) => operation.operationId === operationId) ?? {};
    const [example] = Object.values(requestBody?.content ?? {}).flatMap(examplesOf);
    return [example, {}, [{}]].flatMap((sent) => {
      const added = placesIn(body.safeParse(sent).data).filter((place) => !placesIn(sent).includes(place));
      return added.map((place) => `${operationId} ${place}`);
    });
  });
  expect(written).toEqual([]);
});

test('R1 texts and percentages have limits by their meaning: few texts have the general maximum', () => {
  const loose = new Set<string>();
  for (const { requestBody } of operations)
    for (const { path, schema } of fieldsOf(requestBody?.content?.['application/json']?.schema ?? {}, 9)) {
      const name = String(path.findLast((part) => typeof part === 'string'));
      if (/percent|^discount$/i.test(name) && schema.type === 'number') {
        const hundredfold = /basis points/.test(schema.description ?? '') ? 1_000_000 : 10_000;
        expect(schema.maximum, name).toBeLessThanOrEqual(hundredfold);
      }
      if (schema.maxLength === 100_000 && !schema.readOnly) loose.add(name);
      if (schema.type === 'number' || schema.type === 'integer') expect(schema.maxLength).toBeUndefined();
    }
  const named = [...loose].filter((name) =>
    /(^id|ID|Id|[nN]ame|[uU]rl|URL|[eE]mail|[cC]ode|[sS]tatus)$/.test(name),
  );
  expect(named).toEqual([]);
  expect(loose.size).toBeLessThan(70);
});

test('R5 groups are in the order of use, each with a description', () => {
  const { tags } = document;
  expect(tags.map(({ name }) => name).slice(0, 4)).toEqual([
    'Authentication',
    'Organization',
    'API',
    'Product',
  ]);
  expect(tags.at(-1)?.name).toBe('System');
  const used = [...new Set(operations.flatMap((operation) => operation.tags ?? []))];
  expect(tags.map(({ name }) => name).sort()).toEqual(used.sort());
  expect(
    tags.filter(({ description }) => description.startsWith('Operations of') || description.length < 40),
  ).toEqual([]);
});
