import type { Keys } from '../../http/keys.ts';
import type { RawAnswer, RawRequest } from '../../http/server.ts';
import type { Tokens } from './tokens.ts';

/** Address of the service account that signs landing tokens; its list of keys is the issuer of the tokens. */
export const landingSigner = 'cloud-commerce-partner@system.gserviceaccount.com';

/** The operations of the sign-in service, by method and path. */
const routes: Readonly<Record<string, SignInOperation>> = {
  'POST /token': 'token',
  'GET /oauth2/v3/certs': 'pushKeys',
  [`GET /robot/v1/metadata/jwk/${landingSigner}`]: 'landingKeys',
  [`GET /service_accounts/v1/jwk/${landingSigner}`]: 'landingKeys',
  [`GET /robot/v1/metadata/x509/${landingSigner}`]: 'landingCertificates',
};
export type SignInOperation = 'token' | 'pushKeys' | 'landingKeys' | 'landingCertificates';

export const findSignIn = ({ method, path }: RawRequest): SignInOperation | undefined =>
  routes[`${method} ${decodeURIComponent(path)}`];

type Parts = {
  tokens: Tokens;
  keys: { push: Keys; landing: Keys };
  certificates: () => Promise<Record<string, string>>;
};

/** Simulates the sign-in service: tokens, and the signing keys of push messages and of landing tokens. */
export function createSignIn({ tokens, keys, certificates }: Parts) {
  return async (request: RawRequest, operation: SignInOperation): Promise<RawAnswer> => {
    if (operation === 'token') {
      const isForm = /^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? '');
      return tokens.answer(new URLSearchParams(isForm ? request.body.toString() : ''));
    }
    const { state, list } = operation === 'pushKeys' ? keys.push : keys.landing;
    state.reads += 1;
    if (state.isDown) return { status: 503, body: '' };
    return {
      status: 200,
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'cache-control': 'public, max-age=21600, must-revalidate, no-transform',
      },
      body: JSON.stringify(operation === 'landingCertificates' ? await certificates() : await list()),
    };
  };
}
