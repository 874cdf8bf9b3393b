import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createNameLookup } from './dns-lookup.ts';

/** Resolves names that somebody else wrote down. */
export const namesOfOthers = createNameLookup();

/** The rules for an address that somebody else wrote down. */
export type AddressRules = { allowHttp: boolean; allowPrivate: boolean };

/**
 * The addresses of cloud metadata: of the public range, and yet only reachable from inside a data centre: it hands out
 * credentials there.
 */
const metadataAddresses = ['168.63.129.16'];
/** The range in which addresses of the internet lie: everything else in IPv6 is special. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Says whether an address means the same machine to everybody, and is on no private or special network. */
export function isPublicAddress(address: string): boolean {
  const bare = address.split('%')[0] as string;
  if (isIP(bare) === 0 || bare !== address) return false;
  const parsed = ipaddr.process(bare);
  if (parsed.range() !== 'unicast' || metadataAddresses.includes(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/** Names that only mean something inside a machine or a network. */
const localName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid|onion)$/;

/** Says why nothing may be sent to the address; a name is judged again when it is resolved. */
export function addressProblem(address: string, rules: AddressRules): string | undefined {
  // The parser leaves them out: what is shown and kept would be another text than the address.
  if (/[\s\p{Cc}]/u.test(address)) return 'must not hold blanks, line ends or control characters';
  if (!URL.canParse(address)) return 'must be a whole address: https://example.com/path';
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(rules.allowHttp && url.protocol === 'http:'))
    return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password';
  if (url.hash !== '') return 'must not have a fragment';
  if (rules.allowPrivate) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'must not be on a private network';
  const name = host.replace(/\.+$/, '');
  return name.includes('.') && !localName.test(name) ? undefined : 'must not be on a private network';
}

/** Refused for what it is: asking again would not change it. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  constructor() {
    super('the address is on a private network');
  }
}

/** Resolves names, and answers public addresses only: a name that has any other is refused. */
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
