import { lookup as lookupName } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What is asked of another's server: text in, text out. */
export type OutsideRequest = {
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
};
export type OutsideFetch = (url: string, request: OutsideRequest) => Promise<Response>;

/** Why something is not asked, or not read to its end: asking again would not change it. */
export class OutsideRefused extends Error {
  override readonly name = 'OutsideRefused';
}

const timeoutMs = 10_000;
const defaultLargestAnswer = 1_000_000;

/**
 * Asks a server whose address somebody else wrote down: by https and never on a private network, whatever its name
 * resolves to at that moment. Redirects are answered and not followed.
 * @param options.allowInsecure http and private addresses too
 * @param options.largestAnswer in bytes
 * @throws OutsideRefused
 */
export const createOutsideFetch =
  ({
    allowInsecure,
    largestAnswer = defaultLargestAnswer,
  }: {
    allowInsecure: boolean;
    largestAnswer?: number;
  }): OutsideFetch =>
  (address, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      const url = new URL(address);
      const problem = allowInsecure ? undefined : addressProblem(url);
      if (problem) return reject(new OutsideRefused(problem));
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
        url,
        {
          method,
          headers: {
            ...headers,
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
          signal: AbortSignal.timeout(timeoutMs),
          ...(allowInsecure ? {} : { lookup: publicLookup }),
        },
        (response) => readAnswer(response, largestAnswer).then(resolve, reject),
      );
      request.on('error', reject);
      request.end(body);
    });

async function readAnswer(response: IncomingMessage, largest: number): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Buffer).length;
    if (size > largest) throw new OutsideRefused(`the answer is too large: more than ${largest} bytes`);
    chunks.push(chunk as Buffer);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
  const status = response.statusCode ?? 502;
  const empty = [101, 204, 205, 304].includes(status);
  return new Response(empty ? null : Buffer.concat(chunks), { status, headers });
}

/** Why the address may not be asked; a name is judged when it is resolved. */
function addressProblem(url: URL): string | undefined {
  if (url.protocol !== 'https:') return 'the address must begin with https://';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) && isPrivate(host) ? 'the address is on a private network' : undefined;
}

const publicLookup: LookupFunction = (name, options, done) => {
  lookupName(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const first = addresses[0];
    if (!first || addresses.some(({ address }) => isPrivate(address)))
      return done(new OutsideRefused(`${name} is on a private network`), '', 0);
    if (options.all) return done(null, addresses);
    return done(null, first.address, first.family);
  });
};

const privateRanges: [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['::1', 128, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];
const blocked = new BlockList();
for (const [network, prefix, family] of privateRanges) blocked.addSubnet(network, prefix, family);

/** True for addresses that mean another machine, or none, depending on who asks. */
export const isPrivate = (address: string): boolean =>
  blocked.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
