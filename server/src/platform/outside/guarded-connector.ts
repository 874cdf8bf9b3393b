import { isIP, type LookupFunction, type Socket } from 'node:net';
import {
  type AddressRules,
  addressProblem,
  isPublicAddress,
  namesOfOthers,
  PrivateAddress,
  publicLookup,
} from './address-guard.ts';
import { buildConnector } from './undici.ts';

/**
 * Creates a connector for an HTTP client that connects to public addresses only, regardless of the current resolution
 * of the name. The connection uses the address that was checked, and the address of the open socket is checked again.
 * @param lookup resolves names instead of DNS
 * @param timeout connection timeout in milliseconds
 */
export function createGuardedConnector(
  rules: AddressRules,
  lookup: LookupFunction = namesOfOthers,
  timeout = 10_000,
): buildConnector.connector {
  if (rules.allowPrivate) return buildConnector({ timeout });
  const guarded = { timeout, lookup: publicLookup(lookup) };
  const connect = buildConnector(guarded as buildConnector.BuildOptions);
  return (options, done) => {
    const problem = addressProblem(`${options.protocol}//${bracketed(options.hostname)}`, rules);
    if (problem) return done(new Error(`the address ${problem}`), null);
    return connect(options, (...[error, socket]) => {
      if (error) return done(error, null);
      const refused = isPublicAddress((socket as Socket).remoteAddress ?? '')
        ? undefined
        : new PrivateAddress();
      if (!refused) return done(null, socket as Socket);
      (socket as Socket).destroy();
      return done(refused, null);
    });
  };
}

const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);
