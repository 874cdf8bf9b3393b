import type { Keys } from '../../http/keys.ts';
import type { RawAnswer, RawRequest } from '../../http/server.ts';
import type { Tokens } from './tokens.ts';

/** The operations of the sign-in service, by method and path. */
const routes: readonly [operation: LoginOperation, method: string, path: RegExp][] = [
  ['token', 'POST', /^\/([^/]+)\/oauth2\/v2\.0\/token$/],
  ['tokenV1', 'POST', /^\/([^/]+)\/oauth2\/token$/],
  ['keys', 'GET', /^\/([^/]+)\/discovery\/(?:v2\.0\/)?keys$/],
  ['metadata', 'GET', /^\/([^/]+)\/v2\.0\/\.well-known\/openid-configuration$/],
];
export type LoginOperation = 'token' | 'tokenV1' | 'keys' | 'metadata';

export const findLogin = ({ method, path }: RawRequest) => {
  for (const [operation, wanted, pattern] of routes) {
    const [, tenantId] = pattern.exec(path) ?? [];
    if (method === wanted && tenantId !== undefined) return { operation, tenantId };
  }
  return undefined;
};
export type LoginRoute = NonNullable<ReturnType<typeof findLogin>>;

const json = (status: number, body: object): RawAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Simulates the sign-in service: tokens, the list of signing keys, and its metadata. */
export function createLogin({ tokens, keys }: { tokens: Tokens; keys: Keys }) {
  return async (request: RawRequest, { operation, tenantId }: LoginRoute): Promise<RawAnswer> => {
    const base = `http://${request.headers.host}/${tenantId}`;
    if (operation === 'keys') {
      keys.state.reads += 1;
      return keys.state.isDown
        ? json(503, { error: 'temporarily_unavailable' })
        : json(200, await keys.list());
    }
    if (operation === 'metadata')
      return json(200, {
        // The issuer is the vendor’s name, as in its tokens; the addresses are local.
        issuer: `https://login.microsoftonline.com/${tenantId}/v2.0`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
        token_endpoint_auth_methods_supported: [
          'client_secret_post',
          'private_key_jwt',
          'client_secret_basic',
        ],
        response_types_supported: ['code', 'id_token'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (!/^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? ''))
      return json(400, { error: 'invalid_request', error_description: 'AADSTS900144: The body is no form.' });
    return tokens.answer({
      tenantId,
      version: operation === 'token' ? 'V2' : 'V1',
      address: `http://${request.headers.host}${request.path}`,
      form: new URLSearchParams(request.body.toString()),
      authorization: request.headers.authorization,
    });
  };
}
