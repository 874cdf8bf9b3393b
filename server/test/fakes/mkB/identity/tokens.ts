import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { RawAnswer } from '../../http/server.ts';
import type { Ids } from '../ids.ts';
import { type App, type Apps, type Caller, type Credential, type Resource, resources } from './apps.ts';

/** A call to the token endpoint of a tenant. */
export type TokenCall = {
  tenantId: string;
  version: 'V1' | 'V2';
  /** Address at which the endpoint was called, which an assertion may name as its audience. */
  address: string;
  form: URLSearchParams;
  authorization: string | undefined;
};

type CertificateCredential = Extract<Credential, { publicKey: unknown }>;
type Issued = Caller & { resource: Resource; endsMs: number };
type Parts = { apps: Apps; ids: Ids; now: () => number };

const lifetimeS = 3599;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** A refusal of the token endpoint, with the number of the vendor’s error. */
class TokenError extends Error {
  readonly status: number;
  readonly error: string;
  readonly number: number;

  constructor(status: number, error: string, number: number, message: string) {
    super(message);
    this.status = status;
    this.error = error;
    this.number = number;
  }
}

/** Simulates the token endpoint (client credentials with a secret or a certificate) and checks bearer tokens. */
export function createTokens({ apps, ids, now }: Parts) {
  const issued = new Map<string, Issued>();
  const issue = async (call: TokenCall) => {
    const { tenantId, form } = call;
    const grant = required(form, 'grant_type');
    if (grant !== 'client_credentials')
      throw new TokenError(
        400,
        'unsupported_grant_type',
        70_003,
        `The grant type '${grant}' is not supported.`,
      );
    if (!apps.hasTenant(tenantId))
      throw new TokenError(400, 'invalid_request', 90_002, `Tenant '${tenantId}' not found.`);
    const app = await authenticate(call, apps, now());
    const resource = requestedResource(call);
    const token = ids.accessToken();
    issued.set(token, {
      tenantId,
      clientId: app.clientId,
      resource,
      endsMs: now() + lifetimeS * 1000,
    });
    return { token, resource };
  };
  return {
    /** Answers a token request. */
    answer: async (call: TokenCall): Promise<RawAnswer> => {
      try {
        const { token, resource } = await issue(call);
        return json(200, issuedBody(call, token, resource, now()));
      } catch (error) {
        if (!(error instanceof TokenError)) throw error;
        return json(error.status, {
          error: error.error,
          error_description: `AADSTS${error.number}: ${error.message} Trace ID: ${ids.uuid()}`,
          error_codes: [error.number],
          timestamp: new Date(now()).toISOString().replace('T', ' ').replace(/\..*/, 'Z'),
          trace_id: ids.uuid(),
          correlation_id: ids.uuid(),
        });
      }
    },
    /** Returns the caller of a valid bearer token for a resource; undefined for any other header. */
    callerOf: (authorization: string | undefined, resource: Resource): Caller | undefined => {
      const found = issued.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
      return found?.resource === resource && found.endsMs > now()
        ? { tenantId: found.tenantId, clientId: found.clientId }
        : undefined;
    },
    /** Ends all tokens immediately. */
    revokeAll: () => issued.clear(),
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

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value) return value;
  const message = `The request body must contain the following parameter: '${name}'.`;
  throw new TokenError(400, 'invalid_request', 900_144, message);
}

/** The older endpoint answers numbers as text, and names the resource. */
function issuedBody({ version }: TokenCall, token: string, resource: Resource, nowMs: number): object {
  const body = { token_type: 'Bearer', access_token: token };
  if (version === 'V2') return { ...body, expires_in: lifetimeS, ext_expires_in: lifetimeS };
  const seconds = Math.floor(nowMs / 1000);
  return {
    ...body,
    expires_in: String(lifetimeS),
    ext_expires_in: String(lifetimeS),
    expires_on: String(seconds + lifetimeS),
    not_before: String(seconds),
    resource: resources[resource],
  };
}

/** Reads the resource: a parameter of the older endpoint, and a scope that ends in `/.default` in the newer one. */
function requestedResource({ version, form }: TokenCall): Resource {
  const named = required(form, version === 'V1' ? 'resource' : 'scope');
  if (version === 'V2' && !named.endsWith('/.default'))
    throw new TokenError(
      400,
      'invalid_scope',
      1_002_012,
      `The provided value for scope ${named} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier.`,
    );
  const address = version === 'V2' ? named.slice(0, -'/.default'.length) : named.replace(/\/$/, '');
  const found = (Object.keys(resources) as Resource[]).find((name) => resources[name] === address);
  if (found) return found;
  const message = `The resource principal named ${address} was not found in the tenant.`;
  throw new TokenError(400, 'invalid_resource', 500_011, message);
}

/** Finds the application by its secret, in the form or the header, or by its signed assertion. */
async function authenticate(call: TokenCall, apps: Apps, nowMs: number): Promise<App> {
  const { form, tenantId, authorization } = call;
  const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
  const [headerId, headerSecret] = Buffer.from(basic ?? '', 'base64')
    .toString()
    .split(':')
    .map(decodeURIComponent);
  const clientId = headerId || required(form, 'client_id');
  const app = apps.find(tenantId, clientId);
  if (!app)
    throw new TokenError(
      400,
      'unauthorized_client',
      700_016,
      `Application with identifier '${clientId}' was not found in the directory '${tenantId}'.`,
    );
  const secret = headerSecret ?? form.get('client_secret') ?? undefined;
  if (secret !== undefined) return withSecret(app, secret, nowMs);
  if (form.get('client_assertion_type') === assertionType) return withAssertion(app, call, nowMs);
  throw new TokenError(
    401,
    'invalid_client',
    7_000_218,
    "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
  );
}

function withSecret(app: App, secret: string, nowMs: number): App {
  const found = app.credentials.find((one) => 'secret' in one && one.secret === secret);
  if (!found)
    throw new TokenError(
      401,
      'invalid_client',
      7_000_215,
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${app.clientId}'.`,
    );
  if (found.endsMs > nowMs) return app;
  const message = `The provided client secret keys for app '${app.clientId}' are expired.`;
  throw new TokenError(401, 'invalid_client', 7_000_222, message);
}

async function withAssertion(app: App, { form, tenantId, address }: TokenCall, nowMs: number): Promise<App> {
  const assertion = required(form, 'client_assertion');
  const certificate = certificateOf(app, assertion);
  if (!certificate || certificate.endsMs <= nowMs)
    throw new TokenError(
      401,
      'invalid_client',
      700_027,
      'The certificate with identifier used to sign the client assertion is not registered on application.',
    );
  try {
    await jwtVerify(assertion, certificate.publicKey, {
      algorithms: ['RS256', 'PS256'],
      issuer: app.clientId,
      subject: app.clientId,
      audience: [
        address,
        `https://login.microsoftonline.com/${tenantId}/v2.0`,
        `https://login.microsoftonline.com/${tenantId}/oauth2/v2.0/token`,
      ],
      requiredClaims: ['exp', 'jti'],
      currentDate: new Date(nowMs),
    });
    return app;
  } catch (error) {
    const number = error instanceof errors.JWTExpired ? 700_024 : 700_027;
    throw new TokenError(401, 'invalid_client', number, `Client assertion is not valid: ${error}`);
  }
}

function certificateOf(app: App, assertion: string): CertificateCredential | undefined {
  try {
    const { x5t, 'x5t#S256': x5tS256 } = decodeProtectedHeader(assertion) as Record<string, string>;
    return app.credentials.find(
      (one): one is CertificateCredential =>
        'publicKey' in one && one.thumbprints.some((print) => print === x5t || print === x5tS256),
    );
  } catch {
    return undefined;
  }
}
