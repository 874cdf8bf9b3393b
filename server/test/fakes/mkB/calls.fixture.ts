import type { Reply } from '../refused.fixture.ts';

export { type Reply, refused } from '../refused.fixture.ts';

import { apiVersion } from './facts/common.ts';

/** The credentials of an application. */
export type Credentials = { tenantId: string; clientId: string; clientSecret: string };

export const graphScope = 'https://graph.microsoft.com/.default';
export const insightsScope = 'https://api.partnercenter.microsoft.com/.default';
export const marketplaceScope = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7/.default';

/** Requests a token with a secret, and returns the response. */
export const requestToken = (
  url: string,
  { tenantId, clientId, clientSecret }: Credentials,
  changed: Record<string, string> = {},
) =>
  fetch(`${url}/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: marketplaceScope,
      ...changed,
    }),
  });

/** Creates a client of the marketplace’s interfaces with a token of the application. */
export async function clientFor(url: string, credentials: Credentials, scope = marketplaceScope) {
  const issued = (await (await requestToken(url, credentials, { scope })).json()) as { access_token: string };
  return clientWith(url, `Bearer ${issued.access_token}`);
}
export type Client = Awaited<ReturnType<typeof clientFor>>;

/** Creates a client that sends an authorization header. The API version is added unless the path has a query. */
export function clientWith(url: string, authorization: string | undefined) {
  const call = async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Reply> => {
    const address = path.startsWith('http') ? path : `${url}/api${path}`;
    const response = await fetch(address.includes('?') ? address : `${address}?api-version=${apiVersion}`, {
      method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
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
    authorization,
    call,
    get: (path: string, headers?: Record<string, string>) => call('GET', path, headers && { headers }),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call('POST', path, { body, ...(headers && { headers }) }),
    patch: (path: string, body: unknown) => call('PATCH', path, { body }),
    remove: (path: string) => call('DELETE', path),
    resolve: (token: string) =>
      call('POST', '/saas/subscriptions/resolve', { headers: { 'x-ms-marketplace-token': token } }),
  };
}
