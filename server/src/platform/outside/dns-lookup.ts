import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** When a name server that never answers is given up: after so many milliseconds, and so many tries. */
const usualTimeouts = { timeout: 2000, tries: 2 };

/**
 * Resolves names that somebody else wrote down, by DNS alone. The system's own way takes one of the few threads of the
 * program for each name, which those that answer nothing would keep from everybody else.
 * @param servers name servers in place of those of the system
 */
export function createNameLookup(servers?: readonly string[], timeouts = usualTimeouts): LookupFunction {
  const resolver = new Resolver(timeouts);
  if (servers) resolver.setServers(servers);
  return (name, _, done) => {
    void Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]).then(([four, six]) => {
      const addresses = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ];
      if (addresses.length > 0) return done(null, addresses);
      return done((four as PromiseRejectedResult).reason, '', 0);
    });
  };
}
