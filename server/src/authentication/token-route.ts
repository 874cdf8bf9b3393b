import { z } from 'zod';
import type { Addresses } from '../platform/addresses.ts';
import { type Answer, type RouteRequest, route } from '../platform/http/route.ts';
import { networkOf } from '../platform/http/visitor-rate.ts';
import type { AttemptRates } from './attempt-rates.ts';
import { authenticationErrors } from './errors.ts';
import { exchangeGrant, type GrantDeps, isPersonGrant } from './grants.ts';
import { revoke, revokeOfClient } from './revocation.ts';
import { answering, noStore, readClient, readForm, TokenError, wrongClient } from './token-form.ts';
import { grantedScope, tokenLifetimeS } from './tokens.ts';

export type CheckedSecret = {
  /** The version of the secret, which is part of its tokens. */
  version: number;
  wallNow: Date;
  /** The number of seconds until a replaced secret expires, together with its tokens. */
  endsInS?: number;
};

/** Verifies a client's secret; returns the contents of its tokens, or undefined for a wrong secret. */
export type CheckSecret = (clientId: string, secret: string) => Promise<CheckedSecret | undefined>;

export type TokenRouteDeps = GrantDeps & {
  addresses: Addresses;
  checkSecret: CheckSecret;
  attemptRates: AttemptRates;
};

const tokenResponse = z
  .object({
    access_token: z.string().meta({ description: 'Access token, a JWT (RFC 9068)' }),
    token_type: z.literal('Bearer').meta({ description: 'Scheme for the Authorization header' }),
    expires_in: z.int().meta({ description: 'Lifetime in seconds' }),
    scope: z.string().meta({
      description: 'Always `api`, regardless of the request: everything that the role of the subject allows',
    }),
    refresh_token: z
      .string()
      .optional()
      .meta({ description: 'Only for users: can be exchanged once for new tokens' }),
  })
  .meta({ id: 'AccessToken', description: 'An access token, valid for one hour' });

const tokenForm = z.object({
  grant_type: z.enum(['client_credentials', 'authorization_code', 'refresh_token']),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  resource: z.string().optional().meta({ description: 'The base URL of the service' }),
  code: z.string().optional().meta({ description: 'For authorization_code: the code' }),
  redirect_uri: z.string().optional().meta({ description: 'For authorization_code: as in the request' }),
  code_verifier: z.string().optional().meta({ description: 'For authorization_code: the PKCE verifier' }),
  refresh_token: z.string().optional().meta({ description: 'For refresh_token: the token, valid once' }),
});

const revocationForm = z.object({
  token: z.string().meta({ description: 'A refresh token or an access token' }),
  token_type_hint: z.string().optional(),
  client_id: z.string().optional().meta({ description: 'Client to which the token was issued' }),
  client_secret: z
    .string()
    .optional()
    .meta({ description: 'Secret of an API client, unless it uses HTTP Basic' }),
});

const common = { group: 'Authentication', access: 'public' } as const;

/**
 * Returns the routes of the token endpoint, revocation, key set and discovery (RFC 6749, 7009, 7636, 8414, 8707, 9068).
 */
export const tokenRoutes = (deps: TokenRouteDeps) => [
  route({
    ...common,
    body: z.string(),
    bodyFormat: { type: 'raw', fields: tokenForm },
    method: 'POST',
    path: '/oauth2/token',
    operationId: 'exchangeToken',
    errors: [authenticationErrors.too_many_attempts.definition],
    summary: 'Exchange credentials, a code or a refresh token for an access token',
    description:
      'API clients use the grant_type client_credentials with client_id, client_secret and optionally resource (the base ' +
      'URL); they may also authenticate by HTTP Basic. Users use the grant_type authorization_code with code, ' +
      'redirect_uri, code_verifier and client_id, then refresh_token. Errors are those of RFC 6749, section 5.2.',
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
      scope: grantedScope,
    },
    responseDescription: 'The access token',
    run: {
      kind: 'plain',
      handle: (request) => answering(() => exchange(deps, request), countFailure(deps, request)),
    },
  }),
  route({
    ...common,
    body: z.string(),
    bodyFormat: { type: 'raw', fields: revocationForm },
    method: 'POST',
    path: '/oauth2/revoke',
    operationId: 'revokeToken',
    errors: [authenticationErrors.too_many_attempts.definition],
    summary: 'Revoke a token (RFC 7009)',
    description:
      'An API client, which authenticates as at the token endpoint, can revoke its own access tokens. Revoking a token ' +
      'of a user ends its session. Tokens of other clients are ignored, without an error.',
    example: { token: 'tpr_the-refresh-token', client_id: 'tradepost-console' },
    responseExample: {},
    response: z.object({}).meta({ description: 'Empty, whether or not the token existed' }),
    responseDescription: 'The token is invalid from now on',
    run: {
      kind: 'plain',
      handle: (request) => answering(() => endByToken(deps, request), countFailure(deps, request)),
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/.well-known/jwks.json',
    operationId: 'getKeySet',
    summary: 'Get the public keys for verifying access tokens',
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
    ...common,
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    operationId: 'getAuthorizationServerMetadata',
    summary: 'Get the authorization server metadata (RFC 8414)',
    response: z.record(z.string(), z.unknown()),
    responseDescription: 'Authorization server metadata',
    responseExample: metadata('https://tradepost.example'),
    run: { kind: 'plain', handle: () => ({ body: metadata(deps.addresses.authUrl()) }) },
  }),
];

const metadata = (authUrl: string) => ({
  issuer: authUrl,
  authorization_endpoint: `${authUrl}/oauth2/authorize`,
  token_endpoint: `${authUrl}/oauth2/token`,
  revocation_endpoint: `${authUrl}/oauth2/revoke`,
  jwks_uri: `${authUrl}/.well-known/jwks.json`,
  grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
  scopes_supported: [grantedScope],
  authorization_response_iss_parameter_supported: true,
});

/** Counts only failures, because many clients may share an address, and valid credentials are accepted at any rate. */
const countFailure =
  (deps: TokenRouteDeps, { ip }: RouteRequest) =>
  () =>
    deps.attemptRates.requireFailedToken(networkOf(ip));

async function exchange(deps: TokenRouteDeps, request: RouteRequest): Promise<Answer> {
  const form = readForm(request);
  const grantType = form.get('grant_type');
  const body = isPersonGrant(grantType)
    ? await exchangePersons(deps, request, form)
    : await exchangeClients(deps, request, form);
  return { headers: noStore, body };
}

async function exchangePersons(deps: TokenRouteDeps, request: RouteRequest, form: URLSearchParams) {
  if (request.headers.authorization !== undefined)
    throw new TokenError(401, 'invalid_client', 'This client authenticates by its client_id alone', true);
  checkResource(deps, form);
  return { token_type: 'Bearer', scope: grantedScope, ...(await exchangeGrant(deps, form)) };
}

async function exchangeClients(deps: TokenRouteDeps, request: RouteRequest, form: URLSearchParams) {
  const client = readClient(form, request.headers.authorization as string | undefined);
  const grantType = form.get('grant_type');
  if (!grantType) throw new TokenError(400, 'invalid_request', 'grant_type is missing');
  if (grantType !== 'client_credentials')
    throw new TokenError(
      400,
      'unsupported_grant_type',
      'grant_type must be client_credentials, authorization_code or refresh_token',
    );
  checkResource(deps, form);
  const checked = await deps.checkSecret(client.id, client.secret);
  if (!checked) throw wrongClient(client.basic);
  const lifetimeS = Math.min(tokenLifetimeS, checked.endsInS ?? tokenLifetimeS);
  const subject = { id: client.id, version: checked.version };
  const token = await deps.tokens.issue(subject, checked.wallNow, lifetimeS);
  return { access_token: token, token_type: 'Bearer', expires_in: lifetimeS, scope: grantedScope };
}

function checkResource({ addresses }: TokenRouteDeps, form: URLSearchParams): void {
  for (const resource of form.getAll('resource'))
    if (!addresses.isBaseUrl(resource))
      throw new TokenError(400, 'invalid_target', `resource must be ${addresses.baseUrl()}`);
}

async function endByToken(deps: TokenRouteDeps, request: RouteRequest): Promise<Answer> {
  const form = readForm(request);
  const token = form.get('token');
  const clientId = form.get('client_id');
  if (!token) throw new TokenError(400, 'invalid_request', 'token is missing');
  const { authorization } = request.headers as { authorization?: string };
  if (clientId && authorization === undefined && deps.clients.has(clientId))
    await revoke(deps, token, clientId);
  else {
    const client = readClient(form, authorization);
    if (!(await deps.checkSecret(client.id, client.secret))) throw wrongClient(client.basic);
    await revokeOfClient(deps, token, client.id);
  }
  return { headers: noStore, body: {} };
}
