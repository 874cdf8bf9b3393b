import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../platform/database/statement.ts';
import type { RouteRequest } from '../platform/http/route.ts';
import { networkOf } from '../platform/http/visitor-rate.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { type Caller, knowBrowser, knownBrowserDays } from './attempts.ts';
import type { Cookie, Cookies } from './cookies.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** The browsers in which a user has signed in. Failed attempts from elsewhere do not lock these browsers. */
export type KnownBrowsers = {
  callerOf(request: RouteRequest): Caller;
  /**
   * Records the browser as known for the user, in the system role.
   * @returns the cookie for the browser
   */
  remember(queryable: Queryable, request: RouteRequest, personId: string): Promise<Cookie>;
};

/** Creates access to known browsers. A cookie contains a secret and a signature, so that it cannot be forged. */
export function createKnownBrowsers(deps: { vault: Vault; cookies: Cookies }): KnownBrowsers {
  const signed = (secret: string): Buffer =>
    createHmac('sha256', deps.vault.derive('known browser')).update(secret).digest();
  const secretOf = (request: RouteRequest): string | undefined => {
    const [secret, signature] = deps.cookies.read(request, 'browser')?.split('.') ?? [];
    if (!secret || !signature) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const expected = signed(secret);
    return given.length === expected.length && timingSafeEqual(given, expected) ? secret : undefined;
  };
  const hashOf = (secret: string): string => hashSecret(secret).toString('base64url');
  return {
    callerOf: (request) => {
      const secret = secretOf(request);
      return { network: networkOf(request.ip), browser: secret && hashOf(secret) };
    },
    remember: async (queryable, request, personId) => {
      const secret = secretOf(request) ?? newSecret('tpb');
      await queryable.query(knowBrowser(personId, hashOf(secret)));
      const value = `${secret}.${signed(secret).toString('base64url')}`;
      return { name: 'browser', value, seconds: knownBrowserDays * 86_400 };
    },
  };
}
