import http from 'node:http';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../src/platform/errors.ts';
import { beginSignIn } from '../browser.ts';
import { type Operation, operations } from '../generated/operations.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

type RawResponse = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer };

/** Returns the response as sent, because fetch would decompress the body. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const request = http.request(`${app.url}${path}`, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(parts),
        }),
      );
    });
    request.on('error', reject);
    request.end();
  });

const compressed = { 'accept-encoding': 'gzip, deflate, br' };
const guides = ['first-steps', 'api-design', 'webhooks'].map((name) => `/docs/guides/${name}`);
const pages = ['/', '/docs', '/docs/errors', '/docs/errors/offer_state', ...guides];
const shared = [
  ...pages,
  '/docs/assets/swagger-ui.css',
  '/docs/assets/start.js',
  '/favicon.ico',
  '/openapi.json',
];

describe('pages', () => {
  test('of error codes show the remedy, in the words of docs/errors', async () => {
    for (const { code, status, title } of errorCatalogue()) {
      const { text, status: answered } = await app.request('GET', `/docs/errors/${code}`);
      expect([code, answered]).toEqual([code, 200]);
      expect(text).toContain(`<h1 dir="auto">${code}</h1>`);
      expect(text).toMatch(new RegExp(`Status ${status}`));
      expect(text, `${code}: ${title}`).toMatch(/<h2 id="solution">Solution<\/h2>/);
    }
    const list = await app.request('GET', '/docs/errors');
    for (const { code } of errorCatalogue()) expect(list.text).toContain(`href="/docs/errors/${code}"`);
  });

  test('include guides of the API, whose links lead to served pages', async () => {
    const { text: steps } = await app.request('GET', '/docs/guides/first-steps');
    expect(steps).toContain('Accept the offer as the buyer');
    expect(steps).toContain('curl -s $B/oauth2/token');
    const { text: conventions } = await app.request('GET', '/docs/guides/api-design');
    expect(conventions).toContain('RFC 9457');
    expect(conventions).toContain('href="/openapi.json"');
    expect((await app.request('GET', '/docs/guides/operations')).status).toBe(404);
    const wanted = new Set<string>();
    for (const page of pages) {
      const { text } = await app.request('GET', page);
      for (const [, href] of text.matchAll(/ (?:href|src)="([^"#]+)(?:#[^"]*)?"/g))
        wanted.add(href as string);
      for (const [, id] of text.matchAll(/ href="#([^"]+)"/g)) expect(text).toContain(`id="${id}"`);
    }
    const own = [...wanted].filter((href) => !/^https:\/\//.test(href));
    for (const href of own) expect([href, (await raw(href)).status]).toEqual([href, 200]);
    expect(own.filter((href) => !href.startsWith('/'))).toEqual([]);
  });

  test('have a viewport, both color schemes and an icon, and run no third-party script', async () => {
    for (const path of pages) {
      const { text, headers } = await app.request('GET', path);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(text).toContain('name="viewport"');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      if (path === '/docs') continue;
      expect(text).toContain('prefers-color-scheme:dark');
      expect(text).not.toContain('<script');
      expect(policy).not.toContain('script-src');
    }
    const icon = await raw('/favicon.ico');
    expect([icon.headers['content-type'], icon.bytes.subarray(1, 4).toString()]).toEqual([
      'image/png',
      'PNG',
    ]);
  });

  test('begin with a start page that names the product and its version', async () => {
    const { body } = await app.request('GET', '/version');
    const { text } = await app.request('GET', '/');
    expect(text).toContain('<title>Tradepost</title>');
    expect(text).toContain(`version ${body.version}`);
    for (const path of ['/docs', '/docs/errors', '/openapi.json', ...guides])
      expect(text).toContain(`href="${path}"`);
  });
});

type Settings = {
  requestInterceptor: (request: object) => object;
  filter: boolean;
  plugins: (() => { fn: { opsFilter: (groups: Groups, phrase: string) => Groups } })[];
};

/** The reference’s index of operations: an operation, a group of operations, and all groups by name. */
const operationOf = ({ method, path, operationId, summary }: Operation) => ({
  get: (name: 'method' | 'path') => ({ method: method.toLowerCase(), path })[name],
  getIn: ([, name]: string[]) => (name === 'summary' ? summary : operationId),
});
type ListedOperations = ReturnType<typeof operationOf>[];
type Group = {
  get: () => ListedOperations & { size: number };
  update: (name: string, to: (all: ListedOperations) => ListedOperations) => Group;
};
const groupWith = (all: ListedOperations): Group => ({
  get: () => Object.assign(all, { size: all.length }),
  update: (_, to) => groupWith(to(all)),
});
const groupOf = (all: Operation[]) => groupWith(all.map(operationOf));
type Groups = {
  entries: [name: string, group: Group][];
  map: (to: (group: Group, name: string) => Group) => Groups;
  filter: (which: (group: Group) => boolean) => Groups;
};
const groupsOf = (entries: Groups['entries']): Groups => ({
  entries,
  map: (to) => groupsOf(entries.map(([name, group]) => [name, to(group, name)])),
  filter: (which) => groupsOf(entries.filter(([, group]) => which(group))),
});

/** Returns the settings with which the page starts the reference. */
async function settings(): Promise<Settings> {
  const found: Settings[] = [];
  const { text } = await app.request('GET', '/docs/assets/start.js');
  runInNewContext(text, { SwaggerUIBundle: (given: Settings) => found.push(given) });
  return found[0] as Settings;
}

describe('the reference', () => {
  test('signs in with the id and secret of an API client, and may connect to no other host', async () => {
    const { body: document } = await app.request('GET', '/openapi.json');
    const { flows } = document.components.securitySchemes.oauth2;
    expect(Object.keys(flows)).toEqual(['clientCredentials']);
    const { tokenUrl, scopes } = flows.clientCredentials;
    const { body: metadata } = await app.request('GET', '/.well-known/oauth-authorization-server');
    expect(new URL(tokenUrl, `${app.url}/openapi.json`).href).toBe(metadata.token_endpoint);
    expect(Object.keys(scopes)).toEqual(metadata.scopes_supported);

    // Sends the request that a browser sends from the page.
    const ask = (secret: string) =>
      app.request('POST', tokenUrl, {
        raw: 'grant_type=client_credentials&scope=api',
        headers: {
          authorization: `Basic ${Buffer.from(`${org.client.id}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
          origin: app.url,
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
          'x-requested-with': 'XMLHttpRequest',
        },
      });
    const { status, body } = await ask(org.client.secret);
    expect([status, body.token_type, body.scope]).toEqual([200, 'Bearer', 'api']);
    expect((await app.request('GET', '/org', { token: body.access_token })).status).toBe(200);
    // The response requires HTTP Basic. Without `omit` the browser would open its own password dialog.
    expect((await ask('wrong')).headers.get('www-authenticate')).toMatch(/^Basic /);
    const { requestInterceptor } = await settings();
    expect(requestInterceptor({ url: tokenUrl })).toEqual({ url: tokenUrl, credentials: 'omit' });

    const policy = (await app.request('GET', '/docs')).headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["connect-src 'self'", "script-src 'self'"]));
  });

  test('finds operations by method, path, operationId and words of the summary', async () => {
    const { filter, plugins } = await settings();
    expect(filter).toBe(true);
    const names = [...new Set(operations.map(({ tags }) => tags?.[0] as string))];
    const groups = groupsOf(
      names.map((name) => [name, groupOf(operations.filter(({ tags }) => tags?.[0] === name))]),
    );
    const found = (phrase: string) =>
      plugins[0]?.().fn
        .opsFilter(groups, phrase)
        .entries.flatMap(([, group]) =>
          group.get().map((operation) => operation.getIn(['operation', 'operationId'])),
        );
    expect(found('extendOfferEXPIRYdate')).toEqual(['extendOfferExpiryDate']);
    expect(found('delete /org/{orgId}/webhook')).toEqual(['deleteWebhook']);
    const summary = operations.find(({ operationId }) => operationId === 'createOffer')?.summary ?? '';
    expect(summary).toMatch(/\w/);
    expect(found(summary)).toContain('createOffer');
    expect(found('no such operation')).toEqual([]);
    expect(found('')).toHaveLength(operations.length);
  });

  test('lists a token, typed in or fetched, as required for each operation that is not public', () => {
    const open = app.app.routes.filter(({ access }) => access === 'public').map((route) => route.operationId);
    for (const { operationId, security } of operations)
      expect([operationId, security]).toEqual([
        operationId,
        open.includes(operationId) ? [] : [{ bearer: [] }, { oauth2: ['api'] }, { key: [] }],
      ]);
  });
});

describe('content that is the same for all callers', () => {
  test('is a 304 for a caller with the current ETag', async () => {
    for (const path of shared) {
      const first = await raw(path);
      const etag = first.headers.etag as string;
      expect([path, first.status, etag]).toEqual([path, 200, expect.stringMatching(/^W\/"[\w-]{27}"$/)]);
      for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
        const again = await raw(path, { 'if-none-match': known });
        expect([path, known, again.status, again.bytes.length]).toEqual([path, known, 304, 0]);
        expect([again.headers.etag, again.headers['content-length']]).toEqual([etag, undefined]);
        expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
      }
      expect((await raw(path, { 'if-none-match': 'W/"another"' })).status).toBe(200);
    }
  });

  test('is compressed when it is long, and equal after decompression', async () => {
    for (const path of shared) {
      const plain = await raw(path);
      expect([path, plain.headers['content-encoding']]).toEqual([path, undefined]);
      expect(plain.headers.vary).toBe('accept-encoding');
      const isLong = plain.bytes.length >= 4096;
      const gzip = await raw(path, { 'accept-encoding': 'gzip' });
      const brotli = await raw(path, compressed);
      if (!isLong) {
        expect([gzip.bytes.equals(plain.bytes), brotli.bytes.equals(plain.bytes)]).toEqual([true, true]);
        continue;
      }
      expect([path, gzip.headers['content-encoding'], brotli.headers['content-encoding']]).toEqual([
        path,
        'gzip',
        'br',
      ]);
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
      expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
      expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect((await raw(path, compressed, 'HEAD')).bytes).toHaveLength(0);
    }
  });

  test('is the whole reference in less than a fifth of its uncompressed size', async () => {
    const page = await app.request('GET', '/docs');
    const parts = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path as string);
    const sizes = async (headers: Record<string, string>) => {
      const answers = await Promise.all(
        ['/docs', '/openapi.json', ...parts].map((path) => raw(path, headers)),
      );
      return answers.reduce((sum, { bytes }) => sum + bytes.length, 0);
    };
    expect(await sizes(compressed)).toBeLessThan((await sizes({})) / 5);
  });
});

describe('API responses', () => {
  test('are compressed when they are long JSON, and otherwise unchanged', async () => {
    const headers = { ...compressed, authorization: `Bearer ${org.token}` };
    const list = `/org/${org.id}/contact`;
    for (let index = 0; index < 40; index++) {
      const body = { emails: [`someone.${index}@buyer.example`], firstName: `Person ${index}` };
      expect((await app.request('POST', list, { token: org.token, body })).status).toBe(200);
    }
    const [long, plain, short] = await Promise.all([
      raw(list, headers),
      raw(list, { authorization: headers.authorization }),
      raw('/org', headers),
    ]);
    expect(plain.bytes.length).toBeGreaterThan(4096);
    expect([plain.headers['content-encoding'], plain.status]).toEqual([undefined, 200]);
    expect(long.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(long.bytes).equals(plain.bytes)).toBe(true);
    expect([short.headers['content-encoding'], short.headers.vary]).toEqual([undefined, undefined]);
    expect(short.headers['content-length']).toBe(String(short.bytes.length));
  });

  test('that are pages of a person, with form tokens, are never compressed', async () => {
    const page = await raw(beginSignIn(app.url, { state: '"'.repeat(500) }).target, compressed);
    expect(page.bytes.toString()).toContain('<form');
    expect(page.bytes.length).toBeGreaterThan(4096);
    expect([page.headers['content-encoding'], page.headers['cache-control']]).toEqual([
      undefined,
      'no-store',
    ]);
    expect(page.headers.etag).toBeUndefined();
  });
});
