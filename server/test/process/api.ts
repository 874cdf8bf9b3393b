import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Reply, send } from '../harness.ts';
import { waitFor } from './program.ts';

export type Credentials = {
  baseUrl: string;
  authUrl: string;
  orgId: string;
  clientId: string;
  clientSecret: string;
};

export const readCredentials = (dataDir: string): Credentials =>
  JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8'));

export async function tokenOf(
  address: string,
  credentials: { clientId: string; clientSecret: string },
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await send(`${address}/oauth2/token`, 'POST', { raw: form.toString(), headers });
  if (reply.status !== 200) throw new Error(`no token: ${reply.status} ${reply.text}`);
  return reply.body.access_token;
}

/** The calls of a client in its organization. */
export type Caller = {
  token: string;
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  patch(path: string, body: unknown): Promise<Reply>;
  /** Waits for the offer to have the status. */
  offerWith(status: string, offerId: string): Promise<Reply['body']>;
  /** Waits for the entitlement of an accepted offer. */
  entitlementOf(offerId: string): Promise<Reply['body']>;
};

export async function callerOf(
  address: string,
  credentials: { orgId: string; clientId: string; clientSecret: string },
): Promise<Caller> {
  const token = await tokenOf(address, credentials);
  const call = (method: string, where: string, body?: unknown) =>
    send(`${address}/org/${credentials.orgId}${where}`, method, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  const get = (where: string) => call('GET', where);
  return {
    token,
    get,
    post: (where, body) => call('POST', where, body),
    patch: (where, body) => call('PATCH', where, body),
    offerWith: (status, offerId) =>
      waitFor(async () => {
        const { body } = await get(`/offer/${offerId}`);
        return body.status === status ? body : undefined;
      }),
    entitlementOf: (offerId) => waitFor(async () => (await get(`/entitlement?offerId=${offerId}`)).body[0]),
  };
}
