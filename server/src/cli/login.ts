import { once } from 'node:events';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import * as openid from 'openid-client';
import { makeFolder } from '../platform/folders.ts';

const clientId = 'tradepost-cli';

/** A person that is signed in on this machine, at one service. */
export type Login = {
  baseUrl: string;
  authUrl: string;
  accessToken: string;
  refreshToken: string;
  /** Milliseconds. */
  expiresAt: number;
};

const { env } = process;

/** The path of the file that keeps a sign-in, for its owner alone: who has this file is the person. */
export const loginFile = (): string =>
  path.join(env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'tradepost', 'login.json');

export async function readLogin(file = loginFile()): Promise<Login | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Login;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeLogin(login: Login, file: string): Promise<void> {
  await makeFolder(path.dirname(file), 0o700);
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}

const discover = (authUrl: string): Promise<openid.Configuration> =>
  openid.discovery(new URL(authUrl), clientId, undefined, openid.None(), {
    algorithm: 'oauth2',
    // A service on this machine has no certificate; what goes elsewhere is encrypted.
    execute: isLocal(authUrl) ? [openid.allowInsecureRequests] : [],
  });

const isLocal = (address: string): boolean =>
  ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(address).hostname);

/**
 * Signs a person in by a browser: authorization code with PKCE, answered to a port of this machine (RFC 8252).
 * @param options.show called with the address that the browser is to open
 * @throws Error when the service does not let the person in, or the answer is to another request
 */
export async function login(options: {
  baseUrl: string;
  authUrl: string;
  show: (address: string) => void;
  file?: string;
}): Promise<Login> {
  const { baseUrl, authUrl } = options;
  const service = await discover(authUrl);
  const [state, verifier] = [openid.randomState(), openid.randomPKCECodeVerifier()];
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const address = openid.buildAuthorizationUrl(service, {
      redirect_uri: `${here}/callback`,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const answered = answerOf(server, here, state);
    options.show(address.href);
    const tokens = await openid.authorizationCodeGrant(service, await answered, {
      expectedState: state,
      pkceCodeVerifier: verifier,
    });
    return await keep({ baseUrl, authUrl }, tokens, options.file);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** The address that the browser comes back to. Others on this machine may ask the port, too: they are not answered. */
function answerOf(server: ReturnType<typeof createServer>, here: string, state: string): Promise<URL> {
  return new Promise((resolve) => {
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', here);
      if (url.pathname !== '/callback' || url.searchParams.get('state') !== state) {
        response.writeHead(404, { connection: 'close' }).end();
        return;
      }
      const text = url.searchParams.has('error') ? 'You are not signed in.' : 'You are signed in.';
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(`${text} This page can be closed.\n`, () => resolve(url));
    });
  });
}

type Tokens = Awaited<ReturnType<typeof openid.refreshTokenGrant>>;

async function keep(
  where: { baseUrl: string; authUrl: string },
  { access_token, refresh_token, expires_in }: Tokens,
  file = loginFile(),
): Promise<Login> {
  if (refresh_token === undefined) throw new Error('the service gave no refresh token');
  const expiresAt = Date.now() + (expires_in ?? 0) * 1000;
  const kept = { ...where, accessToken: access_token, refreshToken: refresh_token, expiresAt };
  await writeLogin(kept, file);
  return kept;
}

const spareMs = 60_000;

/** A token of the person that is good for a while. A refresh token is used once: the next one is kept in its place. */
export async function freshToken(known: Login, file = loginFile()): Promise<string> {
  const latest = (await readLogin(file)) ?? known;
  if (latest.expiresAt - spareMs > Date.now()) return latest.accessToken;
  const tokens = await openid.refreshTokenGrant(await discover(latest.authUrl), latest.refreshToken);
  return (await keep(latest, tokens, file)).accessToken;
}

/** Ends the session at the service and forgets it here. Answers whether there was one. */
export async function logout(file = loginFile()): Promise<boolean> {
  const known = await readLogin(file);
  if (!known) return false;
  await openid.tokenRevocation(await discover(known.authUrl), known.refreshToken);
  await rm(file);
  return true;
}
