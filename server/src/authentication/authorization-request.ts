import type { PublicClient } from './public-clients.ts';

/** An authorization request, with which a client sends a user to the sign-in page (OAuth 2.1, section 4.1.1). */
export type AuthorizationRequest = {
  client: PublicClient;
  redirectUri: string;
  state: string;
  codeChallenge: string;
  /** `none` allows no page; `login` requires the user to authenticate again. */
  prompt: 'none' | 'login' | undefined;
  /** The request's parameters, to be passed on in forms. */
  text: string;
};

export type ReadRequest =
  | { kind: 'request'; request: AuthorizationRequest }
  /** Thrown for an invalid client or redirect URL. A page then shows the error. */
  | { kind: 'page'; message: string }
  | { kind: 'redirect'; location: string };

const known = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'resource',
] as const;

/** The format of a code challenge: the SHA-256 of a verifier in base64url (RFC 7636). */
const challenge = /^[\w-]{43}$/;
const printable = /^[\x20-\x7e]{1,500}$/;

/** Parses and validates an authorization request. Users are redirected only to URLs of the client. */
export function readAuthorizationRequest(
  parameters: URLSearchParams,
  deps: {
    clients: ReadonlyMap<string, PublicClient>;
    issuer: string;
    isResource: (uri: string) => boolean;
  },
): ReadRequest {
  const get = (name: (typeof known)[number]) => parameters.get(name) || undefined;
  if (known.some((name) => parameters.getAll(name).length > 1))
    return { kind: 'page', message: 'The request contains a parameter more than once.' };
  const client = deps.clients.get(get('client_id') ?? '');
  if (!client) return { kind: 'page', message: 'The application that sent you here is not registered.' };
  const redirectUri = get('redirect_uri');
  if (redirectUri === undefined || !client.mayRedirectTo(redirectUri))
    return {
      kind: 'page',
      message: 'The redirect address is not registered for the application that sent you here.',
    };
  const state = get('state');
  const refuse = (error: string, description: string): ReadRequest => ({
    kind: 'redirect',
    location: withParameters(redirectUri, {
      error,
      error_description: description,
      ...(state !== undefined && printable.test(state) ? { state } : {}),
      iss: deps.issuer,
    }),
  });
  if (state === undefined || !printable.test(state))
    return refuse('invalid_request', 'state is missing or not printable ASCII of at most 500 characters');
  if (get('response_type') !== 'code')
    return refuse(
      get('response_type') ? 'unsupported_response_type' : 'invalid_request',
      'response_type must be code',
    );
  const codeChallenge = get('code_challenge');
  if (get('code_challenge_method') !== 'S256' || !codeChallenge || !challenge.test(codeChallenge))
    return refuse('invalid_request', 'code_challenge with the method S256 is required');
  const resource = get('resource');
  if (resource !== undefined && !deps.isResource(resource))
    return refuse('invalid_target', 'resource must be the address of this service');
  const prompt = get('prompt');
  if (prompt !== undefined && prompt !== 'none' && prompt !== 'login')
    return refuse('invalid_request', 'prompt must be none or login');
  const kept = known.flatMap((name): [string, string][] => (get(name) ? [[name, get(name) as string]] : []));
  const text = new URLSearchParams(kept).toString();
  return { kind: 'request', request: { client, redirectUri, state, codeChallenge, prompt, text } };
}

export function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
