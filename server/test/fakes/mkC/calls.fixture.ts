import { importPKCS8, type JWTPayload, SignJWT } from 'jose';
import type { Reply } from '../refused.fixture.ts';

export { type Reply, refused } from '../refused.fixture.ts';

import type { KeyFile } from './identity/accounts.ts';

export const platformScope = 'https://www.googleapis.com/auth/cloud-platform';
export const tokenAudience = 'https://oauth2.googleapis.com/token';

/** Signs claims with the private key of a key file. */
export const signWith = async (
  { private_key }: Pick<KeyFile, 'private_key'>,
  claims: JWTPayload,
  header: { kid?: string } = {},
): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header })
    .sign(await importPKCS8(private_key, 'RS256'));

/** Returns the claims of a token request at a time. */
export const grantClaims = ({ client_email }: KeyFile, nowMs: number): JWTPayload => ({
  iss: client_email,
  scope: platformScope,
  aud: tokenAudience,
  iat: Math.floor(nowMs / 1000),
  exp: Math.floor(nowMs / 1000) + 3600,
});

/** Sends a token request. */
export const requestToken = (url: string, assertion: string) =>
  fetch(`${url}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  });

/** Creates a client of the vendor’s interfaces with a token for a key file. */
export async function clientFor(url: string, keyFile: KeyFile, nowMs: number) {
  const assertion = await signWith(keyFile, grantClaims(keyFile, nowMs));
  const issued = (await (await requestToken(url, assertion)).json()) as { access_token: string };
  return clientWith(url, `Bearer ${issued.access_token}`);
}
export type Client = Awaited<ReturnType<typeof clientFor>>;

/** Creates a client that sends an authorization header. */
export function clientWith(url: string, authorization: string | undefined) {
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    };
  };
  return {
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    patch: (path: string, body: unknown) => call('PATCH', path, body),
  };
}

/** Returns the status and the code of a reply. */
export const outcomeOf = ({ status, body }: Reply): string =>
  body?.error ? `${status} ${body.error.status}` : String(status);
