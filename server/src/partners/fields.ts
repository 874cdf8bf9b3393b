import type { z } from 'zod';
import { marketplacePartners, Partner } from '../marketplaces/index.ts';
import type { Finding } from '../platform/errors.ts';
import { isCountry } from '../platform/records/countries.ts';
import { fieldOf, key, percent, record } from '../platform/records/fields.ts';

/** A company's account at a marketplace. */
export const MarketplaceAccount = record('MarketplaceAccount', 'Account of a company at a marketplace.', {
  accountId: key('Identifier of the company on the marketplace; required.'),
  partner: fieldOf(Partner, 'The marketplace; required.'),
});
export type MarketplaceAccount = z.infer<typeof MarketplaceAccount>;
/** A complete account. */
export type Account = { partner: NonNullable<MarketplaceAccount['partner']>; accountId: string };

const marketplaces: readonly string[] = marketplacePartners;

/** Findings for an account, at its pointer. */
export function findingsOfAccount({ partner, accountId }: MarketplaceAccount, pointer: string): Finding[] {
  const findings: Finding[] = [];
  if (!partner || !marketplaces.includes(partner))
    findings.push({ pointer: `${pointer}/partner`, message: `must be one of ${marketplaces.join(', ')}` });
  if (!accountId?.trim())
    findings.push({ pointer: `${pointer}/accountId`, message: 'is required, and must not be empty' });
  return findings;
}

/** The schema of a share, in percent. */
export const share = (description: string) =>
  percent(`${description} From 0 to 100, with four decimals at most.`);

export const findingsOfShare = (value: number | undefined, pointer = '/share'): Finding[] => {
  if (value === undefined) return [{ pointer, message: 'is required' }];
  if (value < 0 || value > 100) return [{ pointer, message: 'must be from 0 to 100' }];
  return Number(value.toFixed(4)) === value ? [] : [{ pointer, message: 'must have at most four decimals' }];
};

export const findingsOfCountry = (code: string, pointer: string): Finding[] =>
  isCountry(code) ? [] : [{ pointer, message: 'must be an ISO 3166-1 alpha-2 country code' }];
