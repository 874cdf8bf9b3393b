import type { MkCPrivateOffer, SkuDiscount } from '../../records/index.ts';
import type { OfferRefusal } from '../../rules/contract.ts';
import type { OfferSpec } from '../../specifications.ts';

type Reseller = { resellerInfo?: { billingAccountId?: string } };

export type Installment = {
  amount?: number;
  chargeOn?: string;
  chargeOnStr?: string;
  credit?: number;
  discountPercentage?: number;
  originalAmount?: number;
  skuDiscounts?: readonly SkuDiscount[];
};

/** The fields of info that the rules of marketplace C read. */
export type InfoOfC = {
  autoRenew?: boolean;
  commits?: readonly { key?: string; rate?: number; quantity?: number }[];
  currency?: string;
  discountPercentage?: number;
  dimensions?: readonly { key?: string; planId?: string; skuId?: string }[];
  eulaType?: string;
  eulaUrl?: string;
  mkCCotermAlignment?: string;
  mkCCustomerInfo?: {
    organization?: string;
    contact?: string;
    email?: string;
    unverifiedBillingAccount?: string;
  };
  mkCDuration?: number;
  mkCFeatures?: readonly { featureName?: string; featureTitle?: string; featureValue?: string }[];
  mkCMetrics?: readonly { id?: string }[];
  mkCOfferDealType?: string;
  mkCPaymentRecurrence?: string;
  mkCPaymentSchedule?: string;
  mkCPlans?: readonly { name?: string }[];
  mkCPrivateOffer?: MkCPrivateOffer;
  mkCProviderInfo?: { salesContactName?: string; salesContactEmail?: string };
  mkCProviderInternalNote?: string;
  mkCProviderPublicNote?: string;
  mkCResellerPrivateOfferPlan?: Reseller;
  mkCSkuDiscounts?: readonly SkuDiscount[];
  mkCSowAgreementDocument?: object;
  mkCUsagePlanPriceModel?: string;
  paymentInstallments?: readonly Installment[];
  paymentSchedule?: string;
  proratedBilling?: boolean;
  startTime?: string;
};

type FeatureList = { featureName?: string; name?: string }[];

/** The marketplace's record of a product. Sellers enter it too, so lists may have any type. */
export type ProductInfo = {
  mkCProduct?: {
    features?: FeatureList;
    listingSpec?: {
      purchaseSpec?: { features?: FeatureList; metrics?: unknown; purchaseOptionSpecs?: unknown };
    };
    productType?: string;
    serviceConfig?: { metrics?: unknown };
  };
};

/** An offer whose requirements are checked before a call to the marketplace. */
export type OfferOfC = Omit<OfferSpec, 'info' | 'productInfo'> & {
  info: InfoOfC;
  productInfo?: ProductInfo | undefined;
};

/** The marketplace's code for every invalid value. */
export const code = 'INVALID_ARGUMENT';

/** A requirement of the marketplace for a private offer. */
export type Requirement = Omit<OfferRefusal, 'code'> & { isViolated(offer: OfferOfC, now: Date): boolean };

/** Finds the requirements that an offer violates. */
export const violated = (list: readonly Requirement[], offer: OfferOfC, now: Date): OfferRefusal[] =>
  list
    .filter(({ isViolated }) => isViolated(offer, now))
    .map(({ isViolated: _, ...refusal }) => ({ code, ...refusal }));

/** Longest duration in months, with all renewals. */
export const longestDuration = 84;
/** Most characters of the note to the buyer. */
export const longestNote = 120;

/** Months between payments, by payment recurrence. */
export const monthsOfPeriods: Readonly<Record<string, number>> = {
  MONTHLY_PERIOD: 1,
  QUARTERLY_PERIOD: 3,
  YEARLY_PERIOD: 12,
};

/** Lists the discounts on usage of an offer and its instalments, by JSON pointer. */
export const discountsIn = ({ mkCSkuDiscounts = [], paymentInstallments = [] }: InfoOfC) =>
  [
    { at: '/info/mkCSkuDiscounts', discounts: mkCSkuDiscounts },
    ...paymentInstallments.map(({ skuDiscounts = [] }, index) => ({
      at: `/info/paymentInstallments/${index}/skuDiscounts`,
      discounts: skuDiscounts,
    })),
  ].flatMap(({ at, discounts }) =>
    discounts.map((discount, index) => ({ pointer: `${at}/${index}`, discount })),
  );

/** Lists the percentages of the discounts on usage, which are recognized by the names of their fields. */
export const percentagesIn = (info: InfoOfC): { pointer: string; value: number | undefined }[] =>
  discountsIn(info).flatMap(({ pointer, discount }) =>
    Object.entries(discount)
      .filter(([name]) => /percent|^discount$/i.test(name))
      .map(([name, value]) => ({ pointer: `${pointer}/${name}`, value: percentOf(value) })),
  );

/** Parses a percentage: a number, a text, or a pair of units and nanos. */
export function percentOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value.trim() === '' ? undefined : Number(value);
  if (typeof value !== 'object' || value === null || !('units' in value || 'nanos' in value))
    return undefined;
  const { units, nanos } = value as { units?: unknown; nanos?: unknown };
  return Number(units || 0) + Number(nanos || 0) / 1e9;
}

/** Reads the deal type; undefined if it is unset or unspecified. */
export const dealTypeOf = ({ mkCOfferDealType: type }: InfoOfC): string | undefined =>
  type && type !== 'OFFER_DEAL_TYPE_UNSPECIFIED' ? type : undefined;

export const billingAccountOf = ({ mkCCustomerInfo }: InfoOfC) => mkCCustomerInfo?.unverifiedBillingAccount;

export const recurrenceOf = ({ mkCPaymentRecurrence }: InfoOfC): string =>
  mkCPaymentRecurrence?.toUpperCase() ?? '';
