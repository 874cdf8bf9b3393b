import { lengthIn, monthsOf } from '../../../platform/money-and-time/lengths.ts';
import type { MkBPriceAndAvailabilityRecurrentPriceItem, MkBPrivateOffer } from '../../records/index.ts';
import { isSet } from '../../rules/checks.ts';
import type { OfferRefusal } from '../../rules/contract.ts';
import type { OfferSpec } from '../../specifications.ts';
import { mostInstalments } from './published.ts';
import {
  editsPrices,
  hasOwnPrices,
  isOfType,
  isSame,
  isUpgrade,
  offerTypes,
  pricingTypes,
  record,
  recordOf,
  termsOf,
} from './terms.ts';

export type Pricing = NonNullable<MkBPrivateOffer['pricing']>[number];
type PriceItem = MkBPriceAndAvailabilityRecurrentPriceItem;

/** A pricing entry with its pointer and its offer. */
type Entry = { spec: OfferSpec; offer: MkBPrivateOffer; pricing: Pricing; at: string };

/** A rule about a pricing entry; `pointer` is relative to the entry. */
type EntryRule = OfferRefusal & { isViolated(entry: Entry): boolean };

/** Returns whether an entry names the plan whose price changes. */
export const hasPlan = ({ plan, planId, originalPlan, privateOfferPlan }: Pricing): boolean =>
  [plan, planId, originalPlan?.id, originalPlan?.externalId, privateOfferPlan?.plan].some(isSet);

/** Returns whether an entry has a price, or the offer has prices outside of the entries. */
export function hasPrice({ spec, pricing }: Pick<Entry, 'spec' | 'pricing'>): boolean {
  const { discountPercentage, discountType, priceDetails, privateOfferPlan } = pricing;
  const hasDiscount = typeof discountPercentage === 'number';
  const hasAmounts =
    isSet(priceDetails) || isSet(privateOfferPlan?.pricing) || isSet(privateOfferPlan?.softwareReservation);
  if (isSame(discountType, 'percentage')) return hasDiscount;
  return hasAmounts || hasOwnPrices(termsOf(spec)) || (hasDiscount && !isSame(discountType, 'absolute'));
}

/** Returns whether the seller sets the products and prices: a channel partner adds a margin only. */
const isOwn = ({ spec }: Entry): boolean => !isOfType(spec, offerTypes.channelPartner);

const isBasedOnPlan = (entry: Entry): boolean =>
  isOwn(entry) &&
  [pricingTypes.newPlans, pricingTypes.reservations].some((type) =>
    isSame(entry.offer.offerPricingType, type),
  );

const entryRules: readonly EntryRule[] = [
  {
    code: 'schemaValidationError',
    pointer: '/plan',
    readable: 'The pricing entry needs the plan whose price it changes. Set plan or planId.',
    isMissing: true,
    isViolated: (entry) =>
      isOwn(entry) && !isUpgrade(entry.spec) && editsPrices(entry.offer) && !hasPlan(entry.pricing),
  },
  {
    code: 'schemaValidationError',
    pointer: '/discountPercentage',
    readable: 'The pricing entry needs a price. Set discountPercentage, or a price in privateOfferPlan.',
    isMissing: true,
    isViolated: (entry) =>
      isOwn(entry) && !isUpgrade(entry.spec) && editsPrices(entry.offer) && !hasPrice(entry),
  },
  {
    code: 'schemaValidationError',
    pointer: '/basePlan',
    readable: 'The pricing entry needs the plan on which the new plan is based. Set basePlan.',
    isMissing: true,
    isViolated: (entry) => isBasedOnPlan(entry) && !isSet(entry.pricing.basePlan),
  },
  {
    code: 'schemaValidationError',
    pointer: '/newPlanDetails',
    readable: 'The new plan needs a name and a description. Set name and description in newPlanDetails.',
    isMissing: true,
    isViolated: (entry) => {
      const { name, description } = entry.pricing.newPlanDetails ?? {};
      const makesPlan = isOwn(entry) && isSame(entry.offer.offerPricingType, pricingTypes.newPlans);
      return makesPlan && !(isSet(name) && isSet(description));
    },
  },
  {
    code: 'schemaValidationError',
    pointer: '/newPlanDetails',
    readable: `An offer of type ${pricingTypes.reservations} creates no plan. Remove name and description.`,
    isViolated: ({ offer, pricing: { newPlanDetails } }) =>
      isSame(offer.offerPricingType, pricingTypes.reservations) &&
      (isSet(newPlanDetails?.name) || isSet(newPlanDetails?.description)),
  },
  {
    code: 'schemaValidationError',
    pointer: '/discountType',
    readable: 'The type of a discount must be percentage or absolute.',
    isViolated: ({ pricing: { discountType } }) =>
      isSet(discountType) && !isSame(discountType, 'percentage') && !isSame(discountType, 'absolute'),
  },
  {
    code: 'schemaValidationError',
    pointer: '/markupPercentage',
    readable: `Only offers of type ${offerTypes.channelPartner} have a markup. Remove markupPercentage.`,
    isViolated: (entry) => isOwn(entry) && (entry.pricing.markupPercentage ?? 0) > 0,
  },
];

/** Longest contract in months. */
const longestContract = 60;
const tooLong = 'The marketplace supports contracts of at most 5 years.';

/** A price of a billing term with its pointer. */
type Term = { item: PriceItem; isPerSeat: boolean; offer: MkBPrivateOffer };

/** Returns the length of the contract in months; undefined if it is unknown, or in days or weeks. */
function contractOf({ contractDuration, billingTerm }: PriceItem): number | undefined {
  const { value, type } = contractDuration ?? billingTerm ?? {};
  const length = lengthIn(value, type);
  return length && monthsOf(length);
}

const scheduleOf = ({ flexibleSchedule }: PriceItem) => {
  const { billingSchedule = [], initialCharge } = flexibleSchedule ?? {};
  return { later: billingSchedule, all: [...(initialCharge ? [initialCharge] : []), ...billingSchedule] };
};

/** Rules about flexible schedules; `pointer` is relative to the price of a billing term. */
const termRules: readonly (OfferRefusal & { isViolated(term: Term): boolean })[] = [
  {
    code: 'collectionLimitExceeded',
    pointer: '/flexibleSchedule',
    readable: `A flexible schedule can have at most ${mostInstalments} instalments.`,
    isViolated: ({ item }) => scheduleOf(item).all.length > mostInstalments,
  },
  {
    code: 'businessValidationError',
    pointer: '/flexibleSchedule',
    readable: 'A flexible schedule can have at most one instalment per day.',
    isViolated: ({ item }) => {
      const days = scheduleOf(item).later.flatMap(({ chargeDate }) => chargeDate?.slice(0, 10) || []);
      return new Set(days).size < days.length;
    },
  },
  {
    code: 'schemaValidationError',
    pointer: '/flexibleSchedule',
    readable: 'The amounts of a flexible schedule must not be negative.',
    isViolated: ({ item }) => scheduleOf(item).all.some((each) => Number(each.pricePerPaymentInUsd ?? 0) < 0),
  },
  {
    code: 'businessValidationError',
    pointer: '/flexibleSchedule',
    readable: 'The marketplace does not support flexible schedules for prices per seat.',
    isViolated: ({ item, isPerSeat }) => isSet(item.flexibleSchedule) && isPerSeat,
  },
  {
    code: 'businessValidationError',
    pointer: '/flexibleSchedule',
    readable: `The marketplace does not support flexible schedules with offerPricingType ${pricingTypes.prices}.`,
    isViolated: ({ item, offer }) =>
      isSet(item.flexibleSchedule) && isSet(offer.offerPricingType) && editsPrices(offer),
  },
  {
    code: 'businessValidationError',
    pointer: '/flexibleSchedule',
    readable: 'A flexible schedule needs a contract of more than one month.',
    isViolated: ({ item }) => isSet(item.flexibleSchedule) && (contractOf(item) ?? longestContract) <= 1,
  },
  {
    code: 'businessValidationError',
    pointer: '/contractDuration',
    readable: tooLong,
    isViolated: ({ item }) => (contractOf(item) ?? 0) > longestContract,
  },
];

/** Applies rules to a part of an offer at a pointer. */
const applied = <Part>(
  rules: readonly (OfferRefusal & { isViolated(part: Part): boolean })[],
  part: Part,
  at: string,
): OfferRefusal[] =>
  rules
    .filter(({ isViolated }) => isViolated(part))
    .map(({ isViolated: _, pointer, ...refusal }) => ({ ...refusal, pointer: `${at}${pointer}` }));

function refusalsOfEntry(entry: Entry): OfferRefusal[] {
  const { prices = [], recurrentPriceMode } = entry.pricing.privateOfferPlan?.pricing?.recurrentPrice ?? {};
  const isPerSeat = isSame(recurrentPriceMode, 'perUser');
  const { offer, at } = entry;
  return [
    ...applied(entryRules, entry, at),
    ...prices.flatMap((item, index) =>
      applied(
        termRules,
        { item, isPerSeat, offer },
        `${at}/privateOfferPlan/pricing/recurrentPrice/prices/${index}`,
      ),
    ),
  ];
}

/** Finds the pricing entries and commits that the marketplace would reject. */
export function refusedPrices(spec: OfferSpec): OfferRefusal[] {
  const offer = recordOf(spec);
  const entries = (offer.pricing ?? []).flatMap((pricing, index) =>
    refusalsOfEntry({ spec, offer, pricing, at: `${record}/pricing/${index}` }),
  );
  const commits = (termsOf(spec).commits ?? []).flatMap(({ length, timeUnit }, index) => {
    const months = monthsIn(length, timeUnit);
    const pointer = `/info/commits/${index}/length`;
    return months > longestContract ? [{ code: 'businessValidationError', pointer, readable: tooLong }] : [];
  });
  return [...entries, ...commits];
}

function monthsIn(count: number | undefined, timeUnit: string | undefined): number {
  const length = lengthIn(count, timeUnit);
  return (length && monthsOf(length)) ?? 0;
}
