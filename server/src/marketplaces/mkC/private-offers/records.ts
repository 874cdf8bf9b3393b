import type { DateTimeOfC } from './days.ts';

export type Money = { currencyCode?: string; units?: string; nanos?: number };
export type Percentage = { value?: string };
export type SkuDiscountOfC = { sku?: string; cloudBillingSku?: string; discountPercent?: Percentage };

export type PriceModel = {
  usage?: { defaultDiscountPercent?: Percentage; skuDiscounts?: readonly SkuDiscountOfC[] };
  flatFee?: { flatFeeOverride?: Money };
  commitment?: { commitmentAmount?: Money; discountPercent?: Percentage; additionalCredit?: Money };
};
export type InstallmentOfC = { startTime?: DateTimeOfC; priceModel?: PriceModel };

/** The price of an offer: for each period, or for each instalment. */
export type Prices = {
  standardIntervalPrice?: { standardInterval?: string; priceModel?: PriceModel };
  customIntervalPrice?: { installments?: readonly InstallmentOfC[] };
};

export type TermOfC = {
  startPolicy?: string;
  scheduledStartTime?: DateTimeOfC;
  endPolicy?: string;
  durationMonths?: number;
  scheduledEndTime?: DateTimeOfC;
  maxRenewalCount?: number;
  effectiveTermEndTime?: DateTimeOfC;
};

/** A private offer, as the interface for private offers sends and accepts it. */
export type PrivateOffer = {
  name?: string;
  state?: string;
  publishRequirementGoogleReview?: { reviewApproveTime?: string };
  createTime?: string;
  updateTime?: string;
  publishTime?: string;
  acceptTime?: string;
  cancelTime?: string;
  endTime?: string;
  resellerContact?: { contact?: string; email?: string };
  internalNote?: string;
  offerDealType?: string;
  title?: string;
  customerNote?: string;
  partnerContact?: { contact?: string; email?: string };
  customer?: { entityTitle?: string; contact?: string; email?: string; targetBillingAccount?: string };
  acceptDeadlineTime?: DateTimeOfC;
  term?: TermOfC;
  singleProductOffer?: Prices & {
    baseStandardOffer?: string;
    serviceLevel?: string;
    amendedPrivateOffer?: string;
    amendedStandardOffer?: string;
    features?: readonly { displayName?: string; value?: string }[];
    resellerPrivateOfferPlanId?: string;
    contractValue?: { totalContractValue?: Money };
    revenueShare?: {
      currentTermVendorNetRevenuePercent?: Percentage;
      renewalTermVendorNetRevenuePercent?: Percentage;
    };
  };
};

export type OfferDocument = { documentType: string; mimeType?: string; inlineContent?: string };

/** A public offer of a plan, on which private offers are based. */
export type StandardOffer = {
  name?: string;
  effectiveTime?: string;
  expireTime?: string;
  /** The plan. */
  serviceLevel?: string;
  termDurationMonths?: number;
};

export type ServiceOfC = { name?: string; title?: string; productType?: string };

/** The offer of the buyer that a new offer must or may amend; empty if the new offer amends none. */
export type AmendmentTarget = {
  requiredPrivateOffer?: string;
  requiredStandardOffer?: string;
  optionalOffers?: { privateOffers?: readonly string[] };
};
