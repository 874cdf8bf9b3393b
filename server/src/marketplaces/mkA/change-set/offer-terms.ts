import type { OfferSpec } from '../../specifications.ts';
import type { AuthorizationDetails } from '../shown/offer-details.ts';
import type { Day } from './days.ts';

/** The terms of an offer that this marketplace uses. The offers slice defines the full records. */
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
  mkACppoOpportunity?: {
    maximumAgreementStartDate?: string;
    Description?: string;
    opportunityDurationType?: string;
  };
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

/** Product kinds with different pricing rules. */
export type ProductKind = 'saas' | 'container' | 'ami' | 'machineLearning' | 'professionalServices';

/** Data about an offer in addition to its specification. */
export type OfferFacts = {
  /** Day on which the offer is created. */
  today: Day;
  /** Product kind; undefined without a lookup. */
  kind?: ProductKind | undefined;
  /** The marketplace's offer set id, if the offer is in a set. */
  offerSetId?: string | undefined;
  /** Authorization that the offer resells, as read from the marketplace. */
  authorization?: AuthorizationDetails | undefined;
};

export const termsOf = ({ info }: Pick<OfferSpec, 'info'>): OfferTerms => info as OfferTerms;
export const metaOf = ({ metaInfo }: Pick<OfferSpec, 'metaInfo'>): MetaTerms => metaInfo as MetaTerms;
