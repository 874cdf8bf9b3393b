import { type MarketplacePartner, marketplacePartners } from './partners.ts';

/**
 * Facts about a marketplace that apply even without an adapter, such as its field names. Rules depend on
 * traits, never on a particular partner. `Capabilities` describes what an adapter supports.
 */
export type PartnerTraits = {
  /** Prefix of the names of the marketplace's own fields. */
  fieldPrefix: string;
  /** Record and field of a buyer's info that contain the buyer's account id at the marketplace. */
  buyerAccount?: readonly [record: string, field: string];
  /** The query parameter that filters buyers by their account at the marketplace. */
  accountParameter?: 'mkAAccountId';
  /**
   * The field of metaInfo that contains the buyer's billing account, if agreements have a billing account.
   */
  billingAccountField?: 'mkBBillingAccountID' | 'mkCBillingAccountID';
  /**
   * The record to which a private offer refers to change an agreement: the agreement, the accepted offer that
   * it upgrades, or the offer that it replaces.
   */
  amendsBy?: 'agreement' | 'upgrade' | 'replacement';
  /** True if publishing a copy of an offer withdraws the original (R29). */
  cancelsSource?: true;
  /** True if private offers start, end and expire on dates without a time of day (R25). */
  countsDays?: true;
  /** True if the marketplace has offer sets (R27). */
  hasOfferSets?: true;
  /** True if resellers sell in their own offers under the vendor's authorization (R27). */
  hasResale?: true;
  /** True if the rate of a commit is a monthly amount (R42). */
  monthlyRates?: true;
  /** True if private offers list the countries in which the offers can be accepted (R27). */
  namesCountries?: true;
  /** True if each offer has a note for its buyer; the offer's name is used if the offer has no note (R26). */
  notesName?: true;
  /** True if terms contain the fractions of units that are not reported yet (R44). */
  showsFractions?: true;
  /** True if private offers of contract products start on their stated date (R22). */
  startsOnDate?: true;
  /** True if the partner is in the enum of the published usage record. */
  usagePartner?: true;
};

const traits: Readonly<Record<MarketplacePartner | 'MKA_CHINA', PartnerTraits>> = {
  MKA: {
    fieldPrefix: 'mkA',
    buyerAccount: ['mkABuyer', 'mkAAccountID'],
    accountParameter: 'mkAAccountId',
    amendsBy: 'agreement',
    hasOfferSets: true,
    hasResale: true,
    namesCountries: true,
    showsFractions: true,
    startsOnDate: true,
    usagePartner: true,
  },
  MKA_CHINA: {
    fieldPrefix: 'mkA',
    showsFractions: true,
  },
  MKB: {
    fieldPrefix: 'mkB',
    buyerAccount: ['mkBBuyer', 'tenantId'],
    billingAccountField: 'mkBBillingAccountID',
    amendsBy: 'upgrade',
    countsDays: true,
    usagePartner: true,
  },
  MKC: {
    fieldPrefix: 'mkC',
    buyerAccount: ['mkCBuyer', 'id'],
    billingAccountField: 'mkCBillingAccountID',
    amendsBy: 'replacement',
    cancelsSource: true,
    monthlyRates: true,
    notesName: true,
    startsOnDate: true,
    usagePartner: true,
  },
  MKD: {
    fieldPrefix: 'mkD',
  },
  MKE: {
    fieldPrefix: 'mkE',
  },
  MKF: {
    fieldPrefix: 'mkF',
    buyerAccount: ['mkFBuyer', 'mkFCustomerID'],
  },
};

const isKnown = (partner: string): partner is keyof typeof traits => Object.hasOwn(traits, partner);

/** Returns the traits of a partner; empty for a direct sale and for a partner that is not a marketplace. */
export const traitsOf = (partner: string | null | undefined): Partial<PartnerTraits> =>
  partner && isKnown(partner) ? traits[partner] : {};

/**
 * Returns the only marketplace with a trait, for fields that exist only on this marketplace.
 * @throws Error if several marketplaces or no marketplace have the trait: the caller must then determine the
 * marketplace from the record
 */
export function onlyPartnerWith<Trait extends keyof PartnerTraits>(
  trait: Trait,
  value: PartnerTraits[Trait],
): MarketplacePartner {
  const [found, ...others] = marketplacePartners.filter((partner) => traits[partner][trait] === value);
  if (!found || others.length > 0) throw new Error(`Not exactly one marketplace has ${trait}: ${value}`);
  return found;
}

/** Returns the marketplace to which a field belongs, by field name. */
export const partnerOfField = (field: string): MarketplacePartner | undefined =>
  marketplacePartners.find((partner) => {
    const { fieldPrefix } = traits[partner];
    return field.startsWith(fieldPrefix) && /[A-Z]/.test(field[fieldPrefix.length] ?? '');
  });
