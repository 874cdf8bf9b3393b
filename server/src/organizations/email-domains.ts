/** Public mail domains. An address in such a domain does not identify the organization of its owner. */
const publicMailDomains: ReadonlySet<string> = new Set(
  `aol.com fastmail.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.com icloud.com
   live.com mac.com mail.com mail.ru me.com msn.com outlook.com pm.me proton.me protonmail.com qq.com t-online.de
   tuta.com tutanota.com web.de yahoo.com yandex.com yandex.ru ymail.com zoho.com 126.com 163.com`.split(
    /\s+/,
  ),
);

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const address = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${label}\\.)+${label}$`);

/** Normalizes an e-mail address to lower case; undefined when it is not valid. */
export function toEmail(value: string): string | undefined {
  const email = value.trim().toLowerCase();
  return email.length <= 254 && address.test(email) ? email : undefined;
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Returns whether a domain belongs to a public mail provider. */
export const isPublicMailDomain = (domain: string): boolean => publicMailDomains.has(domain);

/** Returns the organization domain of an e-mail address; undefined for public mail providers. */
export function ownDomain(email: string): string | undefined {
  const domain = domainOf(email);
  return isPublicMailDomain(domain) ? undefined : domain;
}

/** Returns whether an address may join. An organization with a domain accepts only addresses of that domain. */
export const mayJoin = (email: string, emailDomain: string | null): boolean =>
  !emailDomain || domainOf(email) === emailDomain;
