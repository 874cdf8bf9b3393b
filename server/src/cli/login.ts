import { once } from 'node:events';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import * as openid from 'openid-client';
import { makeFolder } from '../platform/folders.ts';

const clientId = 'tradepost-cli';

/** The sign-in of a user on this machine, at one service. */
export type Login = {
  baseUrl: string;
  authUrl: string;
  accessToken: string;
  refreshToken: string;
  /** The expiry of the access token, in milliseconds. */
  expiresAt: number;
};

const { env } = process;

/** Returns the path of the sign-in file. Only its owner can read the file, because it grants access as the user. */
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
    // A service on this machine may have no certificate, whereas connections to other machines must be encrypted.
    execute: isLocal(authUrl) ? [openid.allowInsecureRequests] : [],
  });

const isLocal = (address: string): boolean =>
  ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(address).hostname);

/**
 * Signs a user in with the browser: authorization code with PKCE, redirected to a port of this machine (RFC 8252).
 * @param options.show is called with the URL to open in the browser
 * @throws Error if the service rejects the sign-in, or the response belongs to a different request
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

/** Waits for the redirect of the browser. Requests of other programs on this machine get a 404. */
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
  if (refresh_token === undefined) throw new Error('the service did not return a refresh token');
  const expiresAt = Date.now() + (expires_in ?? 0) * 1000;
  const kept = { ...where, accessToken: access_token, refreshToken: refresh_token, expiresAt };
  await writeLogin(kept, file);
  return kept;
}

const spareMs = 60_000;

/**
 * Returns a valid access token of the user. A refresh token can be used only once, so the new refresh token replaces
 * the stored token.
 */
export async function freshToken(known: Login, file = loginFile()): Promise<string> {
  const latest = (await readLogin(file)) ?? known;
  if (latest.expiresAt - spareMs > Date.now()) return latest.accessToken;
  const tokens = await openid.refreshTokenGrant(await discover(latest.authUrl), latest.refreshToken);
  return (await keep(latest, tokens, file)).accessToken;
}

/** Ends the session at the service and deletes the stored sign-in. Returns whether a sign-in was stored. */
export async function logout(file = loginFile()): Promise<boolean> {
  const known = await readLogin(file);
  if (!known) return false;
  await openid.tokenRevocation(await discover(known.authUrl), known.refreshToken);
  await rm(file);
  return true;
}
