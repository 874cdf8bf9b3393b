import type { OfferSpec } from '../../specifications.ts';
import type { Day } from './days.ts';

/** What this marketplace reads of the terms of an offer; the records themselves belong to the slice of offers. */
export type OfferTerms = {
  additionalEulaUrls?: readonly string[];
  autoRenew?: boolean;
  buyerCountryCodes?: readonly string[];
  buyerMkAAccountIds?: readonly string[];
  commits?: readonly Commit[];
  currency?: string;
  dimensions?: readonly Dimension[];
  eulaType?: string;
  eulaUrl?: string;
  mkAAgreementDuration?: string;
  mkAChannelPartner?: { id?: string };
  mkACppoOpportunity?: { maximumAgreementStartDate?: string; Description?: string };
  mkAMachineLearningContractDuration?: number;
  mkAMarkupPercentage?: number;
  mkAOfferSetId?: string;
  mkAResaleAuthorizationId?: string;
  netTermsInDays?: number;
  paymentInstallments?: readonly { amount?: number; chargeOn?: string }[];
  refundCancellationPolicy?: string;
  resellerEulaType?: string;
  resellerEulaUrl?: string;
  startTime?: string;
  trialConfig?: { trialPeriod?: number };
};

export type Commit = {
  buyerQuantityConfigurable?: boolean;
  key?: string;
  length?: number;
  minimumUsers?: number;
  name?: string;
  quantity?: number;
  rate?: number;
  timeUnit?: string;
};

export type Dimension = { key?: string; name?: string; rate?: number };

export type MetaTerms = {
  isRenewalOffer?: boolean;
  renewalOfferType?: string;
  resellerIds?: readonly string[];
};

/** The kinds of products that are sold under different rules. */
export type ProductKind = 'saas' | 'container' | 'ami' | 'machineLearning' | 'professionalServices';

/** What is known of an offer beside its specification. */
export type OfferFacts = {
  /** The day on which it is made. */
  today: Day;
  /** The kind of its product; undefined where that was not asked for. */
  kind?: ProductKind | undefined;
  /** The marketplace's id of the offer set that it belongs to. */
  offerSetId?: string | undefined;
};

export const termsOf = ({ info }: Pick<OfferSpec, 'info'>): OfferTerms => info as OfferTerms;
export const metaOf = ({ metaInfo }: Pick<OfferSpec, 'metaInfo'>): MetaTerms => metaInfo as MetaTerms;
