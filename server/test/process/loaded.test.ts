import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, makeFolder, type Program, start } from './program.ts';

/** The packages that are loaded when something is done that most processes never do. */
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

/** Writes down what Node loads, before the program is loaded itself. */
const recorder = (file: string) => `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(file)}, url + '\\n');
  return next(url, context);
}
`;

/** The same of what is loaded by `require`, which the hooks do not see. */
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

test('a start loads no library that is only for what few processes do, and loads it when it is needed', async () => {
  const atStart = loadedPackages();
  expect(atStart).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod']));
  expect(atStart.filter((name) => atFirstUse.includes(name))).toEqual([]);

  expect((await fetch(`${await program.address()}/openapi.json`)).status).toBe(200);
  const loadedSince = loadedPackages().filter((name) => !atStart.includes(name));
  expect(loadedSince).toContain('zod-openapi');
});
