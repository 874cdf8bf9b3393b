import {
  atLeastOne,
  byType,
  type Check,
  date,
  days,
  decimal,
  duration,
  list,
  matching,
  nothing,
  object,
  oneOf,
  text,
  whole,
} from './checks.ts';

const name = text(1, 150);
const currency = oneOf('USD', 'AUD', 'EUR', 'GBP', 'JPY', 'CAD');
const key = text(1, 100);
const account = matching(/^\d{12}$/, 'AWS account IDs must be in valid format (12-digit number)');
const countries = list(1, 244, matching(/^[A-Z]{2}$/, 'Country codes must be valid (ISO 3166-1 alpha-2)'));
const percentage = matching(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'A percentage between 0.00 and 100.00');
const type = (allowed: string) => oneOf(allowed);
const choice = oneOf('Allowed', 'Disallowed');

const rates = (places: number) => list(1, 800, object({ DimensionKey: key, Price: decimal(places) }));
const upfrontCards = list(
  1,
  5,
  object({
    Selector: object({ Type: oneOf('Duration'), Value: duration }),
    Constraints: object({ MultipleDimensionSelection: choice, QuantityConfiguration: choice }),
    RateCard: rates(3),
  }),
);
const grants = (max: number) => list(1, max, object({ DimensionKey: key }, { MaxQuantity: whole(1) }));
const usageCards = list(1, 1, object({ RateCard: rates(8) }));

/** The pricing terms; those of resale authorizations have the prefix Resale, and what the reseller pays in them. */
const pricingTerms = (prefix: string): Readonly<Record<string, Check>> => ({
  [`${prefix}UsageBasedPricingTerm`]: object({
    Type: type(`${prefix}UsageBasedPricingTerm`),
    CurrencyCode: oneOf('USD'),
    RateCards: usageCards,
  }),
  [`${prefix}ConfigurableUpfrontPricingTerm`]: object({
    Type: type(`${prefix}ConfigurableUpfrontPricingTerm`),
    CurrencyCode: currency,
    RateCards: upfrontCards,
  }),
  [`${prefix}FixedUpfrontPricingTerm`]: object(
    {
      Type: type(`${prefix}FixedUpfrontPricingTerm`),
      CurrencyCode: currency,
      Price: decimal(3),
      Grants: grants(200),
    },
    { Duration: duration },
  ),
});

const offerPricing = byType({
  ...pricingTerms(''),
  RecurringPaymentTerm: object({
    Type: type('RecurringPaymentTerm'),
    CurrencyCode: oneOf('USD'),
    BillingPeriod: oneOf('Monthly'),
    Price: decimal(3),
  }),
  FreeTrialPricingTerm: object({
    Type: type('FreeTrialPricingTerm'),
    Duration: duration,
    Grants: grants(800),
  }),
  ByolPricingTerm: object({ Type: type('ByolPricingTerm') }),
});

export const document: Check = byType({
  CustomEula: object({
    Type: type('CustomEula'),
    Url: matching(/^https?:\/\/\S+$/, 'Required and must be a valid URL when Type is CustomEula'),
  }),
  StandardEula: object({ Type: type('StandardEula'), Version: oneOf('2019-04-24', '2022-07-14') }),
});

const schedule = list(1, 1000, object({ ChargeDate: date, ChargeAmount: decimal(2) }));
const oneTerm = (min: number, term: Check): Check => object({ Terms: list(min, 1, term) });

const range = object({ MinValue: percentage, MaxValue: percentage, DefaultValue: percentage });
const renewal = object(
  { Type: type('RenewalTerm') },
  {
    LockoutPeriod: days,
    AdjustmentDeadline: days,
    MaxRenewals: whole(1),
    PriceIncrease: byType({
      FixedPercentage: object({ Type: type('FixedPercentage'), Value: percentage }),
      PercentageRange: object({ Type: type('PercentageRange'), Range: range }),
    }),
    TermTemplates: list(
      0,
      1,
      object({
        Type: type('PaymentScheduleTermTemplate'),
        Schedule: list(
          1,
          86,
          object(
            {
              ChargeDateOffset: matching(/^P\d+[MD]$/, 'ISO 8601 duration in months or days'),
              ChargePercentage: percentage,
            },
            { DayOfMonth: whole(1) },
          ),
        ),
      }),
    ),
  },
);

const setId = text(1, 100);

/** What StartChangeSet demands of the details of a change of an offer, before anything else is looked at (422). */
export const offerShapes: Readonly<Record<string, Check>> = {
  CreateOffer: object({ ProductId: text(1, 100) }, { Name: name, OfferSetId: setId }),
  CreateReplacementOffer: object({ AgreementId: text(1, 100) }, { Name: name }),
  CreateOfferUsingResaleAuthorization: object(
    { ResaleAuthorizationId: text(1, 100) },
    { Name: name, Description: text(1, 255, { plain: false }), OfferSetId: setId },
  ),
  CreateReplacementOfferUsingResaleAuthorization: object(
    { ResaleAuthorizationId: text(1, 100), AgreementId: text(1, 100) },
    { Name: name, Description: text(1, 255, { plain: false }) },
  ),
  UpdateInformation: atLeastOne(
    object(
      {},
      {
        Name: name,
        Description: text(1, 255, { plain: false }),
        PreExistingAgreement: (value, field) =>
          value === null
            ? []
            : object({
                AcquisitionChannel: oneOf('AwsMarketplace', 'External'),
                PricingModel: oneOf('Byol', 'Free', 'Usage', 'Contract'),
              })(value, field),
      },
    ),
  ),
  UpdateTargeting: object(
    {},
    {
      PositiveTargeting: atLeastOne(
        object({}, { CountryCodes: countries, BuyerAccounts: list(1, 26, account) }),
      ),
      NegativeTargeting: object({ CountryCodes: countries }),
    },
  ),
  UpdateLegalTerms: oneTerm(1, object({ Type: type('LegalTerm'), Documents: list(1, 1, document) })),
  UpdateSupportTerms: oneTerm(
    1,
    object({
      Type: type('SupportTerm'),
      RefundPolicy: matching(
        /^\S(.{0,498}\S)?$/s,
        'Length must be between 1 and 500, without spaces at its ends',
      ),
    }),
  ),
  UpdatePricingTerms: object({
    PricingModel: oneOf('Byol', 'Free', 'Usage', 'Contract'),
    Terms: list(1, 6, offerPricing),
  }),
  UpdatePaymentScheduleTerms: oneTerm(
    0,
    object({ Type: type('PaymentScheduleTerm'), Schedule: schedule }, { CurrencyCode: currency }),
  ),
  UpdateNetPaymentTerms: oneTerm(
    0,
    object({
      Type: type('NetPaymentTerm'),
      PaymentDuePeriod: oneOf('P15D', 'P30D', 'P45D', 'P60D', 'P90D', 'P120D'),
    }),
  ),
  UpdateValidityTerms: oneTerm(
    0,
    object(
      { Type: type('ValidityTerm') },
      { AgreementDuration: duration, AgreementStartDate: date, AgreementEndDate: date },
    ),
  ),
  UpdateRenewalTerms: oneTerm(0, renewal),
  UpdateAvailability: object({ AvailabilityEndDate: date }),
  UpdateMarkup: object({ Percentage: percentage }),
  ReleaseOffer: nothing,
};

const offerIds = object({ Offers: list(1, 7, object({ OfferId: text(1, 100) })) });
const solution = object({ SolutionId: matching(/^soln-[A-Za-z0-9]+$/, 'Must match soln-…') });

export const offerSetShapes: Readonly<Record<string, Check>> = {
  CreateOfferSet: object({ Name: name }),
  UpdateInformation: atLeastOne(object({}, { Name: name, BuyerNotes: text(1, 1000, { plain: false }) })),
  AssociateOffers: offerIds,
  DisassociateOffers: offerIds,
  AssociateSolution: solution,
  DisassociateSolution: solution,
  ReleaseOfferSet: nothing,
};

const description = text(1, 255, { plain: false });
const resaleDocument = object({ Type: text(1, 50) }, { Url: text(1, 2048), Version: text(1, 20) });

export const resaleShapes: Readonly<Record<string, Check>> = {
  CreateResaleAuthorization: object(
    { ProductId: text(1, 100), Name: name, ResellerAccountId: account },
    { Description: description },
  ),
  UpdateInformation: atLeastOne(object({}, { Name: name, Description: description })),
  UpdatePricingTerms: object({
    PricingModel: oneOf('Byol', 'Free', 'Usage', 'Contract'),
    Terms: list(1, 6, byType(pricingTerms('Resale'))),
  }),
  UpdatePaymentScheduleTerms: oneTerm(
    0,
    object({ Type: type('ResalePaymentScheduleTerm'), Schedule: schedule }, { CurrencyCode: currency }),
  ),
  UpdateBuyerTargetingTerms: oneTerm(
    0,
    object({
      Type: type('BuyerTargetingTerm'),
      PositiveTargeting: object({ BuyerAccounts: list(1, 26, account) }),
    }),
  ),
  UpdateBuyerValidityTerms: oneTerm(
    0,
    object(
      { Type: type('BuyerValidityTerm') },
      { AgreementDuration: duration, MaximumAgreementStartDate: date },
    ),
  ),
  UpdateLegalTerms: object({
    Terms: list(
      1,
      2,
      byType({
        BuyerLegalTerm: object({ Type: type('BuyerLegalTerm'), Documents: list(1, 5, resaleDocument) }),
        ResaleLegalTerm: object({ Type: type('ResaleLegalTerm'), Documents: list(1, 5, resaleDocument) }),
      }),
    ),
  }),
  UpdateAvailability: object({}, { AvailabilityEndDate: date, OffersMaxQuantity: whole(1) }),
  ReleaseResaleAuthorization: nothing,
  RestrictResaleAuthorization: nothing,
};

const url = matching(/^https:\/\/\S{1,2000}$/, 'Must be a valid https URL');

/** Of products, what may be changed here is their name and where buyers are sent. */
export const productShapes: Readonly<Record<string, Check>> = {
  UpdateInformation: atLeastOne(
    object(
      {},
      { ProductTitle: text(1, 72), ShortDescription: text(1, 1000), LongDescription: text(1, 5000) },
    ),
  ),
  UpdateDeliveryOptions: object({
    DeliveryOptions: list(
      1,
      1,
      object({
        Id: text(1, 100),
        Details: object({ SaaSUrlDeliveryOptionDetails: object({ FulfillmentUrl: url }) }),
      }),
    ),
  }),
};
