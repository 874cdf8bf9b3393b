import type { MkBPrivateOffer, MkBPrivateOfferPlan } from '../../records/index.ts';
import { isSet } from '../../rules/checks.ts';
import type { OfferSpec } from '../../specifications.ts';

/** The fields of marketplace B in info. */
export type InfoOfB = {
  mkBOriginalPlan?: MkBPrivateOfferPlan;
  mkBPlanSoftwareReservations?: readonly { percentageSave?: number; term?: number }[];
  mkBPrivateOffer?: MkBPrivateOffer;
  startTime?: string;
};

export type Commit = {
  key?: string;
  name?: string;
  rate?: number;
  type?: string;
  length?: number;
  timeUnit?: string;
};
export type Dimension = {
  key?: string;
  name?: string;
  planId?: string;
  rate?: number;
  priceTiers?: readonly unknown[];
};

/** The fields of info that the rules of publication read. */
export type TermsOfB = InfoOfB & {
  commits?: readonly Commit[];
  dimensions?: readonly Dimension[];
  mkBProductVariant?: object;
  paymentInstallments?: readonly { amount?: number; chargeOn?: string }[];
};

/** JSON pointer of the marketplace's record of a private offer. */
export const record = '/info/mkBPrivateOffer';

/** Highest number of pricing entries in an offer. */
export const maximumPricing = 10;

export const termsOf = ({ info }: Pick<OfferSpec, 'info'>): TermsOfB => info as TermsOfB;

/** Reads the marketplace's record of a private offer; empty if the offer has no record. */
export const recordOf = (spec: Pick<OfferSpec, 'info'>): MkBPrivateOffer =>
  termsOf(spec).mkBPrivateOffer ?? {};

export const offerTypes = {
  customer: 'customerPromotion',
  reseller: 'cspPromotion',
  originator: 'multipartyPromotionOriginator',
  channelPartner: 'multipartyPromotionChannelPartner',
} as const;

/** Compares names regardless of case: the letter case of names differs between versions of the schema. */
export const isSame = (name: string | undefined, other: string): boolean =>
  name?.toLowerCase() === other.toLowerCase();

/** Returns whether an offer has a type; an offer without a type is for customers. */
export const isOfType = (spec: Pick<OfferSpec, 'info'>, type: string): boolean =>
  isSame(recordOf(spec).privateOfferType || offerTypes.customer, type);

export const pricingTypes = {
  prices: 'editExistingOfferPricingOnly',
  newPlans: 'saasNewCustomizedPlans',
  reservations: 'vmSoftwareReservations',
  newPlansWithServices: 'newCustomizedPlans',
} as const;

/** Returns whether an offer prices existing plans, which is the default. */
export const editsPrices = ({ offerPricingType }: MkBPrivateOffer): boolean =>
  isSame(offerPricingType || pricingTypes.prices, pricingTypes.prices);

/** Returns whether an offer upgrades an accepted offer, whose prices it keeps unless it has its own. */
export const isUpgrade = (spec: OfferSpec): boolean =>
  spec.basedOn?.offerId !== undefined || isSet(recordOf(spec).upgradedFrom?.id);

const hasPrice = ({ rate, priceTiers }: Dimension): boolean => typeof rate === 'number' || isSet(priceTiers);

/** Returns whether info has prices other than the pricing entries of the record. */
export const hasOwnPrices = ({
  commits = [],
  dimensions = [],
  mkBPlanSoftwareReservations,
  paymentInstallments,
}: TermsOfB): boolean =>
  [...commits, ...dimensions].some(hasPrice) ||
  isSet(mkBPlanSoftwareReservations) ||
  isSet(paymentInstallments);

/** Returns whether info names the plan of its prices. */
export const namesPlan = ({
  commits = [],
  dimensions = [],
  mkBOriginalPlan,
  mkBProductVariant,
}: TermsOfB): boolean =>
  commits.some(({ key }) => isSet(key)) ||
  dimensions.some(({ planId }) => isSet(planId)) ||
  isSet(mkBOriginalPlan) ||
  isSet(mkBProductVariant);
