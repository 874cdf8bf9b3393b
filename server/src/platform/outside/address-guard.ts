import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createNameLookup } from './dns-lookup.ts';

/** The DNS lookup for host names that users or other systems entered. */
export const namesOfOthers = createNameLookup();

/** The rules for URLs that users or other systems entered. */
export type AddressRules = { allowHttp: boolean; allowPrivate: boolean };

/**
 * The addresses of cloud metadata services within the public range. These services are reachable only inside a data
 * center and issue credentials.
 */
const metadataAddresses = ['168.63.129.16'];
/** The range of public IPv6 addresses; all other ranges are reserved. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is public, outside of all private and reserved ranges. */
export function isPublicAddress(address: string): boolean {
  const bare = address.split('%')[0] as string;
  if (isIP(bare) === 0 || bare !== address) return false;
  const parsed = ipaddr.process(bare);
  if (parsed.range() !== 'unicast' || metadataAddresses.includes(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/** The host names that resolve only within a machine or a network. */
const localName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid|onion)$/;

/**
 * Returns the error message for a URL to which requests are not allowed. A host name is checked again when it is
 * resolved.
 */
export function addressProblem(address: string, rules: AddressRules): string | undefined {
  // The URL parser removes these characters, so the stored text would differ from the requested URL.
  if (/[\s\p{Cc}]/u.test(address)) return 'must not contain spaces, line breaks or control characters';
  if (!URL.canParse(address)) return 'must be a complete URL, such as https://example.com/path';
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(rules.allowHttp && url.protocol === 'http:'))
    return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not have a fragment';
  if (rules.allowPrivate) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'must not be on a private network';
  const name = host.replace(/\.+$/, '');
  return name.includes('.') && !localName.test(name) ? undefined : 'must not be on a private network';
}

/** The error for an address on a private network, for which a retry is useless. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  constructor() {
    super('the address is on a private network');
  }
}

/** Wraps a DNS lookup to return only public addresses, and to reject names with a private address. */
export const publicLookup =
  (lookup: LookupFunction = namesOfOthers): LookupFunction =>
  (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const addresses = Array.isArray(found) ? found : [];
      const first = addresses[0];
      if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
        return done(new PrivateAddress(), '', 0);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
