import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Rate limit for requests without a token, by client address. */
export type VisitorRate = {
  /**
   * Counts a request.
   * @returns the seconds until the network may send another request; undefined if the request is allowed
   */
  take(network: string): number | undefined;
};

/**
 * The maximum number of tracked networks. Beyond this number, the least recently seen networks restart with a full
 * allowance.
 */
const remembered = 20_000;

/**
 * Creates the rate limit of one process.
 * @param places the number of requests allowed for each network, both in a burst and per minute
 * @param now milliseconds of a monotonic clock
 */
export function createVisitorRate(places: number, now: () => number): VisitorRate {
  const taken = new LRUCache<string, { left: number; at: number }>({ max: remembered });
  const refillMs = 60_000 / places;
  return {
    take: (key) => {
      const at = now();
      const known = taken.get(key) ?? { left: places, at };
      const left = Math.min(places, known.left + (at - known.at) / refillMs);
      if (left < 1) return Math.max(1, Math.ceil(((1 - left) * refillMs) / 1000));
      taken.set(key, { left: left - 1, at });
      return undefined;
    },
  };
}

/** Matches an address with the port that some proxies append: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * Returns the IPv4 address or the IPv6 network of a client, since an IPv6 client has all addresses of its network. All
 * invalid addresses count as the same network.
 */
export function networkOf(given: string): string {
  const [, inBrackets, version4] = withPort.exec(given) ?? [];
  const address = inBrackets ?? version4 ?? given;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
