import type { JsonObject } from '../../marketplaces/index.ts';
import { EntitlementInfo } from '../records.ts';
import { type DeriveInput, isMarketplaceField, ownFields, partnerOf } from './input.ts';
import { positive } from './period.ts';
import { boughtCommits, seatedCommits } from './quantity.ts';

const maximumDimensions = 50;

/** Terms of trade: from the marketplace when it shows its terms, for what it leaves out was not agreed. */
const commercialTerms = [
  'autoRenew',
  'commits',
  'dimensions',
  'eulaType',
  'eulaUrl',
  'paymentInstallments',
  'paymentSchedule',
] as const;

/** The fields that no marketplace has, or few: the offer's holds unless the terms have their own. */
const sellerSettings = [
  'billableDimensions',
  'billingCycle',
  'currency',
  'deliveryMethod',
  'gracePeriodInDays',
  'isMeteringOverageCommit',
  'mkAChannelPartner',
  'mkAOfferSetId',
  'mkCPlans',
  'mkFOffer',
  'netTermsInDays',
  'proratedBilling',
  'refundCancellationPolicy',
  'sellerNotes',
  'taxIds',
  'trialConfig',
] as const;

/** The fields that an entitlement has from its offer: one that another offer does not give no longer holds. */
export const offeredFields: readonly string[] = [
  ...commercialTerms,
  ...sellerSettings,
  'billingIntervalInMonths',
  'commitAmount',
  'dimensionsOversized',
  'fallbackFromOffer',
  'mkEAcceptedOffer',
];

/** Reckoned by the service, or written later: never taken from a marketplace. */
const serviceOwned: ReadonlySet<string> = new Set([
  'addons',
  'annualizedAmount',
  'collectableAmount',
  'dimensionsOversized',
  'disbursedAmount',
  'fallbackFromOffer',
  'grossAmount',
  'invoicedAmount',
  'offerVisibility',
  'spaUrl',
  'vendorName',
]);

const publicOfferTypes: ReadonlySet<string> = new Set(['DEFAULT', 'FREE_TRIAL']);

const pick = (record: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(
    fields.filter((field) => record[field] !== undefined).map((field) => [field, record[field]]),
  );

/** Picks what a marketplace shows for some fields of the entitlement's info; an empty text is how it leaves one out. */
const shownFields = (record: JsonObject, mayShow: (field: string) => boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([field, value]) =>
        Object.hasOwn(EntitlementInfo.shape, field) &&
        mayShow(field) &&
        value !== undefined &&
        value !== null &&
        value !== '',
    ),
  );

const isTerm = (field: string): boolean => !serviceOwned.has(field);
const isMirror = (field: string): boolean => isMarketplaceField(field) || field === 'buyerManagementURL';

/** The newer field wins over the two deprecated ones, of which the one for flat fees comes first (R35). */
const billingInterval = (offerInfo: JsonObject): number | undefined =>
  positive(offerInfo.billingIntervalInMonths) ??
  positive(offerInfo.commitBillingIntervalInMonths) ??
  positive(offerInfo.usageBillingIntervalInMonths);

function fromOffer(offer: NonNullable<DeriveInput['offer']>, withTerms: boolean): JsonObject {
  const info = ownFields(offer.partner, offer.info);
  const settings = {
    ...pick(info, sellerSettings),
    mkEAcceptedOffer: info.mkEOffer,
    billingIntervalInMonths: billingInterval(info),
  };
  if (withTerms) return settings;
  const schedule = { paymentSchedule: info.mkCPaymentSchedule };
  return { ...settings, ...schedule, ...pick(info, commercialTerms), fallbackFromOffer: true };
}

/** The name stands in the product's metadata, where sellers can write it, or came with the listing. */
function vendorName(product: DeriveInput['product']): string | undefined {
  const sources = [
    product?.metaInfo,
    product?.metaInfo.customMetaInfo,
    product?.info,
    product?.info.attributes,
  ] as (JsonObject | undefined)[];
  return sources
    .map((source) => source?.vendorName)
    .find((name): name is string => typeof name === 'string' && name !== '');
}

export function visibility(offer: DeriveInput['offer']): 'PRIVATE' | 'PUBLIC' {
  return !offer || publicOfferTypes.has(offer.offerType.toUpperCase()) ? 'PUBLIC' : 'PRIVATE';
}

/** The first 50 dimensions, and the word that there are more (R41). */
export function limitDimensions(info: JsonObject): JsonObject {
  const dimensions = info.dimensions;
  if (!Array.isArray(dimensions) || dimensions.length <= maximumDimensions) return info;
  return { ...info, dimensions: dimensions.slice(0, maximumDimensions), dimensionsOversized: true };
}

/**
 * The terms that the entitlement carries, without its figures (R41, R35, R43). Terms of trade come from the
 * marketplace's terms or, when it shows none, from the offer, and then `fallbackFromOffer` is true. The seller's
 * settings come from the offer unless the terms have their own. The currency is the terms', else the offer's, else
 * USD. Commits show the quantities that the buyer chose (R30). Records of other marketplaces are left out.
 */
export function deriveTerms(input: DeriveInput): EntitlementInfo {
  const { offer, agreement, product } = input;
  const info: JsonObject = limitDimensions({
    ...(offer ? fromOffer(offer, agreement.terms !== undefined) : {}),
    ...shownFields(agreement.terms ?? {}, isTerm),
    ...shownFields(agreement.mirror, isMirror),
    ...(agreement.autoRenew === undefined ? {} : { autoRenew: agreement.autoRenew }),
    offerVisibility: visibility(offer),
    vendorName: vendorName(product),
  });
  const commits = info.commits as EntitlementInfo['commits'];
  if (commits)
    info.commits = seatedCommits(
      boughtCommits(commits, agreement.buyerCommitQuantities),
      agreement.quantity,
      visibility(offer) === 'PUBLIC',
    );
  return ownFields(partnerOf(input), { ...info, currency: info.currency || 'USD' }) as EntitlementInfo;
}
