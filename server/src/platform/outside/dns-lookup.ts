import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** The timeout in milliseconds and number of attempts for unresponsive name servers. */
const usualTimeouts = { timeout: 2000, tries: 2 };

/**
 * Creates the lookup for host names that users or other systems entered. The lookup uses only DNS, because the system's
 * resolver would occupy a thread of the process for each name, so that unresolvable names would block all other work.
 * @param servers the name servers to use instead of the system's name servers
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
