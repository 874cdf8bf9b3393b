import {
  all,
  atLeastOne,
  byType,
  type Check,
  date,
  days,
  decimal,
  duration,
  like,
  list,
  matching,
  nothing,
  object,
  oneOf,
  orReference,
  text,
  whole,
} from './checks.ts';
import { account, documentUrl, grants, paymentPeriod, pricingTerms, schedule, terms } from './terms.ts';

/**
 * Constraints on the change details of offers and offer sets: the narrower of the constraints in the vendor's
 * shapes and in the reference.
 */
const named = (max: number, pattern: RegExp, { plain = true } = {}): Check =>
  all(text(1, max, { plain }), like(1, max, pattern));
const filled = /^\S+[\S\s]*$/;
const name = named(150, filled);
const description = named(255, filled, { plain: false });
const currency = oneOf('USD', 'EUR', 'GBP', 'AUD', 'JPY', 'CAD');
const countries = list(1, 244, matching(/^[A-Z]{2}$/, 'Country codes must be valid (ISO 3166-1 alpha-2)'));
const percentage = matching(/^\d{1,3}(\.\d{1,2})?$/, 'A percentage with up to two decimal places');
const model = oneOf('Byol', 'Free', 'Usage', 'Contract');

const agreementId = like(1, 64, /^\S+$/);
const authorizationId = orReference(like(1, 100, /^\S+[\S\s]{1,50}/));
const setId = orReference(like(1, 36));
/** Changes that create resold offers require longer names. */
const resoldName = all(name, like(1, 150, /^\S+[\S\s]{1,150}/));
const resoldDescription = all(description, like(1, 255, /^\S+[\S\s]{1,255}/));

const pricing = byType({
  ...pricingTerms('', currency, { quantity: 'optional' }),
  RecurringPaymentTerm: object({
    Type: oneOf('RecurringPaymentTerm'),
    CurrencyCode: oneOf('USD'),
    BillingPeriod: oneOf('Monthly'),
    Price: decimal(3),
  }),
  FreeTrialPricingTerm: object({
    Type: oneOf('FreeTrialPricingTerm'),
    Duration: duration,
    Grants: grants(800, 'optional'),
  }),
  ByolPricingTerm: object({ Type: oneOf('ByolPricingTerm') }),
});

const document = byType({
  CustomEula: object({
    Type: oneOf('CustomEula'),
    Url: documentUrl(
      /^https?:\/\/(www\.)?[-a-zA-Z0-9@._]{1,256}\.[a-zA-Z0-9()]{2,63}\b([-a-zA-Z0-9@_+./]*)/,
      'Required and must be a valid URL when Type is CustomEula',
    ),
  }),
  StandardEula: object({ Type: oneOf('StandardEula'), Version: oneOf('2019-04-24', '2022-07-14') }),
});

const template = object({
  Type: oneOf('PaymentScheduleTermTemplate'),
  Schedule: list(
    1,
    86,
    object(
      {
        ChargeDateOffset: matching(/^P\d+[MD]$/, 'ISO 8601 duration in months or days'),
        ChargePercentage: percentage,
      },
      { DayOfMonth: whole(1, 31) },
    ),
  ),
});
const range = object({ MinValue: percentage, MaxValue: percentage, DefaultValue: percentage });
const renewal = object(
  { Type: oneOf('RenewalTerm') },
  {
    LockoutPeriod: days,
    AdjustmentDeadline: days,
    MaxRenewals: whole(1),
    PriceIncrease: byType({
      FixedPercentage: object({ Type: oneOf('FixedPercentage'), Value: percentage }),
      PercentageRange: object({ Type: oneOf('PercentageRange'), Range: range }),
    }),
    TermTemplates: list(0, 1, template),
  },
);

const refundPolicy = all(
  matching(/^\S(.{0,498}\S)?$/s, 'Length must be between 1 and 500, without spaces at its ends'),
  like(1, 500, /^[\t\n\r -~©®™¢-¥]+$/),
);

const preExisting: Check = (value, field) =>
  value === null
    ? []
    : object({ AcquisitionChannel: oneOf('AwsMarketplace', 'External'), PricingModel: model })(value, field);

/** Validates the details of an offer change, as StartChangeSet does first (422). */
export const offerDetails: Readonly<Record<string, Check>> = {
  CreateOffer: object(
    { ProductId: orReference(like(1, 50, /^[a-zA-Z0-9][.a-zA-Z0-9/-]+[a-zA-Z0-9]$/)) },
    { Name: name, OfferSetId: setId },
  ),
  CreateReplacementOffer: object({ AgreementId: agreementId }, { Name: name }),
  CreateOfferUsingResaleAuthorization: object(
    { ResaleAuthorizationId: authorizationId },
    { Name: resoldName, Description: resoldDescription, OfferSetId: setId },
  ),
  CreateReplacementOfferUsingResaleAuthorization: object(
    { ResaleAuthorizationId: authorizationId, AgreementId: agreementId },
    { Name: resoldName },
  ),
  UpdateInformation: atLeastOne(
    object({}, { Name: name, Description: description, PreExistingAgreement: preExisting }),
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
  UpdateLegalTerms: terms(1, object({ Type: oneOf('LegalTerm'), Documents: list(1, 1, document) })),
  UpdateSupportTerms: terms(0, object({ Type: oneOf('SupportTerm'), RefundPolicy: refundPolicy })),
  UpdatePricingTerms: object({ PricingModel: model, Terms: list(1, 6, pricing) }),
  UpdatePaymentScheduleTerms: terms(0, schedule('PaymentScheduleTerm', currency)),
  UpdateNetPaymentTerms: terms(0, paymentPeriod('NetPaymentTerm')),
  UpdateValidityTerms: terms(
    0,
    object(
      { Type: oneOf('ValidityTerm') },
      { AgreementDuration: duration, AgreementStartDate: date, AgreementEndDate: date },
    ),
  ),
  UpdateRenewalTerms: terms(0, renewal),
  UpdateAvailability: object({ AvailabilityEndDate: date }),
  UpdateMarkup: object({ Percentage: like(1, 20, /^(\d*\.)?\d{1,9}$/) }),
  ReleaseOffer: nothing,
};

const offerIds = object({ Offers: list(1, 7, object({ OfferId: orReference(like(1, 36)) })) });
const solution = object({ SolutionId: like(1, 50, /^soln-[A-Za-z0-9]+$/) });

export const offerSetDetails: Readonly<Record<string, Check>> = {
  CreateOfferSet: object({ Name: text(1, 150) }),
  UpdateInformation: atLeastOne(
    object({}, { Name: text(1, 150), BuyerNotes: text(1, 1000, { plain: false }) }),
  ),
  AssociateOffers: offerIds,
  DisassociateOffers: offerIds,
  AssociateSolution: solution,
  DisassociateSolution: solution,
  ReleaseOfferSet: nothing,
};
