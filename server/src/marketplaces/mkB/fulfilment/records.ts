/**
 * Records of the fulfilment interface. All members are optional, because the vendor adds and drops members
 * without a new version.
 */
export type Person = { emailId?: string; objectId?: string; tenantId?: string; puid?: string };

export type Term = {
  termUnit?: string;
  startDate?: string;
  endDate?: string;
  chargeDuration?: string | null;
};

export type Subscription = {
  id?: string;
  name?: string;
  publisherId?: string;
  offerId?: string;
  planId?: string;
  quantity?: number;
  saasSubscriptionStatus?: string;
  beneficiary?: Person;
  purchaser?: Person;
  allowedCustomerOperations?: readonly string[];
  term?: Term;
  autoRenew?: boolean;
  isTest?: boolean;
  isFreeTrial?: boolean;
  sandboxType?: string;
  sessionMode?: string;
  created?: string;
};

export type BillingTerm = {
  currency?: string;
  price?: number;
  termUnit?: string;
  meteredQuantityIncluded?: readonly { dimensionId?: string; units?: string }[];
};

export type Meter = {
  id?: string;
  currency?: string;
  pricePerUnit?: number;
  unitOfMeasure?: string;
  displayName?: string;
};

export type Plan = {
  planId?: string;
  displayName?: string;
  description?: string;
  isPrivate?: boolean;
  isPricePerSeat?: boolean;
  isStopSell?: boolean;
  hasFreeTrials?: boolean;
  minQuantity?: number;
  maxQuantity?: number;
  market?: string;
  /** Private offers that sold the plan; ids without their prefix. */
  sourceOffers?: readonly { externalId?: string }[];
  planComponents?: {
    recurrentBillingTerms?: readonly BillingTerm[];
    meteringDimensions?: readonly Meter[];
  };
};

/** Compared regardless of letter case. */
export type OperationStatus = 'NotStarted' | 'InProgress' | 'Succeeded' | 'Failed' | 'Conflict';

export type Operation = {
  id?: string;
  subscriptionId?: string;
  action?: string;
  planId?: string;
  quantity?: number;
  status?: OperationStatus;
  timeStamp?: string;
  errorStatusCode?: string;
  errorMessage?: string;
};

/** Compares words of the marketplace, whose letter case differs between its interfaces. */
export const isSame = (word: unknown, other: string): boolean => lower(word) === other.toLowerCase();

/** Returns a word in lower case; empty if the marketplace returned no text. */
export const lower = (word: unknown): string => (typeof word === 'string' ? word.toLowerCase() : '');
