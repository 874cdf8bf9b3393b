import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { pairOf } from '../../http/keys.ts';
import type { RawAnswer } from '../../http/server.ts';
import type { Ids } from '../ids.ts';
import type { InterfaceName, ServiceAccount, ServiceAccounts } from './accounts.ts';

const lifetimeS = 3599;
const hourS = 3600;
/** Allowed difference between the clocks of the vendor and of a client. */
const skewS = 300;
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const audiences = ['https://oauth2.googleapis.com/token', 'https://www.googleapis.com/oauth2/v4/token'];
const scopeBase = 'https://www.googleapis.com/auth/';
const platform = `${scopeBase}cloud-platform`;

/** The scopes that each interface accepts, and its address, which a self-signed token may name instead. */
const interfaces: Readonly<Record<InterfaceName, { scopes: readonly string[]; address: string }>> = {
  procurement: { scopes: [platform], address: 'https://cloudcommerceprocurement.googleapis.com/' },
  pubsub: { scopes: [platform, `${scopeBase}pubsub`], address: 'https://pubsub.googleapis.com/' },
  usage: {
    scopes: [platform, `${scopeBase}servicecontrol`],
    address: 'https://servicecontrol.googleapis.com/',
  },
  offers: { scopes: [platform], address: 'https://commerceproducer.googleapis.com/' },
  storage: {
    scopes: [platform, `${scopeBase}devstorage.read_only`, `${scopeBase}devstorage.read_write`],
    address: 'https://storage.googleapis.com/',
  },
};
const knownScopes = new Set(Object.values(interfaces).flatMap(({ scopes }) => scopes));

/** A refusal of the token endpoint. */
class GrantError extends Error {
  readonly error: string;

  constructor(error: string, message: string) {
    super(message);
    this.error = error;
  }
}

/** Why a call has no valid token. */
export type TokenFault = 'MISSING' | 'INVALID' | 'SCOPE';

type Grant = { account: ServiceAccount; scopes: readonly string[]; endsMs: number };
type Parts = { accounts: ServiceAccounts; ids: Ids; now: () => number };

/** Simulates the token endpoint for keys of service accounts, and checks bearer tokens. */
export function createTokens({ accounts, ids, now }: Parts) {
  const issued = new Map<string, Grant>();
  const issue = async (form: URLSearchParams): Promise<string> => {
    if (form.get('grant_type') !== grantType)
      throw new GrantError('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`);
    const assertion = form.get('assertion');
    if (!assertion) throw new GrantError('invalid_request', 'Missing required parameter: assertion');
    const { account, claims } = await verifyAssertion(assertion, accounts, now());
    if (!audiences.includes(claims.aud as string))
      throw new GrantError('invalid_grant', 'Invalid JWT: Failed audience check.');
    const scopes = String(claims.scope ?? '')
      .split(' ')
      .filter(Boolean);
    if (scopes.length === 0 || scopes.some((scope) => !knownScopes.has(scope)))
      throw new GrantError('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
    const token = ids.accessToken();
    issued.set(token, { account, scopes, endsMs: now() + lifetimeS * 1000 });
    return token;
  };
  /** Accepts a token that the client signed itself, for an interface or with scopes. */
  const selfSigned = async (token: string, name: InterfaceName): Promise<ServiceAccount | TokenFault> => {
    try {
      const { account, claims } = await verifyAssertion(token, accounts, now());
      if (claims.sub !== claims.iss) return 'INVALID';
      const { scopes, address } = interfaces[name];
      if (claims.scope === undefined) return claims.aud === address ? account : 'INVALID';
      return String(claims.scope)
        .split(' ')
        .some((scope) => scopes.includes(scope))
        ? account
        : 'SCOPE';
    } catch (error) {
      if (error instanceof GrantError) return 'INVALID';
      throw error;
    }
  };
  return {
    /** Answers a token request. */
    answer: async (form: URLSearchParams): Promise<RawAnswer> => {
      try {
        const token = await issue(form);
        return json(200, { access_token: token, expires_in: lifetimeS, token_type: 'Bearer' });
      } catch (error) {
        if (!(error instanceof GrantError)) throw error;
        return json(400, { error: error.error, error_description: error.message });
      }
    },
    /** Returns the caller of a bearer token that is valid for an interface, or the fault of the token. */
    callerOf: async (
      authorization: string | undefined,
      name: InterfaceName,
    ): Promise<ServiceAccount | TokenFault> => {
      const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) return 'MISSING';
      if (token.split('.').length === 3) return selfSigned(token, name);
      const found = issued.get(token);
      if (!found || found.endsMs <= now()) return 'INVALID';
      return found.scopes.some((scope) => interfaces[name].scopes.includes(scope)) ? found.account : 'SCOPE';
    },
    /** Ends all tokens immediately. */
    revokeAll: () => issued.clear(),
    /** Returns the scopes of all issued tokens. */
    scopes: () => [...issued.values()].flatMap(({ scopes }) => scopes),
    /** Returns all issued tokens, for tests that search for leaks. */
    issued: () => [...issued.keys()],
  };
}
export type Tokens = ReturnType<typeof createTokens>;

const json = (status: number, body: object): RawAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

/** Verifies a token that a key of a service account signed for at most an hour. */
async function verifyAssertion(token: string, accounts: ServiceAccounts, nowMs: number) {
  const { iss, kid } = readAssertion(token);
  const account = accounts.find(iss);
  if (!account) throw new GrantError('invalid_grant', 'Invalid grant: account not found');
  if (account.isDisabled) throw new GrantError('disabled_client', 'The OAuth client was disabled.');
  // Official clients name no key in the header of a token request, so every key of the account is tried.
  const keys = account.keys.filter(
    ({ id, isDisabled, endsMs }) => !isDisabled && endsMs > nowMs && (kid === undefined || kid === id),
  );
  for (const { pair } of keys) {
    const claims = await claimsOf(token, pair, nowMs);
    if (claims) return { account, claims };
  }
  throw new GrantError('invalid_grant', 'Invalid JWT Signature.');
}

/** Returns the claims of a token that a key has signed; undefined for another key. */
async function claimsOf(token: string, pair: string, nowMs: number): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, (await pairOf(pair)).publicKey, {
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat'],
      clockTolerance: skewS,
      currentDate: new Date(nowMs),
    });
    const { iat = 0, exp = 0 } = payload;
    if (exp - iat > hourS || iat > nowMs / 1000 + skewS) throw badTimes();
    return payload;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
      return undefined;
    throw error instanceof GrantError ? error : badTimes();
  }
}

const badTimes = () =>
  new GrantError(
    'invalid_grant',
    'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
  );

function readAssertion(token: string): { iss: string; kid: string | undefined } {
  try {
    return { iss: decodeJwt(token).iss ?? '', kid: decodeProtectedHeader(token).kid };
  } catch {
    throw new GrantError('invalid_grant', 'Bad Request');
  }
}
