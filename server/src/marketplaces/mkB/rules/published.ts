import { DateTime } from 'luxon';
import { isSet, lastDayOf, lengthOf } from '../../rules/checks.ts';
import type { OfferRule } from '../../rules/contract.ts';
import type { OfferSpec } from '../../specifications.ts';
import {
  editsPrices,
  hasOwnPrices,
  isOfType,
  isSame,
  isUpgrade,
  maximumPricing,
  namesPlan,
  offerTypes,
  pricingTypes,
  record,
  recordOf,
  termsOf,
} from './terms.ts';

const nameOf = ({ name }: OfferSpec): string => name?.trim() ?? '';

/** Characters that the marketplace rejects in names. */
const reservedCharacters = /[!<>^[\]@#%/,~\p{Cc}\u00a0-\u00ff]/u;

const isChannelPartners = (spec: OfferSpec): boolean => isOfType(spec, offerTypes.channelPartner);
const isForResellers = (spec: OfferSpec): boolean => isOfType(spec, offerTypes.reseller);
const isOriginators = (spec: OfferSpec): boolean => isOfType(spec, offerTypes.originator);

/** Returns whether the offer needs its own products and prices: upgrades keep prices, and channel partners add to prices. */
const needsPrices = (spec: OfferSpec): boolean => !isUpgrade(spec) && !isChannelPartners(spec);

const isUnknown = (name: string | undefined, known: Readonly<Record<string, string>>): boolean =>
  isSet(name) && !Object.values(known).some((each) => isSame(name, each));

const beneficiariesOf = (spec: OfferSpec) => recordOf(spec).beneficiaries ?? [];

function hasOtherRecipients(spec: OfferSpec): boolean {
  const type = isForResellers(spec) ? 'cspCustomer' : 'billingGroup';
  const recipients = beneficiariesOf(spec).flatMap(({ beneficiaryRecipients = [] }) => beneficiaryRecipients);
  return recipients.some(({ recipientType }) => isSet(recipientType) && !isSame(recipientType, type));
}

const instalmentsOf = (spec: OfferSpec) => termsOf(spec).paymentInstallments ?? [];

export const mostInstalments = 70;

/** Rules about values that the marketplace requires. */
const required: readonly OfferRule[] = [
  {
    code: 'schemaValidationError',
    pointer: '/name',
    readable: 'The offer needs a name. Enter a name.',
    isMissing: true,
    isViolated: (spec) => nameOf(spec) === '',
  },
  {
    code: 'schemaValidationError',
    pointer: '/productID',
    readable:
      'The offer needs a product that is listed on the marketplace. Synchronize the product, then select it.',
    isMissing: true,
    isViolated: (spec) => {
      const { pricing = [] } = recordOf(spec);
      const isNamed = pricing.length > 0 && pricing.every(({ product }) => isSet(product));
      return needsPrices(spec) && !spec.externalProductId && !isNamed;
    },
  },
  {
    code: 'schemaValidationError',
    pointer: '/expireTime',
    readable:
      'The offer needs a deadline for its acceptance. Set expireTime, or acceptBy in mkBPrivateOffer.',
    isMissing: true,
    isViolated: (spec) =>
      !isForResellers(spec) && !isChannelPartners(spec) && !spec.expireTime && !recordOf(spec).acceptBy,
  },
  {
    code: 'schemaValidationError',
    pointer: `${record}/end`,
    readable:
      'The offer needs an end. Set end in mkBPrivateOffer to the last day of a month, or set endTime.',
    isMissing: true,
    isViolated: (spec) => !isChannelPartners(spec) && !spec.endTime && !recordOf(spec).end,
  },
  {
    code: 'schemaValidationError',
    pointer: `${record}/start`,
    readable: 'An offer without variableStartDate needs a start. Set start to the first day of a month.',
    isMissing: true,
    isViolated: (spec) => {
      const { start, variableStartDate } = recordOf(spec);
      return !isChannelPartners(spec) && variableStartDate === false && !start;
    },
  },
  {
    code: 'schemaValidationError',
    pointer: `${record}/beneficiaries`,
    readable:
      'A private offer is made to billing accounts. Add a beneficiary with the id of its billing account.',
    isMissing: true,
    isViolated: (spec) =>
      !isChannelPartners(spec) && !spec.externalBuyerId && !beneficiariesOf(spec).some(({ id }) => isSet(id)),
  },
  {
    code: 'schemaValidationError',
    pointer: `${record}/partners`,
    readable: 'The originator’s offer needs the channel partner that sells it. Add the partner with its id.',
    isMissing: true,
    isViolated: (spec) => isOriginators(spec) && !(recordOf(spec).partners ?? []).some(({ id }) => isSet(id)),
  },
  {
    code: 'schemaValidationError',
    pointer: `${record}/pricing`,
    readable:
      'The offer needs a price for a plan of its product. Add a pricing entry, commits with the plan as key, or dimensions with planId and rate.',
    isMissing: true,
    isViolated: (spec) =>
      needsPrices(spec) &&
      lengthOf(recordOf(spec).pricing) === 0 &&
      !(hasOwnPrices(termsOf(spec)) && namesPlan(termsOf(spec))),
  },
];

/** Rules about names, types and days. */
const values: readonly OfferRule[] = [
  {
    code: 'schemaValidationError',
    pointer: '/name',
    readable: 'The name exceeds the marketplace’s limit of 128 characters.',
    isViolated: (spec) => [...nameOf(spec)].length > 128,
  },
  {
    code: 'schemaValidationError',
    pointer: '/name',
    readable:
      'The name must not contain ! < > ^ [ ] @ # % / , ~, control characters, or the characters from U+00A0 to U+00FF, such as é.',
    isViolated: (spec) => reservedCharacters.test(nameOf(spec)),
  },
  {
    code: 'schemaValidationError',
    pointer: '/name',
    readable: 'The name of a channel partner’s offer must consist of printable ASCII characters.',
    isViolated: (spec) => isChannelPartners(spec) && /[^ -\u00ff]/u.test(nameOf(spec)),
  },
  {
    code: 'businessValidationError',
    pointer: '/name',
    readable: 'An upgrade needs another name than the offer that it upgrades.',
    isViolated: (spec) => isSet(nameOf(spec)) && recordOf(spec).upgradedFrom?.name === nameOf(spec),
  },
  {
    code: 'schemaValidationError',
    pointer: `${record}/privateOfferType`,
    readable: `The marketplace has no such type of offer. Types: ${Object.values(offerTypes).join(', ')}.`,
    isViolated: (spec) => isUnknown(recordOf(spec).privateOfferType, offerTypes),
  },
  {
    code: 'schemaValidationError',
    pointer: `${record}/offerPricingType`,
    readable: `The marketplace has no such type of pricing. Types: ${Object.values(pricingTypes).join(', ')}.`,
    isViolated: (spec) => isUnknown(recordOf(spec).offerPricingType, pricingTypes),
  },
  {
    code: 'schemaValidationError',
    pointer: `${record}/start`,
    readable:
      'An offer with variableStartDate starts at acceptance. Remove start, or set variableStartDate to false.',
    isViolated: (spec) => recordOf(spec).variableStartDate === true && isSet(recordOf(spec).start),
  },
  {
    code: 'businessValidationError',
    pointer: '/endTime',
    readable:
      'The marketplace ends agreements with a month. Set endTime to the first day of a month at 00:00 UTC, or set end in mkBPrivateOffer to the last day of a month.',
    isViolated: (spec) => {
      const day = recordOf(spec).end ? undefined : lastDayOf(spec.endTime);
      return day !== undefined && DateTime.fromISO(day).plus({ days: 1 }).day !== 1;
    },
  },
];

/** Rules about numbers of entries, and the entries' types. */
const collections: readonly OfferRule[] = [
  {
    code: 'collectionLimitExceeded',
    pointer: `${record}/pricing`,
    readable: `A private offer can have at most ${maximumPricing} pricing entries.`,
    isViolated: (spec) => lengthOf(recordOf(spec).pricing) > maximumPricing,
  },
  {
    code: 'collectionLimitExceeded',
    pointer: `${record}/beneficiaries`,
    readable: 'An offer can have at most one beneficiary, or 150 beneficiaries if its type is cspPromotion.',
    isViolated: (spec) => beneficiariesOf(spec).length > (isForResellers(spec) ? 150 : 1),
  },
  {
    code: 'schemaValidationError',
    pointer: `${record}/beneficiaries`,
    readable:
      'The recipientType of recipients must be billingGroup, or cspCustomer if the type is cspPromotion.',
    isViolated: hasOtherRecipients,
  },
  {
    code: 'collectionLimitExceeded',
    pointer: `${record}/partners`,
    readable: 'The originator’s offer is for one channel partner.',
    isViolated: (spec) => isOriginators(spec) && lengthOf(recordOf(spec).partners) > 1,
  },
  {
    code: 'collectionLimitExceeded',
    pointer: `${record}/notificationContacts`,
    readable: 'A private offer can have at most 5 notification contacts.',
    isViolated: (spec) => lengthOf(recordOf(spec).notificationContacts) > 5,
  },
  {
    code: 'collectionLimitExceeded',
    pointer: `${record}/termsAndConditionsDocs`,
    readable: 'A private offer can have at most 5 documents.',
    isViolated: (spec) => lengthOf(recordOf(spec).termsAndConditionsDocs) > 5,
  },
];

/** Rules about instalments, which the marketplace calls a flexible schedule. */
const instalments: readonly OfferRule[] = [
  {
    code: 'collectionLimitExceeded',
    pointer: '/info/paymentInstallments',
    readable: `A payment schedule can have at most ${mostInstalments} instalments.`,
    isViolated: (spec) => instalmentsOf(spec).length > mostInstalments,
  },
  {
    code: 'businessValidationError',
    pointer: '/info/paymentInstallments',
    readable: 'A payment schedule can have at most one instalment per day.',
    isViolated: (spec) => {
      const days = instalmentsOf(spec).flatMap(({ chargeOn }) => chargeOn?.slice(0, 10) || []);
      return new Set(days).size < days.length;
    },
  },
  {
    code: 'businessValidationError',
    pointer: '/info/paymentInstallments',
    readable: `The marketplace does not support instalments with offerPricingType ${pricingTypes.prices}.`,
    isViolated: (spec) =>
      instalmentsOf(spec).length > 0 && isSet(recordOf(spec).offerPricingType) && editsPrices(recordOf(spec)),
  },
];

/** The rules that the marketplace publishes for a whole offer. */
export const published: readonly OfferRule[] = [...required, ...values, ...collections, ...instalments];
