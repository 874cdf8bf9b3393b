/** The domains at which everybody may have an address: it says nothing of whom somebody works for. */
const publicMailDomains: ReadonlySet<string> = new Set(
  `aol.com fastmail.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.com icloud.com
   live.com mac.com mail.com mail.ru me.com msn.com outlook.com pm.me proton.me protonmail.com qq.com t-online.de
   tuta.com tutanota.com web.de yahoo.com yandex.com yandex.ru ymail.com zoho.com 126.com 163.com`.split(
    /\s+/,
  ),
);

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const address = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${label}\\.)+${label}$`);

/** The address in small letters; undefined when it is none. */
export function toEmail(value: string): string | undefined {
  const email = value.trim().toLowerCase();
  return email.length <= 254 && address.test(email) ? email : undefined;
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Says whether everybody may have an address there, so that it says nothing of whom somebody works for. */
export const isPublicMailDomain = (domain: string): boolean => publicMailDomains.has(domain);

/** The domain that an address makes its owner's organization's; undefined at a public mail provider. */
export function ownDomain(email: string): string | undefined {
  const domain = domainOf(email);
  return isPublicMailDomain(domain) ? undefined : domain;
}

/** Members may have addresses of the organization's domain only, if it has one. */
export const mayJoin = (email: string, emailDomain: string | null): boolean =>
  !emailDomain || domainOf(email) === emailDomain;
