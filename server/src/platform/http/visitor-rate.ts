import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Counts what comes from an address without a token. */
export type VisitorRate = {
  /** Takes a place for a request. @returns the seconds until the address has one again; undefined where it has one now */
  take(network: string): number | undefined;
};

/** The addresses that are remembered: beyond them, those that did not come for longest have all their places again. */
const remembered = 20_000;

/**
 * Creates the rate of one process, for each address.
 * @param places how many requests may come at once, and in a minute
 * @param now milliseconds of a clock that never goes back
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

/** The port that some proxies append to an address: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/** An address; of version 6 its network, as one caller has all of its addresses. All that is no address is one network. */
export function networkOf(given: string): string {
  const [, inBrackets, version4] = withPort.exec(given) ?? [];
  const address = inBrackets ?? version4 ?? given;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
