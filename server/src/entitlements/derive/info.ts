import {
  type AgreementSnapshot,
  entitlementFields,
  entitlementFieldsIn,
  entitlementTermsIn,
  type JsonObject,
} from '../../marketplaces/index.ts';
import { EntitlementInfo } from '../records.ts';
import { type DeriveInput, isMarketplaceField, ownFields, partnerOf } from './input.ts';
import { boughtCommits, positiveNumber, seatedCommits } from './quantity.ts';

const maximumDimensions = 50;

/**
 * Terms of trade. If the marketplace reports its terms, all terms come from the marketplace, because an omitted
 * term was not agreed.
 */
const commercialTerms = [
  'autoRenew',
  'commits',
  'dimensions',
  'eulaType',
  'eulaUrl',
  'paymentInstallments',
  'paymentSchedule',
] as const;

/**
 * Fields that few or no marketplaces have: the values of the offer apply unless the terms have their own
 * values.
 */
const sellerSettings = [
  'billableDimensions',
  'billingCycle',
  'currency',
  'deliveryMethod',
  'gracePeriodInDays',
  'isMeteringOverageCommit',
  'netTermsInDays',
  'proratedBilling',
  'refundCancellationPolicy',
  'sellerNotes',
  'taxIds',
  'trialConfig',
] as const;

/**
 * Fields that an entitlement takes from its offer; after a change to an offer without such a field, the field
 * is removed.
 */
export const offeredFields: readonly string[] = [
  ...commercialTerms,
  ...sellerSettings,
  ...entitlementFields,
  'billingIntervalInMonths',
  'commitAmount',
  'dimensionsOversized',
  'fallbackFromOffer',
];

/** Fields that the service calculates or writes later; a marketplace’s values are ignored. */
const serviceOwned: ReadonlySet<string> = new Set([
  'addons',
  'annualizedAmount',
  'cancellationRequest',
  'collectableAmount',
  'dimensionsOversized',
  'disbursedAmount',
  'fallbackFromOffer',
  'grossAmount',
  'invoicedAmount',
  'offerVisibility',
  'refunds',
  'spaUrl',
  'vendorName',
]);

const publicOfferTypes: ReadonlySet<string> = new Set(['DEFAULT', 'FREE_TRIAL']);

const pick = (record: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(
    fields.filter((field) => record[field] !== undefined).map((field) => [field, record[field]]),
  );

/** Picks the fields of the info that a marketplace reports; an empty text counts as absent. */
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

/**
 * Reads the billing interval: the newer field takes precedence over the two deprecated fields; of the
 * deprecated fields, the field for flat fees takes precedence (R35).
 */
const billingInterval = (offerInfo: JsonObject): number | undefined =>
  positiveNumber(offerInfo.billingIntervalInMonths) ??
  positiveNumber(offerInfo.commitBillingIntervalInMonths) ??
  positiveNumber(offerInfo.usageBillingIntervalInMonths);

function fromOffer(offer: NonNullable<DeriveInput['offer']>, withTerms: boolean): JsonObject {
  const info = ownFields(offer.partner, offer.info);
  const settings = {
    ...pick(info, sellerSettings),
    ...entitlementFieldsIn(info),
    billingIntervalInMonths: billingInterval(info),
  };
  if (withTerms) return settings;
  return {
    ...settings,
    ...entitlementTermsIn(info),
    ...pick(info, commercialTerms),
    fallbackFromOffer: true,
  };
}

/** Reads the vendor’s name from the product’s metadata, which sellers can write, or from the listing. */
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

/** Limits dimensions to the first 50, and sets a flag if dimensions were omitted (R41). */
export function limitDimensions(info: JsonObject): JsonObject {
  const dimensions = info.dimensions;
  if (!Array.isArray(dimensions) || dimensions.length <= maximumDimensions) return info;
  return { ...info, dimensions: dimensions.slice(0, maximumDimensions), dimensionsOversized: true };
}

/**
 * The terms that the entitlement carries, without its figures (R41, R35, R43). Terms of trade come from the
 * marketplace's terms. If the marketplace reports no terms, they come from the offer, and `fallbackFromOffer`
 * is true. The seller's settings come from the offer unless the terms have their own settings. The currency is
 * the currency of the terms, otherwise of the offer, otherwise USD. Commits have the quantities that the buyer
 * chose (R30). Records of other marketplaces are omitted.
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

/** The prices of the plan in a snapshot, which replace the prices of the entitlement. */
export function pricesShown({ terms = {} }: Pick<AgreementSnapshot, 'terms'>): EntitlementInfo {
  const { commits, dimensions, commitAmount } = terms as EntitlementInfo;
  return {
    ...(commits ? { commits } : {}),
    ...(dimensions ? (limitDimensions({ dimensions }) as EntitlementInfo) : {}),
    ...(commitAmount !== undefined && !commits?.length ? { commitAmount } : {}),
  };
}
