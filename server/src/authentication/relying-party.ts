import { isIP } from 'node:net';
import type { Addresses } from '../platform/addresses.ts';
import { authenticationErrors } from './errors.ts';

/** The host for which passkeys are registered, and the origins of the pages that may use these passkeys. */
export type RelyingParty = { id: string; origins: string[] };

const needsName =
  "Passkeys require a host name, and the service's address is an IP address. Set BASE_URL to an address such as http://localhost:8080.";

/**
 * Determines the relying party: the host of the sign-in pages, which is the host of AUTH_URL (default:
 * BASE_URL). Pages at BASE_URL may use the passkeys if their host is the same or a subdomain.
 * @returns undefined if the host is an IP address, for which browsers do not create passkeys
 */
export function findRelyingParty(addresses: Addresses): RelyingParty | undefined {
  const signIn = new URL(addresses.authUrl());
  const id = signIn.hostname;
  if (isIP(id.replaceAll(/[[\]]/g, '')) !== 0) return undefined;
  const base = new URL(addresses.baseUrl());
  const isWithin = base.hostname === id || base.hostname.endsWith(`.${id}`);
  return { id, origins: [...new Set([signIn.origin, ...(isWithin ? [base.origin] : [])])] };
}

/**
 * Determines the relying party.
 * @throws 422 if the host is an IP address
 */
export function requireRelyingParty(addresses: Addresses): RelyingParty {
  const found = findRelyingParty(addresses);
  if (!found) throw authenticationErrors.passkeys_unavailable(needsName);
  return found;
}
