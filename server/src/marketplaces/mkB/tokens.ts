import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { OutsideFetch } from '../../platform/outside/outside-fetch.ts';
import { MarketplaceError } from '../errors.ts';
import type { Addresses } from './addresses.ts';
import { networkError, pauseOf, unreadable } from './errors.ts';
import type { Settings } from './settings.ts';

/** Access tokens are renewed this long before they expire. */
const renewalMs = 5 * 60_000;
const assertionSeconds = 300;

/** A rejected sign-in, with the setting that the seller must correct. */
export class SignInRefused extends MarketplaceError {
  readonly setting: string;
  constructor(code: string, { setting, readable }: Explanation) {
    super(code, { kind: 'unauthorized', readable });
    this.setting = setting;
  }
}
type Explanation = { setting: string; readable: string };

/** Explanations by the number of the sign-in service's error. */
const explanations: Readonly<Record<number, Explanation>> = {
  90002: { setting: 'tenantID', readable: 'The directory (tenant) does not exist. Correct tenantID.' },
  900023: { setting: 'tenantID', readable: 'The directory (tenant) does not exist. Correct tenantID.' },
  700016: {
    setting: 'clientID',
    readable: 'The directory has no application with this ID. Correct clientID, or tenantID.',
  },
  7000215: {
    setting: 'clientSecret',
    readable: 'The client secret is wrong. Enter the value of a secret of this application, not its ID.',
  },
  7000222: {
    setting: 'clientSecret',
    readable: 'The client secret has expired. Create a new secret, then enter its value.',
  },
  700027: {
    setting: 'certificate',
    readable: 'The certificate is not registered for the application, or has expired. Upload it there.',
  },
  700024: {
    setting: 'certificate',
    readable: 'The sign-in with the certificate was rejected because of its time. Check the server’s clock.',
  },
};
const unexplained: Explanation = {
  setting: 'signIn',
  readable: 'The sign-in of the application is rejected. Check tenantID, clientID and the secret.',
};

export type Tokens = {
  /** Returns a valid access token. */
  get(): Promise<string>;
  /** Discards a token that the marketplace rejected. */
  forget(token: string): void;
};

type Deps = {
  settings: () => Settings;
  fetch: OutsideFetch;
  addresses: Addresses;
  now: () => Date;
  /** The interface that accepts the tokens. */
  scope: string;
};
type Known = { token: string; endsMs: number };

/** Creates the source of a connection's access tokens. Concurrent callers share one sign-in. */
export function createTokens(deps: Deps): Tokens {
  let known: Known | undefined;
  let pending: Promise<Known> | undefined;
  const renew = async (): Promise<Known> => {
    try {
      known = await signIn(deps);
      return known;
    } finally {
      pending = undefined;
    }
  };
  return {
    get: async () => {
      if (known && known.endsMs - renewalMs > deps.now().getTime()) return known.token;
      pending ??= renew();
      return (await pending).token;
    },
    forget: (token) => {
      if (known?.token === token) known = undefined;
    },
  };
}

/** Signs the application in with its own credentials. */
async function signIn({ settings, fetch, addresses, now, scope }: Deps): Promise<Known> {
  const { tenantId, clientId, proof } = settings();
  const url = `${addresses.login}/${tenantId}/oauth2/v2.0/token`;
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, scope });
  if (proof.kind === 'secret') form.set('client_secret', proof.secret);
  else {
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    form.set('client_assertion', await assertionOf(proof, clientId, url, now()));
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
  }).catch((error: unknown) => {
    throw networkError(error, 'reads');
  });
  const read: unknown = await response.json().catch(() => undefined);
  const body = (read ?? {}) as Record<string, unknown>;
  if (!response.ok) throw signInError(response, body);
  const { access_token: token, expires_in: seconds } = body;
  if (typeof token !== 'string' || token === '' || !(Number(seconds) > 0))
    throw unreadable('no access token', 'reads');
  return { token, endsMs: now().getTime() + Number(seconds) * 1000 };
}

/** Signs an assertion of the application's identity with the key of its certificate. */
const assertionOf = (
  { key, thumbprint }: Extract<Settings['proof'], { kind: 'certificate' }>,
  clientId: string,
  url: string,
  now: Date,
): Promise<string> => {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ jti: randomUUID() })
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(url)
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + assertionSeconds)
    .sign(key);
};

/** Converts a response without a token. The service's description is dropped, because it can repeat the request. */
function signInError({ status, headers }: Response, body: Record<string, unknown>): MarketplaceError {
  const { error, error_codes: numbers } = body as { error?: unknown; error_codes?: unknown };
  const [number] = Array.isArray(numbers) ? numbers.map(Number) : [];
  const isTemporary = error === 'temporarily_unavailable' || status >= 500;
  if (status === 429)
    return new MarketplaceError('HTTP 429 at the sign-in', {
      kind: 'throttled',
      retryAfterMs: pauseOf(headers),
    });
  if (isTemporary || status < 400)
    return new MarketplaceError(`HTTP ${status} at the sign-in`, {
      kind: 'unreachable',
      readable: 'The sign-in service of the marketplace does not respond. The call is retried automatically.',
    });
  const code = typeof error === 'string' && /^\w{1,64}$/.test(error) ? error : `HTTP ${status}`;
  return new SignInRefused(
    [code, number].filter(Boolean).join(' '),
    explanations[number ?? 0] ?? unexplained,
  );
}
