import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { isPublicMailDomain } from '../organizations/index.ts';

/** What ends, or hides, a name of a host in an address. */
const ofAddresses = /[\s/?#@:\\%[\]]/;

/** What can be a name of a host; the library takes addresses of pages and of mail apart, too. */
const hostName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * The domain by which a company is known: what it registered itself, in small letters, and in ASCII. Below a suffix under
 * which a provider gives out names, each name is somebody else's. Undefined where the text is no such domain.
 */
export function registrableDomain(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  if (ofAddresses.test(name)) return undefined;
  const host = domainToASCII(name).replace(/\.$/, '');
  if (host.length > 253 || !hostName.test(host)) return undefined;
  return getDomain(host, { allowPrivateDomains: true }) ?? undefined;
}

/** The same of a company alone: at a provider of mail, everybody may have an address. */
export function companyDomain(text: string): string | undefined {
  const domain = registrableDomain(text);
  return domain === undefined || isPublicMailDomain(domain) ? undefined : domain;
}

export const noCompanyDomain =
  'must be a domain that a company registered, such as example.com, and not that of a mail provider';
