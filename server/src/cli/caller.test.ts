import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CallerOptions, createCaller } from './caller.ts';

describe('the credentials of a command', () => {
  const asked: string[] = [];
  /** Starts a service whose tokens contain the client's id and secret. */
  const service = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    if (request.url !== '/oauth2/token') asked.push(`${request.headers.authorization} ${request.url}`);
    response.end(
      request.url === '/oauth2/token'
        ? JSON.stringify({ access_token: `${form.get('client_id')}:${form.get('client_secret')}` })
        : JSON.stringify([{ id: 'only', name: 'Only' }]),
    );
  });
  let folder: string;
  let baseUrl: string;
  beforeAll(async () => {
    await once(service.listen(0, '127.0.0.1'), 'listening');
    baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    folder = await mkdtemp(path.join(tmpdir(), 'tradepost-caller-'));
    await mkdir(path.join(folder, 'tradepost'));
  });
  afterAll(async () => {
    service.close();
    await rm(folder, { recursive: true, force: true });
  });
  const [credentialsOf, loginOf] = ['credentials.json', 'tradepost/login.json'].map(
    (file) => (content: object) => writeFile(path.join(folder, file), JSON.stringify(content)),
  ) as [(content: object) => Promise<void>, (content: object) => Promise<void>];

  beforeEach(async () => {
    asked.length = 0;
    vi.stubEnv('DATA_DIR', folder);
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    for (const name of ['URL', 'ORG', 'CLIENT_ID', 'CLIENT_SECRET'])
      vi.stubEnv(`TRADEPOST_${name}`, undefined);
    await credentialsOf({ baseUrl, orgId: 'first', clientId: 'first', clientSecret: 'kept' });
    await loginOf({ baseUrl, authUrl: baseUrl, accessToken: 'person', refreshToken: 'r', expiresAt: 1e14 });
  });
  afterEach(() => void vi.unstubAllEnvs());
  const signedOut = () => rm(path.join(folder, 'tradepost/login.json'));
  const environment = (org: string) => {
    vi.stubEnv('TRADEPOST_ORG', org);
    vi.stubEnv('TRADEPOST_CLIENT_ID', 'environment');
    vi.stubEnv('TRADEPOST_CLIENT_SECRET', 'told');
  };
  /** Returns the token and the path of a command's call. */
  const caller = async (options: CallerOptions = {}): Promise<string | undefined> => {
    await (await createCaller(options)).tradepost.events.read();
    return asked.at(-1);
  };

  test('options override the environment, for the client and for the organization', async () => {
    environment('theirs');
    vi.stubEnv('TRADEPOST_URL', 'http://127.0.0.1:9');
    expect(await caller({ url: baseUrl, org: 'mine', clientId: 'option', clientSecret: 'said' })).toBe(
      'Bearer option:said /org/mine/event',
    );
  });

  test('a client from the environment or an option overrides the signed-in user', async () => {
    const option = { clientId: 'option', clientSecret: 'said' };
    expect(await caller(option)).toBe('Bearer option:said /org/first/event');
    environment('theirs');
    expect(await caller()).toBe('Bearer environment:told /org/theirs/event');
    expect(await caller({ clientId: 'option' })).toBe('Bearer option:told /org/theirs/event');
  });

  test('the signed-in user overrides the client of the first start', async () => {
    expect(await caller()).toBe('Bearer person /org/only/event');
    vi.stubEnv('TRADEPOST_ORG', 'theirs');
    expect(await caller()).toBe('Bearer person /org/theirs/event');
    expect(await caller({ org: 'mine', url: `${baseUrl}/` })).toBe('Bearer person /org/mine/event');
  });

  test('the token of a user signed in at another service is not sent to this one', async () => {
    const elsewhere = { baseUrl: 'https://other.example.com', authUrl: baseUrl };
    await loginOf({ ...elsewhere, accessToken: 'person', refreshToken: 'r', expiresAt: 1e14 });
    expect(await caller({ url: baseUrl })).toBe('Bearer first:kept /org/first/event');
    vi.stubEnv('TRADEPOST_URL', baseUrl);
    expect(await caller()).toBe('Bearer first:kept /org/first/event');
  });

  test('the secret of the first client is not sent to another service', async () => {
    await signedOut();
    await credentialsOf({
      baseUrl: 'https://own.example.com',
      orgId: 'o',
      clientId: 'c',
      clientSecret: 'kept',
    });
    await expect(caller({ url: baseUrl })).rejects.toThrow('no orgId');
    vi.stubEnv('TRADEPOST_URL', baseUrl);
    await expect(caller({ org: 'mine', clientId: 'option' })).rejects.toThrow('no clientSecret');
    expect(asked).toEqual([]);
  });

  test('the client of the first start is the fallback, and without it the missing value is reported by name', async () => {
    await signedOut();
    expect(await caller()).toBe('Bearer first:kept /org/first/event');
    await credentialsOf({ baseUrl, clientId: 'first', clientSecret: 'kept' });
    await expect(caller()).rejects.toThrow(/no orgId: run "tradepost login", or set --url, --org/);
  });
});
