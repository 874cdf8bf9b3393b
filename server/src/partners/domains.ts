import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { isPublicMailDomain } from '../organizations/email-domains.ts';

/** Characters of addresses that cannot be in a host name. */
const ofAddresses = /[\s/?#@:\\%[\]]/;

/** The format of a host name, because the library also accepts web and mail addresses. */
const hostName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * The registrable domain of a host name, in lower case and ASCII. Each name below a suffix that a provider uses
 * for names of its customers counts as registered. Undefined for any other text.
 */
export function registrableDomain(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  if (ofAddresses.test(name)) return undefined;
  const host = domainToASCII(name).replace(/\.$/, '');
  if (host.length > 253 || !hostName.test(host)) return undefined;
  return getDomain(host, { allowPrivateDomains: true }) ?? undefined;
}

/** The registrable domain; undefined for domains of public mail providers, which do not identify a company. */
export function companyDomain(text: string): string | undefined {
  const domain = registrableDomain(text);
  return domain === undefined || isPublicMailDomain(domain) ? undefined : domain;
}

export const noCompanyDomain =
  'must be a domain that a company registered, such as example.com, and not a mail provider’s';
