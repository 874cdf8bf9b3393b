import { type Finding, invalid } from '../../platform/errors.ts';
import { companyDomain, noCompanyDomain } from '../domains.ts';
import { type Account, findingsOfAccount, type MarketplaceAccount } from '../fields.ts';
import type { ChannelPartner } from './records.ts';

/** The accounts as they are kept: each once. What lacks something was refused before. */
export function accountsFrom(given: readonly MarketplaceAccount[]): Account[] {
  const byKey = new Map(
    given.flatMap(({ partner, accountId }): [string, Account][] => {
      if (!partner || !accountId) return [];
      const account = { partner, accountId: accountId.trim() };
      return [[`${partner} ${account.accountId}`, account]];
    }),
  );
  return [...byKey.values()];
}

/** The domains as they are kept: registrable, and each once. What is no domain was refused before. */
export const domainsFrom = (given: readonly string[]): string[] => [
  ...new Set(given.flatMap((domain) => companyDomain(domain) ?? [])),
];

/** @throws 400 that names each field that is wrong */
export function requireRight({
  name,
  domains,
  accounts,
}: Pick<ChannelPartner, 'name' | 'domains' | 'accounts'>) {
  const findings: Finding[] = [
    ...(name?.trim() ? [] : [{ pointer: '/name', message: 'is required, and must not be empty' }]),
    ...(domains ?? []).flatMap((domain, index) =>
      companyDomain(domain) ? [] : [{ pointer: `/domains/${index}`, message: noCompanyDomain }],
    ),
    ...(accounts ?? []).flatMap((account, index) => findingsOfAccount(account, `/accounts/${index}`)),
  ];
  if (findings.length > 0) throw invalid(findings);
}
