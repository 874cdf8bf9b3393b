import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RawRequest } from '../http/server.ts';
import { type Protocol, ServiceError } from './errors.ts';
import type { AccessKey } from './identities.ts';

const algorithm = 'AWS4-HMAC-SHA256';
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** Percent-encodes by RFC 3986: everything except letters, digits and `-._~`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

export type SignedRequest = {
  accessKeyId: string;
  date: string;
  region: string;
  service: string;
  signedHeaders: string[];
  signature: string;
  token: string | undefined;
  /** Time of the signature, as YYYYMMDDTHHMMSSZ. */
  at: string;
  /** Lifetime of a signed URL; undefined if the call itself is signed. */
  expiresS: number | undefined;
};

const parametersOf = (query: string) =>
  query
    .split('&')
    .filter((part) => part)
    .map((part) => part.split('=').map((side) => decodeURIComponent(side.replaceAll('+', '%20'))))
    .map(([name = '', value = '']) => [name, value] as const);

/** Parses the caller's signature; undefined without a signature. */
export function readSignedRequest({
  headers,
  query,
}: Pick<RawRequest, 'headers' | 'query'>): SignedRequest | undefined {
  const parameters = new Map(parametersOf(query));
  if (parameters.get('X-Amz-Algorithm') === algorithm) {
    const scope = (parameters.get('X-Amz-Credential') ?? '').split('/');
    return {
      ...scoped(scope),
      signedHeaders: (parameters.get('X-Amz-SignedHeaders') ?? '').split(';'),
      signature: parameters.get('X-Amz-Signature') ?? '',
      token: parameters.get('X-Amz-Security-Token'),
      at: parameters.get('X-Amz-Date') ?? '',
      expiresS: Number(parameters.get('X-Amz-Expires') ?? 0),
    };
  }
  const { authorization = '' } = headers;
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
    authorization,
  );
  if (!found) return undefined;
  const [, credential = '', signedHeaders = '', signature = ''] = found;
  const token = headers['x-amz-security-token'];
  return {
    ...scoped(credential.split('/')),
    signedHeaders: signedHeaders.split(';'),
    signature,
    token: token === undefined ? undefined : String(token),
    at: String(headers['x-amz-date'] ?? ''),
    expiresS: undefined,
  };
}

function scoped(scope: readonly string[]) {
  const [accessKeyId = '', date = '', region = '', service = ''] = scope;
  return { accessKeyId, date, region, service };
}

/** Computes the expected signature from the secret (Signature Version 4). */
export function signatureOf(
  request: Omit<RawRequest, 'signal'>,
  signed: SignedRequest,
  secret: string,
): string {
  const { headers, method, path, query, body } = request;
  const isDocument = signed.service === 's3';
  const canonicalPath = isDocument ? path : path.split('/').map(encode).join('/');
  const canonicalQuery = parametersOf(query)
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonicalHeaders = signed.signedHeaders
    .map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}\n`,
    )
    .join('');
  const payload =
    signed.expiresS === undefined ? payloadOf(headers['x-amz-content-sha256'], body) : 'UNSIGNED-PAYLOAD';
  const canonical = [
    method,
    canonicalPath,
    canonicalQuery,
    canonicalHeaders,
    signed.signedHeaders.join(';'),
    payload,
  ].join('\n');
  const scope = `${signed.date}/${signed.region}/${signed.service}/aws4_request`;
  const dated = hmac(`AWS4${secret}`, signed.date);
  const key = hmac(hmac(hmac(dated, signed.region), signed.service), 'aws4_request');
  return hmac(key, [algorithm, signed.at, scope, sha256(canonical)].join('\n')).toString('hex');
}

/**
 * Returns the hash of the body: `UNSIGNED-PAYLOAD` if the caller sends no hash; a sent hash must match the
 * body.
 */
function payloadOf(named: string | string[] | undefined, body: Buffer): string {
  return named === 'UNSIGNED-PAYLOAD' ? named : sha256(body);
}

/** Error names for invalid signatures, by protocol. */
const codes = {
  NONE: {
    JSON: 'MissingAuthenticationTokenException',
    QUERY: 'MissingAuthenticationToken',
    DOCUMENT: 'AccessDenied',
  },
  KEY: { JSON: 'UnrecognizedClientException', QUERY: 'InvalidClientTokenId', DOCUMENT: 'InvalidAccessKeyId' },
  SIGNATURE: {
    JSON: 'InvalidSignatureException',
    QUERY: 'SignatureDoesNotMatch',
    DOCUMENT: 'SignatureDoesNotMatch',
  },
  SKEW: {
    JSON: 'InvalidSignatureException',
    QUERY: 'SignatureDoesNotMatch',
    DOCUMENT: 'RequestTimeTooSkewed',
  },
  ENDED: { JSON: 'ExpiredTokenException', QUERY: 'ExpiredToken', DOCUMENT: 'ExpiredToken' },
} as const;

const refusal = (what: keyof typeof codes, protocol: Protocol, message: string) =>
  new ServiceError(codes[what][protocol === 'REST' ? 'JSON' : protocol], 403, message);

/** Converts a signature's time (YYYYMMDDTHHMMSSZ) to milliseconds. */
export const timeOf = (at: string): number =>
  Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

type SignatureScope = { protocol: Protocol; service: string; regions: readonly string[] | undefined };

/**
 * Finds the key that signed a call, or throws the services' error. `wallMs` is the service's clock. The
 * caller's clock may differ by five minutes, or by fifteen minutes for documents.
 */
export function verify(
  request: RawRequest,
  { protocol, service, regions }: SignatureScope,
  keyOf: (accessKeyId: string) => AccessKey | undefined,
  wallMs: number,
): AccessKey {
  const signed = readSignedRequest(request);
  if (!signed) throw refusal('NONE', protocol, 'Missing Authentication Token');
  const key = keyOf(signed.accessKeyId);
  if (!key || key.token !== signed.token)
    throw refusal('KEY', protocol, 'The security token included in the request is invalid.');
  if (signed.service !== service)
    throw refusal('SIGNATURE', protocol, `Credential should be scoped to correct service: '${service}'.`);
  if (regions && !regions.includes(signed.region))
    throw refusal(
      'SIGNATURE',
      protocol,
      `Credential should be scoped to a valid region, not '${signed.region}'.`,
    );
  checkTime(signed, protocol, wallMs);
  if (!matches(signatureOf(request, signed, key.secret), signed.signature))
    throw refusal(
      'SIGNATURE',
      protocol,
      'The request signature we calculated does not match the signature you provided. Check your secret access key and signing method.',
    );
  if (key.endsAtMs !== undefined && key.endsAtMs <= wallMs)
    throw refusal('ENDED', protocol, 'The security token included in the request is expired');
  return key;
}

function checkTime(signed: SignedRequest, protocol: Protocol, wallMs: number): void {
  const madeMs = timeOf(signed.at);
  const awayMs = Math.abs(madeMs - wallMs);
  if (signed.expiresS !== undefined) {
    if (!(wallMs <= madeMs + signed.expiresS * 1000)) throw refusal('NONE', protocol, 'Request has expired');
    return;
  }
  const allowedMs = (protocol === 'DOCUMENT' ? 15 : 5) * 60_000;
  if (!(awayMs <= allowedMs) || signed.at.slice(0, 8) !== signed.date)
    throw refusal('SKEW', protocol, `Signature expired: ${signed.at} is not within the time of the service`);
}

const matches = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
