import { type MarketplacePartner, marketplacePartners } from './partners.ts';
import type { PartnerTraits } from './rules/contract.ts';
import { allRules, rules } from './rules/table.ts';

const traits: ReadonlyMap<string, PartnerTraits> = new Map(
  allRules.flatMap(([partner, own]) => [
    [partner, own.traits] as const,
    ...Object.entries(own.regionalTraits ?? {}),
  ]),
);

/** Returns the traits of a partner; empty for a direct sale and for a partner that is not a marketplace. */
export const traitsOf = (partner: string | null | undefined): Partial<PartnerTraits> =>
  traits.get(partner ?? '') ?? {};

/**
 * Returns the only marketplace with a trait, for fields that exist only on this marketplace.
 * @throws Error if several marketplaces or no marketplace have the trait: the caller must then determine the
 * marketplace from the record
 */
export function onlyPartnerWith<Trait extends keyof PartnerTraits>(
  trait: Trait,
  value: PartnerTraits[Trait],
): MarketplacePartner {
  const [found, ...others] = marketplacePartners.filter((partner) => rules[partner].traits[trait] === value);
  if (!found || others.length > 0) throw new Error(`Not exactly one marketplace has ${trait}: ${value}`);
  return found;
}

/** Returns the marketplace to which a field belongs, by field name. */
export const partnerOfField = (field: string): MarketplacePartner | undefined =>
  marketplacePartners.find((partner) => {
    const { fieldPrefix } = rules[partner].traits;
    return field.startsWith(fieldPrefix) && /[A-Z]/.test(field[fieldPrefix.length] ?? '');
  });

/** Names the marketplaces with a trait, for messages: `marketplace C` or `marketplaces A and C`. */
export function marketplacesWith(trait: keyof PartnerTraits): string {
  const letters = marketplacePartners
    .filter((name) => rules[name].traits[trait])
    .map((name) => name.slice(-1));
  return `${letters.length > 1 ? 'marketplaces' : 'marketplace'} ${letters.join(', ').replace(/, (\w)$/, ' and $1')}`;
}
