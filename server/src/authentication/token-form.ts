import type { Answer, RouteRequest } from '../platform/http/route.ts';

export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** An error of the token and revocation endpoints (RFC 6749, section 5.2). */
export class TokenError extends Error {
  readonly answer: Answer;
  /** Whether credentials, a code or a token were invalid. */
  readonly isRefusal: boolean;
  /**
   * @param basic whether the client used HTTP Basic, which requires a challenge in the response (RFC 6749, section 5.2)
   */
  constructor(status: number, error: string, description: string, basic = false) {
    super(description);
    this.isRefusal = error === 'invalid_client' || error === 'invalid_grant';
    this.answer = {
      status,
      headers: {
        ...noStore,
        ...(basic ? { 'www-authenticate': 'Basic realm="tradepost"' } : {}),
      },
      body: { error, error_description: description },
    };
  }
}

/**
 * Runs work and converts a `TokenError` to its response.
 * @param onRefused is called for invalid credentials, codes or tokens, and may throw a different error
 */
export async function answering(
  work: () => Promise<Answer>,
  onRefused: () => Promise<void>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.isRefusal) await onRefused();
    return error.answer;
  }
}

/** The parameters that may occur only once (RFC 6749); `resource` may be repeated (RFC 8707). */
const single = [
  'grant_type',
  'client_id',
  'client_secret',
  'scope',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'token',
];

export function readForm(request: RouteRequest): URLSearchParams {
  const type = String(request.headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new TokenError(400, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded');
  if (request.rawBody.includes('\uFFFD'))
    throw new TokenError(400, 'invalid_request', 'The body is not UTF-8');
  const form = new URLSearchParams(request.rawBody);
  // A parameter without a value counts as absent (RFC 6749, section 3.2).
  for (const [name, value] of [...form]) if (value === '') form.delete(name, '');
  for (const name of single)
    if (form.getAll(name).length > 1)
      throw new TokenError(400, 'invalid_request', `${name} is given more than once`);
  return form;
}

/** The credentials of a client. */
export type ClientCredentials = { id: string; secret: string; basic: boolean };

export const wrongClient = (basic: boolean): TokenError =>
  new TokenError(401, 'invalid_client', 'The client is unknown or its secret is wrong', basic);

export function readClient(form: URLSearchParams, authorization: string | undefined): ClientCredentials {
  const basic = /^basic +(.+)$/i.exec(authorization ?? '');
  if (!basic) {
    const id = form.get('client_id');
    const secret = form.get('client_secret');
    if (!id || !secret)
      throw new TokenError(401, 'invalid_client', 'client_id and client_secret are required');
    return acceptable(id, secret, false);
  }
  if (form.has('client_secret'))
    throw new TokenError(400, 'invalid_request', 'The client must authenticate in one way only');
  const decoded = Buffer.from(basic[1] as string, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) throw new TokenError(401, 'invalid_client', 'The Basic credentials are malformed', true);
  return acceptable(formDecode(decoded.slice(0, colon)), formDecode(decoded.slice(colon + 1)), true);
}

function acceptable(id: string, secret: string, basic: boolean): ClientCredentials {
  if (id.includes('\0') || id.length > 200 || secret.length > 1000) throw wrongClient(basic);
  return { id, secret, basic };
}

/** Decodes a part of Basic credentials, which are form-encoded (RFC 6749, section 2.3.1). */
const formDecode = (value: string): string =>
  new URLSearchParams(`v=${value.replaceAll('&', '%26')}`).get('v') ?? '';
