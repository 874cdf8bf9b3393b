/** Details of offers and resale authorizations in the catalogue that the adapter reads. */
export type ShownTerm = {
  Type?: string;
  CurrencyCode?: string;
  Price?: string;
  Duration?: string;
  Grants?: readonly { DimensionKey?: string; MaxQuantity?: number }[];
  RateCards?: readonly {
    Selector?: { Type?: string; Value?: string };
    Constraints?: { QuantityConfiguration?: string };
    RateCard?: readonly { DimensionKey?: string; Price?: string }[];
  }[];
  Schedule?: readonly { ChargeDate?: string; ChargeAmount?: string }[];
  Documents?: readonly { Type?: string; Url?: string; Version?: string }[];
  AgreementDuration?: string;
  AgreementStartDate?: string;
  AgreementEndDate?: string;
  PaymentDuePeriod?: string;
  RefundPolicy?: string;
  PositiveTargeting?: ShownTargeting;
  MaximumAgreementStartDate?: string;
};
export type ShownTargeting = {
  /** Our records have a different name for the account number. */
  BuyerAccounts?: readonly (string | { AwsAccountId?: string; MkAAccountId?: string; LegalName?: string })[];
  CountryCodes?: readonly string[];
};
export type ShownRule = {
  Type?: string;
  AvailabilityEndDate?: string;
  OffersMaxQuantity?: number;
  ResellerAccountId?: string;
  ResellerLegalName?: string;
  PositiveTargeting?: ShownTargeting;
};

export type OfferDetails = {
  Name?: string;
  ProductId?: string;
  ResaleAuthorizationId?: string;
  AgreementId?: string;
  OfferSetId?: string;
  MarkupPercentage?: string;
  State?: string;
  Terms?: readonly ShownTerm[];
  Rules?: readonly ShownRule[];
  PreExistingAgreement?: { AcquisitionChannel?: string };
};

export type AuthorizationDetails = {
  Name?: string;
  ProductId?: string;
  ProductName?: string;
  Status?: string;
  ManufacturerAccountId?: string;
  ManufacturerLegalName?: string;
  OfferDetails?: { OfferCreatedCount?: number };
  Terms?: readonly ShownTerm[];
  Rules?: readonly ShownRule[];
};

export const termIn = (terms: readonly ShownTerm[] | undefined, ...types: string[]): ShownTerm | undefined =>
  terms?.find(({ Type = '' }) => types.includes(Type));

export const ruleIn = (rules: readonly ShownRule[] | undefined, type: string): ShownRule | undefined =>
  rules?.find(({ Type }) => Type === type);

/** Returns the account numbers that an offer or authorization targets. */
export const accountsIn = (targeting: ShownTargeting | undefined): string[] =>
  (targeting?.BuyerAccounts ?? []).flatMap((account) =>
    typeof account === 'string' ? account : (account.AwsAccountId ?? account.MkAAccountId ?? []),
  );
