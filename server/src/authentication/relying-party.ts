import { isIP } from 'node:net';
import type { Addresses } from '../platform/addresses.ts';
import { authenticationErrors } from './errors.ts';

/** The host for which passkeys are made, and the origins of the pages that may use them. */
export type RelyingParty = { id: string; origins: string[] };

const needsName =
  'Passkeys need a host name, and this service is reached by an IP address. Use a host name, such as http://localhost:8080: set BASE_URL to it.';

/**
 * The relying party is the host of AUTH_URL, which is BASE_URL unless set: that of the sign-in pages. Pages of BASE_URL may
 * use it where its host is the same or a subdomain.
 * @returns undefined when the host is an IP address, for which browsers make no passkeys
 */
export function findRelyingParty(addresses: Addresses): RelyingParty | undefined {
  const signIn = new URL(addresses.authUrl());
  const id = signIn.hostname;
  if (isIP(id.replaceAll(/[[\]]/g, '')) !== 0) return undefined;
  const base = new URL(addresses.baseUrl());
  const isWithin = base.hostname === id || base.hostname.endsWith(`.${id}`);
  return { id, origins: [...new Set([signIn.origin, ...(isWithin ? [base.origin] : [])])] };
}

/** @throws 422 when the host is an IP address */
export function requireRelyingParty(addresses: Addresses): RelyingParty {
  const found = findRelyingParty(addresses);
  if (!found) throw authenticationErrors.passkeys_unavailable(needsName);
  return found;
}
