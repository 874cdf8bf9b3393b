import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, makeFolder, type Program, start } from './program.ts';

/** Packages that are loaded at first use, because most processes never use them. */
const atFirstUse = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@node-oauth/oauth2-server',
  '@simplewebauthn/server',
  'bidi-js',
  'fontkit',
  'harfbuzzjs',
  'kysely',
  'linebreak',
  'liquidjs',
  'marked',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'undici',
  'zod-openapi',
];

let program: Program;
let list: string;

/** Returns a module that logs all modules that Node loads from startup on. */
const recorder = (file: string) => `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(file)}, url + '\\n');
  return next(url, context);
}
`;

/** Returns code that logs modules loaded by `require`, which module hooks do not receive. */
const firstOf = (file: string) => `import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';
const load = Module._load;
Module._load = function (name, ...others) {
  if (/^[@a-z]/.test(name)) appendFileSync(${JSON.stringify(file)}, '/node_modules/' + name + '\\n');
  return load.call(this, name, ...others);
};
register('./hooks.mjs', import.meta.url);
`;

beforeAll(async () => {
  const folder = await makeFolder();
  list = path.join(folder, 'loaded');
  const [hooks, first] = [path.join(folder, 'hooks.mjs'), path.join(folder, 'first.mjs')];
  await writeFile(hooks, recorder(list));
  await writeFile(first, firstOf(list));
  const dataDir = path.join(folder, 'data');
  program = start({ DATA_DIR: dataDir, NODE_OPTIONS: `--import ${pathToFileURL(first)}` });
  await program.address();
});
afterAll(cleanUp);

function loadedPackages(): string[] {
  const text = existsSync(list) ? readFileSync(list, 'utf8') : '';
  return [
    ...new Set([...text.matchAll(/\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/g)].map(([, name]) => name)),
  ].map(String);
}

test('a start does not load libraries for rarely used functions; they are loaded on first use', async () => {
  const atStart = loadedPackages();
  expect(atStart).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod']));
  expect(atStart.filter((name) => atFirstUse.includes(name))).toEqual([]);

  expect((await fetch(`${await program.address()}/openapi.json`)).status).toBe(200);
  const loadedSince = loadedPackages().filter((name) => !atStart.includes(name));
  expect(loadedSince).toContain('zod-openapi');
});
