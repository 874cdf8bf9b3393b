import type { MkBPrivateOffer } from '../../records/index.ts';
import { dayOf, isSet, lastDayOf } from '../../rules/checks.ts';
import type { JsonObject, OfferSpec } from '../../specifications.ts';
import { refusal } from '../errors.ts';
import { isOfType, offerTypes, recordOf } from '../rules/terms.ts';
import type { Listings } from './listings.ts';
import { buildPricing } from './pricing.ts';
import { nameWithKey, schemaOf } from './resource-names.ts';

type Members = readonly (keyof MkBPrivateOffer)[];

/** Members that are sent unchanged, by the type of the offer: the schema forbids members of other types. */
const members: Readonly<Record<string, Members>> = {
  [offerTypes.customer]: ['customerContractRenewal', 'termsAndConditionsDocSasUrl'],
  [offerTypes.reseller]: [],
  [offerTypes.originator]: ['partners', 'termsAndConditionsDocs'],
};
const common: Members = ['preparedBy', 'notificationContacts'];

/** Builds the resources of the job that creates and publishes an offer. */
export async function buildOffer(spec: OfferSpec, listings: Listings, now: Date): Promise<JsonObject[]> {
  const given = recordOf(spec);
  const type = typeOf(spec);
  const own = members[type];
  if (!own)
    throw refusal(
      'NOT_SUPPORTED',
      'The marketplace creates this type of offer for the channel partner. Change it in the marketplace’s portal.',
    );
  const { entries, prices, type: offerPricingType } = await buildPricing(spec, listings);
  const offer = {
    $schema: schemaOf('private-offer'),
    resourceName: 'offer',
    name: nameWithKey(spec.name ?? '', spec.key),
    privateOfferType: type,
    offerPricingType,
    state: 'live',
    ...daysOf(spec, type, now),
    ...(beneficiariesOf(spec).length > 0 ? { beneficiaries: beneficiariesOf(spec) } : {}),
    ...picked(given, [...common, ...own]),
    ...(entries.length > 0 ? { pricing: entries } : {}),
    ...upgradeOf(spec),
  };
  return [...prices, offer];
}

/** Returns the type of an offer in the marketplace's letter case; an offer without a type is for customers. */
const typeOf = (spec: OfferSpec): string =>
  Object.values(offerTypes).find((type) => isOfType(spec, type)) ?? offerTypes.customer;

const picked = (given: MkBPrivateOffer, names: Members): JsonObject =>
  Object.fromEntries(names.filter((name) => isSet(given[name])).map((name) => [name, given[name]]));

/** Returns the days of an offer. A start that has passed means that the offer starts at acceptance. */
function daysOf(spec: OfferSpec, type: string, now: Date): JsonObject {
  const { start, end, acceptBy, variableStartDate } = recordOf(spec);
  const first = variableStartDate || !start || start <= dayOf(now.getTime()) ? undefined : start;
  const deadline = acceptBy ?? lastDayOf(spec.expireTime);
  return {
    ...(first ? { variableStartDate: false, start: first } : { variableStartDate: true }),
    end: end ?? lastDayOf(spec.endTime),
    ...(type === offerTypes.reseller || !deadline ? {} : { acceptBy: deadline }),
  };
}

function beneficiariesOf(spec: OfferSpec): JsonObject[] {
  const { beneficiaries = [] } = recordOf(spec);
  const named = beneficiaries.filter(({ id }) => isSet(id));
  if (named.length > 0) return named;
  const { externalBuyerId, buyerName } = spec;
  return externalBuyerId ? [{ id: externalBuyerId, ...(buyerName ? { description: buyerName } : {}) }] : [];
}

function upgradeOf(spec: OfferSpec): JsonObject {
  const { upgradedFrom } = recordOf(spec);
  const id = spec.basedOn?.offerId ?? upgradedFrom?.id;
  return id ? { upgradedFrom: { ...(upgradedFrom?.name ? { name: upgradedFrom.name } : {}), id } } : {};
}
