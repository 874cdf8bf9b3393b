import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../browser.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { signupWorldOf } from '../signup-world.ts';

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tradepost-console-'));
  const logos = path.join(folder, 'logos');
  await mkdir(logos);
  await writeFile(path.join(logos, 'MKA.png'), png);
  const environment = { DISPLAY_NAMES: '{"MKA":"Cloud <Store>"}', LOGO_DIR: logos };
  app = await startTestApp({ consoleFolder: folder, environment });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

const script = 'assets/index-DkX3_aB1.js';
const write = async (name: string, text: string) => {
  const file = path.join(folder, 'dist', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  await writeFile(`${file}.br`, brotliCompressSync(text));
  await writeFile(`${file}.gz`, gzipSync(text));
};
const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(new URL(target, app.url), { headers, redirect: 'manual' });
const browserHeaders = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');

test('without a console its addresses return an explanation, and the start page stays', async () => {
  const none = await get('/console/offers');
  expect([none.status, await none.text()]).toEqual([
    404,
    expect.stringContaining('The console is not installed'),
  ]);
  expect((await get('/', browserHeaders)).status).toBe(200);
  await writeFile(path.join(folder, 'package.json'), '{}');
  const soon = await get('/console/');
  expect([soon.status, soon.headers.get('refresh'), await soon.text()]).toEqual([
    503,
    '2',
    expect.stringContaining('being built'),
  ]);
  expect((await get('/console/callback?code=x')).status).toBe(200);
});

test('with a console, every address below shows its page, with a policy that forbids inline scripts', async () => {
  await write('index.html', '<!doctype html><title>First</title>');
  for (const address of [
    '/console/',
    '/console/offers/a%2Fb/..',
    '/console/callback?code=x',
    '/console/a/b',
  ]) {
    const page = await get(address);
    expect([page.status, await page.text()], address).toEqual([200, expect.stringContaining('First')]);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
  }
  const to = await get('/console');
  expect([to.status, to.headers.get('location')]).toEqual([303, '/console/']);
  const home = await get('/', browserHeaders);
  expect([home.status, home.headers.get('location')]).toEqual([303, '/console/']);
  expect((await get('/', { accept: '*/*' })).status, 'a program has the start page').toBe(200);
  const changed = await app.request('POST', '/console/offers', { body: {} });
  expect([changed.status, changed.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await createBrowser(app.url).open('/console/acceptInvitation')).text).toContain('/invitation');
});

test('another build is shown without a restart', async () => {
  await new Promise((resolve) => setTimeout(resolve, 10));
  await write('index.html', '<!doctype html><title>Second</title>');
  expect(await (await get('/console/')).text()).toContain('Second');
});

test('files are sent in an accepted encoding and can be cached permanently; no other file is served', async () => {
  await write(script, 'export const answer = 42;');
  await writeFile(path.join(folder, 'dist', 'secret-AAAAAAAA.js'), 'outside of the assets');
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ] as const) {
    const file = await get(`/console/${script}`, { 'accept-encoding': accepted });
    expect([file.status, file.headers.get('content-encoding'), await file.text()]).toEqual([
      200,
      encoding,
      'export const answer = 42;',
    ]);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  }
  for (const name of [
    'index.html',
    'none-AAAAAAAA.js',
    '..%2Fsecret-AAAAAAAA.js',
    '%2e%2e%2findex.html',
    'a.js',
  ])
    expect((await get(`/console/assets/${name}`)).status, name).toBe(404);
});

test('the page has the configured names and logos of marketplaces, and each logo has an address of its own content', async () => {
  await write('index.html', '<!doctype html><title>Third</title>');
  const page = await get('/console/', { 'accept-encoding': 'br' });
  const text = await page.text();
  const [, content = ''] = /<meta name="marketplaces" content="([^"]*)"><title>Third/.exec(text) ?? [];
  const faces = JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  expect(faces).toEqual({
    MKA: { name: 'Cloud <Store>', logo: expect.stringMatching(/^\/console\/logos\/MKA-[\da-f]{16}\.png$/) },
  });
  const logo = await get(faces.MKA.logo);
  expect(Object.fromEntries(logo.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(Buffer.from(await logo.arrayBuffer())).toEqual(png);
  for (const name of ['MKA.png', 'MKA-0000000000000000.png', '..%2Flogos%2FMKA.png'])
    expect((await get(`/console/logos/${name}`)).status, name).toBe(404);
});

test('the signup page and mails have the configured names of marketplaces', async () => {
  const org = await app.organization();
  const world = signupWorldOf(app, org);
  await world.configure({ companyName: 'Harbour Tools' });
  expect(await world.page((await world.buy()).link)).toContain('Cloud &lt;Store&gt;');
  const mail = await world.good('POST', 'notificationTemplate/preview', { scope: 'CREATE.OFFER' });
  expect(mail.textContent).toContain('Cloud <Store>');
});
