import { importPKCS8, SignJWT } from 'jose';
import { type OutsideFetch, wasNeverSent } from '../../platform/outside/outside-fetch.ts';
import { badCredentials, type CallError, toCallError, toNetworkError } from './errors.ts';
import { type Hosts, tokenAudience } from './hosts.ts';
import type { ServiceKey } from './service-key.ts';

export type SignIn = {
  /** Returns a valid access token. Concurrent calls share one request. */
  token(): Promise<string>;
  /** Drops a token that the marketplace no longer accepts. */
  forget(token: string): void;
};

type Deps = { key: ServiceKey; scope: string; hosts: Hosts; fetch: OutsideFetch; now: () => Date };
type AccessToken = { value: string; endsMs: number };

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The longest lifetime that the vendor accepts for an assertion, in seconds. */
const assertionS = 3600;
/** Time before its expiry at which a token is replaced. */
const marginMs = 5 * 60_000;

/**
 * Exchanges assertions that are signed with the service account's key for access tokens. The vendor's library reads the
 * time of the machine instead of the connector's clock, and adds 23 packages for this one request.
 */
export function createSignIn(deps: Deps): SignIn {
  let current: Promise<AccessToken> | undefined;
  let rejected: string | undefined;
  const isGood = ({ value, endsMs }: AccessToken): boolean =>
    value !== rejected && endsMs - deps.now().getTime() > marginMs;

  return {
    token: async () => {
      const known = current;
      const held = await known?.catch(() => undefined);
      if (held && isGood(held)) return held.value;
      // A concurrent call may have requested a new token meanwhile.
      if (current === known) current = request(deps);
      return (await (current as Promise<AccessToken>)).value;
    },
    forget: (token) => {
      rejected = token;
    },
  };
}

async function request(deps: Deps): Promise<AccessToken> {
  const { hosts, fetch, now } = deps;
  const body = new URLSearchParams({ grant_type: grantType, assertion: await sign(deps) }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${hosts.signIn}/token`, { method: 'POST', headers, body }).catch(
    (cause: unknown) => {
      throw toNetworkError(cause, 'reads', !wasNeverSent(cause));
    },
  );
  const answer = (await response.json().catch(() => undefined)) as TokenResponse | undefined;
  if (response.status !== 200 || typeof answer?.access_token !== 'string')
    throw toSignInError(response, answer);
  const seconds = Number(answer.expires_in);
  return {
    value: answer.access_token,
    endsMs: now().getTime() + (Number.isFinite(seconds) ? seconds : 0) * 1000,
  };
}

async function sign({ key, scope, now }: Deps): Promise<string> {
  const issuedAt = Math.floor(now().getTime() / 1000);
  const { keyId: kid } = key;
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(kid === undefined ? {} : { kid }) })
    .setIssuer(key.email)
    .setAudience(tokenAudience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + assertionS)
    .sign(await importPKCS8(key.privateKey, 'RS256'));
}

type TokenResponse = Partial<Record<'access_token' | 'expires_in' | 'error' | 'error_description', unknown>>;

/** The refusals of the sign-in service, by code and description. */
const refusals: readonly (readonly [code: string, pattern: RegExp, name: string, readable: string])[] = [
  [
    'invalid_grant',
    /account not found/i,
    'ACCOUNT_NOT_FOUND',
    'The service account of the key file does not exist or was deleted. Create a key of an existing service account.',
  ],
  [
    'invalid_grant',
    /signature/i,
    'KEY_REJECTED',
    'The key does not belong to the service account, or was deleted, disabled or has expired. Enter a new key.',
  ],
  [
    'disabled_client',
    /.*/,
    'ACCOUNT_DISABLED',
    'The service account is disabled. Enable it, then verify the integration again.',
  ],
  [
    'invalid_grant',
    /short-lived|timeframe|iat|exp/i,
    'CLOCK_WRONG',
    'The clock of this installation differs from the marketplace’s. Contact the operator of this installation.',
  ],
];

function toSignInError(response: Response, answer: TokenResponse | undefined): CallError {
  const { status, headers } = response;
  // A successful response without a token is treated like a lost response.
  if (status === 429 || status >= 500 || status < 400)
    return toCallError(
      { status: status < 400 ? 502 : status, retryAfter: headers.get('retry-after'), body: undefined },
      'reads',
    );
  const [code, description] = [String(answer?.error ?? ''), String(answer?.error_description ?? '')];
  const found = refusals.find(([of, pattern]) => of === code && pattern.test(description));
  return found ? badCredentials(found[2], found[3]) : badCredentials('SIGN_IN_REFUSED');
}
