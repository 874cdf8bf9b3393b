import { z } from 'zod';
import type { Addresses } from '../platform/addresses.ts';
import type { Database } from '../platform/database.ts';
import { type Answer, type RouteRequest, route } from '../platform/route.ts';
import { checkSecret } from './clients.ts';
import type { SigningKeys } from './keys.ts';
import { type Tokens, tokenLifetimeS } from './tokens.ts';

type Deps = { database: Database; tokens: Tokens; keys: SigningKeys; addresses: Addresses };

const tokenResponse = z
  .object({
    access_token: z.string().meta({ description: 'The token, a JWT (RFC 9068)' }),
    token_type: z.literal('Bearer').meta({ description: 'How it is sent: in the header Authorization' }),
    expires_in: z.int().meta({ description: 'Seconds that it is good for' }),
  })
  .meta({ id: 'AccessToken', description: 'An access token, good for one hour' });

class TokenError extends Error {
  readonly answer: Answer;
  constructor(status: number, error: string, description: string) {
    super(description);
    this.answer = {
      status,
      headers: {
        ...noStore,
        ...(status === 401 ? { 'www-authenticate': 'Basic realm="tradepost"' } : {}),
      },
      body: { error, error_description: description },
    };
  }
}

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** Token endpoint, key set and discovery: OAuth 2.0 client credentials (RFC 6749, 8707, 9068, 8414). */
export const tokenRoutes = (deps: Deps) => [
  route({
    method: 'POST',
    path: '/oauth2/token',
    operationId: 'exchangeToken',
    group: 'Authentication',
    summary: 'Exchange client credentials for an access token',
    description:
      'Form fields grant_type (client_credentials), client_id, client_secret and resource (the base URL; may be ' +
      'left out). The client may also authenticate by HTTP Basic. Errors are those of RFC 6749, section 5.2.',
    access: 'public',
    body: z.string(),
    bodyFormat: 'raw',
    example: {
      grant_type: 'client_credentials',
      client_id: 'cli_01m7z53qrwf3raysksbfq2fp2q',
      client_secret: 'the-secret-that-was-shown-once',
    },
    response: tokenResponse,
    responseExample: {
      access_token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.AA',
      token_type: 'Bearer',
      expires_in: 3600,
    },
    responseDescription: 'The access token',
    run: {
      kind: 'plain',
      handle: async (request) => {
        try {
          return await exchange(deps, request as RouteRequest);
        } catch (error) {
          if (error instanceof TokenError) return error.answer;
          throw error;
        }
      },
    },
  }),
  route({
    method: 'GET',
    path: '/.well-known/jwks.json',
    operationId: 'getKeySet',
    group: 'Authentication',
    summary: 'The public keys that access tokens are signed with',
    access: 'public',
    response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
    responseDescription: 'A JSON Web Key Set (RFC 7517)',
    responseExample: {
      keys: [
        { kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'key_01m7z53qrwf3raysksbfq2fp2q', n: 'tyOz', e: 'AQAB' },
      ],
    },
    run: {
      kind: 'plain',
      handle: async () => ({
        headers: { 'cache-control': 'public, max-age=60' },
        body: await deps.keys.published(),
      }),
    },
  }),
  route({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    operationId: 'getAuthorizationServerMetadata',
    group: 'Authentication',
    summary: 'What the token endpoint can do (RFC 8414)',
    access: 'public',
    response: z.record(z.string(), z.unknown()),
    responseDescription: 'Authorization server metadata',
    responseExample: metadata('https://tradepost.example'),
    run: { kind: 'plain', handle: () => ({ body: metadata(deps.addresses.authUrl()) }) },
  }),
];

const metadata = (authUrl: string) => ({
  issuer: authUrl,
  token_endpoint: `${authUrl}/oauth2/token`,
  jwks_uri: `${authUrl}/.well-known/jwks.json`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
});

async function exchange(deps: Deps, request: RouteRequest): Promise<Answer> {
  const form = readForm(request);
  const client = readClient(form, request.headers.authorization as string | undefined);
  const grantType = form.get('grant_type');
  if (!grantType) throw new TokenError(400, 'invalid_request', 'grant_type is missing');
  if (grantType !== 'client_credentials')
    throw new TokenError(400, 'unsupported_grant_type', 'grant_type must be client_credentials');
  for (const resource of form.getAll('resource'))
    if (!deps.addresses.isBaseUrl(resource))
      throw new TokenError(400, 'invalid_target', `resource must be ${deps.addresses.baseUrl()}`);
  const checked = await checkSecret(deps.database, client.id, client.secret);
  if (!checked) throw new TokenError(401, 'invalid_client', 'The client is unknown or its secret is wrong');
  const token = await deps.tokens.issue({ id: client.id, version: checked.version }, checked.wallNow);
  return {
    headers: noStore,
    body: { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeS },
  };
}

/** Parameters that RFC 6749 lets come once only; `resource` may be repeated (RFC 8707). */
const single = ['grant_type', 'client_id', 'client_secret', 'scope'];

function readForm(request: RouteRequest): URLSearchParams {
  const type = String(request.headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new TokenError(400, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded');
  if (request.rawBody.includes('\uFFFD'))
    throw new TokenError(400, 'invalid_request', 'The body is not UTF-8');
  const form = new URLSearchParams(request.rawBody);
  // RFC 6749, section 3.2: a parameter without a value counts as left out.
  for (const [name, value] of [...form]) if (value === '') form.delete(name, '');
  for (const name of single)
    if (form.getAll(name).length > 1)
      throw new TokenError(400, 'invalid_request', `${name} is given more than once`);
  return form;
}

function readClient(
  form: URLSearchParams,
  authorization: string | undefined,
): { id: string; secret: string } {
  const basic = /^basic +(.+)$/i.exec(authorization ?? '');
  if (!basic) {
    const id = form.get('client_id');
    const secret = form.get('client_secret');
    if (!id || !secret) throw new TokenError(401, 'invalid_client', 'client_id and client_secret are needed');
    return acceptable(id, secret);
  }
  if (form.has('client_secret'))
    throw new TokenError(400, 'invalid_request', 'The client must authenticate in one way only');
  const decoded = Buffer.from(basic[1] as string, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) throw new TokenError(401, 'invalid_client', 'The Basic credentials are not well formed');
  return acceptable(formDecode(decoded.slice(0, colon)), formDecode(decoded.slice(colon + 1)));
}

function acceptable(id: string, secret: string): { id: string; secret: string } {
  if (id.includes('\0') || id.length > 200 || secret.length > 1000)
    throw new TokenError(401, 'invalid_client', 'The client is unknown or its secret is wrong');
  return { id, secret };
}

/** RFC 6749, section 2.3.1: the two parts are form-encoded before they are put together. */
const formDecode = (value: string): string =>
  new URLSearchParams(`v=${value.replaceAll('&', '%26')}`).get('v') ?? '';
