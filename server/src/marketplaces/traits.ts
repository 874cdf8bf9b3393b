import { type MarketplacePartner, marketplacePartners } from './partners.ts';

/**
 * The facts of a marketplace, its records and its agreements that hold also where no adapter is at hand: rules ask for
 * a trait, and never which partner it is. What an adapter can do is in its capabilities.
 */
export type PartnerTraits = {
  /** What the names of the marketplace's own fields begin with. */
  fieldPrefix: string;
  /** Record and field of a buyer's info that show the account there. */
  buyerAccount?: readonly [record: string, field: string];
  /** The parameter by which lists of buyers ask for an account there. */
  accountParameter?: 'mkAAccountId';
  /** The field of metaInfo for the buyer's billing account, which agreements there have. */
  billingAccountField?: 'mkBBillingAccountID' | 'mkCBillingAccountID';
  /** How a private offer names what it changes: an agreement, the accepted offer that it upgrades, or the one it replaces. */
  amendsBy?: 'agreement' | 'upgrade' | 'replacement';
  /** A copy that was published takes its source back by itself (R29). */
  cancelsSource?: true;
  /** Private offers say by days when they start, end and can be accepted (R25). */
  countsDays?: true;
  /** Has offer sets (R27). */
  hasOfferSets?: true;
  /** Resellers sell by the vendor's authorization, in offers of their own (R27). */
  hasResale?: true;
  /** The rate of a commit is the amount of one month (R42). */
  monthlyRates?: true;
  /** Private offers name the countries from where they can be accepted (R27). */
  namesCountries?: true;
  /** Buyers read a note on each offer: the offer's name, where it has none (R26). */
  notesName?: true;
  /** Terms show the fractions of units that could not be reported yet (R44). */
  showsFractions?: true;
  /** Private offers of contract products start on the date that they say (R22). */
  startsOnDate?: true;
  /** Is one of the partners of the published record of usage. */
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

/** The traits of a partner; a direct sale, and a partner that is no marketplace, have none. */
export const traitsOf = (partner: string | null | undefined): Partial<PartnerTraits> =>
  partner && isKnown(partner) ? traits[partner] : {};

/**
 * The marketplace that alone has a trait, for what names it by a field of its own.
 * @throws Error when none has it or several do: then the marketplace has to come from the record
 */
export function onlyPartnerWith<Trait extends keyof PartnerTraits>(
  trait: Trait,
  value: PartnerTraits[Trait],
): MarketplacePartner {
  const [found, ...others] = marketplacePartners.filter((partner) => traits[partner][trait] === value);
  if (!found || others.length > 0) throw new Error(`Not one marketplace alone has ${trait}: ${value}`);
  return found;
}

/** The marketplace that a field belongs to, by its name. */
export const partnerOfField = (field: string): MarketplacePartner | undefined =>
  marketplacePartners.find((partner) => {
    const { fieldPrefix } = traits[partner];
    return field.startsWith(fieldPrefix) && /[A-Z]/.test(field[fieldPrefix.length] ?? '');
  });
