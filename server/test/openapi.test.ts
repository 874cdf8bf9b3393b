import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openApiText, tablesText } from '../src/generate.ts';
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

test('R5 openapi.json is what `npm run generate` writes', async () => {
  const written = await readFile(atRoot('openapi.json'), 'utf8');
  expect(written === openApiText(), 'npm run generate').toBe(true);
});

test('R5 the running program serves the checked-in document to anybody', async () => {
  const reply = await app.request('GET', '/openapi.json');
  expect(reply.status).toBe(200);
  // As texts: a comparison of all members takes a second, and what differs is shown by the test above.
  const written = JSON.stringify(JSON.parse(await readFile(atRoot('openapi.json'), 'utf8')));
  expect(JSON.stringify(reply.body) === written).toBe(true);
});

test('R5 tables.ts is what the migrations make', async () => {
  const url = new URL(inject('server'));
  url.pathname = `/${inject('template')}`;
  const written = await readFile(atRoot('server/src/platform/database/tables.ts'), 'utf8');
  expect(written).toBe(await tablesText(url.href));
});

/** Existing clients know these by a path with a version in it. */
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

test('operation ids are unique, and every parameter of a path is declared, and no other', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { path, parameters } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name).sort(), path).toEqual([...inPath].sort());
    expect(declared.every(({ required }) => required === true)).toBe(true);
  }
});

test('R5 every route that is not hidden is in the document, and the program answers at each path of it', async () => {
  const described = operations.map(({ method, path }) => `${method} ${path}`).sort();
  const served = app.app.routes
    .filter((route) => !route.hidden)
    .map(({ method, path }) => `${method} ${path}`);
  expect(described).toEqual(served.sort());
});

test('R5 every body of every operation has an example, and each agrees with its schema', () => {
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

test('R1 the program takes the body that each operation has for an example', () => {
  const read = app.app.routes.filter(({ body, bodyFormat, hidden }) => body && !bodyFormat && !hidden);
  expect(read.length).toBeGreaterThan(3);
  for (const { operationId, body } of read) {
    const { requestBody } = operations.find((operation) => operation.operationId === operationId) ?? {};
    const [example] = Object.values(requestBody?.content ?? {}).flatMap(examplesOf);
    expect(body.safeParse(example).error?.issues, operationId).toBeUndefined();
  }
});

test('R4 every error that an operation names has an example that is such an error', () => {
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

test('R4 an operation with a quota declares 429 with what is left of it, others do not', () => {
  const [drawing] = app.app.routes.filter(({ operationId }) => operationId === 'createOffer');
  if (!drawing) throw new Error('there is no such operation');
  const responsesOf = (route: Route) =>
    (createOpenApi([route]).components?.responses ?? {}) as Record<string, { headers?: object }>;
  expect(Object.keys(responsesOf({ ...drawing, quota: 'offers' }).TooManyRequests?.headers ?? {})).toEqual([
    'RateLimit-Policy',
    'RateLimit',
    'Retry-After',
  ]);
  const { quota: _, ...free } = drawing;
  expect(responsesOf(free as Route).TooManyRequests).toBeUndefined();
});

test('references point at schemas that are there', () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1] as string,
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !document.components.schemas[name])).toEqual([]);
});

test('R5 a record that is answered as it is sent has one component, open to the fields of later versions', () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain('"additionalProperties":false');
  const { schemas } = document.components;
  const asSent = (name: string) => JSON.stringify(schemas[name]).replaceAll(/Output"/g, '"');
  const sentOf = (name: string) => name.replace(/Output$/, '');
  const twins = Object.keys(schemas).filter((name) => name.endsWith('Output') && schemas[sentOf(name)]);
  expect(twins.filter((name) => asSent(name) === asSent(sentOf(name)))).toEqual([]);
  // Records that are both sent and answered are in the document at all.
  expect(text.match(/"#\/components\/schemas\/WorkloadOffer"/g)?.length).toBeGreaterThan(5);
});

/** What of a record only some operations take out of it: it is marked in none of them. */
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

test('R9 every field that an operation ignores as the service’s is marked read-only, and no field must be sent that is', () => {
  const wrong: string[] = [];
  let marked = 0;
  for (const { body, bodyFormat, hidden, ignored = [], operationId } of app.app.routes) {
    if (!body || bodyFormat || hidden) continue;
    const operation = operations.find((each) => each.operationId === operationId) as Operation;
    const fields = fieldsOf(schemaOf(operation), 5);
    for (const name of ignored) {
      const field = fields.find(({ path }) => path.filter((part) => part !== 0).join('.') === name);
      if (field?.schema.readOnly) marked += 1;
      else if (field) wrong.push(`${operationId} ${name}`);
    }
  }
  // An entitlement ignores what only offers and products have, which write it.
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

test('R9 what is told of events is marked nowhere: receivers are to read all of it', () => {
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

/** Where a value has something, as JSON pointers. */
const placesIn = (value: unknown, place = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => [
        `${place}/${key}`,
        ...placesIn(item, `${place}/${key}`),
      ])
    : [];

test('R8 defaults are documented, and validation writes none of them into a body', () => {
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

test('R1 what a text or a percentage is, limits it: few texts of bodies are as long as a text may be', () => {
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

test('R5 groups stand in the order of use, each with sentences of its own', () => {
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
