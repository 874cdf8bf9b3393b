import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openApiText, tablesText } from '../src/generate.ts';
import { document, operations } from './generated/operations.ts';
import { startTestApp, type TestApp } from './harness.ts';

const atRoot = (file: string) => new URL(`../../${file}`, import.meta.url);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('R5 openapi.json is what `npm run generate` writes', async () => {
  expect(await readFile(atRoot('openapi.json'), 'utf8')).toBe(openApiText());
});

test('R5 the running program serves the checked-in document to anybody', async () => {
  const reply = await app.request('GET', '/openapi.json');
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(JSON.parse(await readFile(atRoot('openapi.json'), 'utf8')));
});

test('R5 tables.ts is what the migrations make', async () => {
  const url = new URL(inject('server'));
  url.pathname = `/${inject('template')}`;
  const written = await readFile(atRoot('server/src/platform/tables.ts'), 'utf8');
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

test('references point at schemas that are there', () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1] as string,
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !document.components.schemas[name])).toEqual([]);
});
