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
 * Makes the connections of an HTTP client: to public addresses only, whatever a name resolves to at that moment. The
 * address that was checked is the one that is connected to, and the socket is looked at once more.
 * @param lookup resolves names, in place of DNS
 * @param timeout how long a connection may take to be made, in milliseconds
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
