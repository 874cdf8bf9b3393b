import { atLeastOne, byType, type Check, date, like, list, nothing, object, oneOf, whole } from './checks.ts';
import { account, documentUrl, paymentPeriod, pricingTerms, schedule, terms } from './terms.ts';

/**
 * Constraints on the change details of resale authorizations, from the vendor's shapes, which differ from
 * those for offers.
 */
const name = like(1, 100, /^\S+[\S\s]*$/);
const description = like(1, 255);
const currency = oneOf('USD', 'AUD', 'EUR', 'GBP', 'JPY');

/** Checks a document, which must not have a version, because the marketplace attaches the latest version. */
const document = (...types: readonly string[]): Check =>
  byType(
    Object.fromEntries(
      types.map((type) => [
        type,
        type.startsWith('Custom')
          ? object({
              Type: oneOf(type),
              Url: documentUrl(
                /https?:\/\/(www\.)?[-a-zA-Z0-9@._]{1,256}\.[a-zA-Z0-9()]{1,6}\b([-a-zA-Z0-9@_+./]*)/,
                `Required and must be a valid URL when Type is ${type}`,
              ),
            })
          : object({ Type: oneOf(type) }),
      ]),
    ),
  );

const eula = document('StandardEula', 'CustomEula', 'EnterpriseEula');
const contract = document('StandardResellerContract', 'CustomResellerContract');

export const resaleDetails: Readonly<Record<string, Check>> = {
  CreateResaleAuthorization: object(
    { ProductId: like(1, 50), Name: name, ResellerAccountId: account },
    { Description: description },
  ),
  UpdateInformation: atLeastOne(
    object(
      {},
      {
        Name: name,
        Description: description,
        PreExistingBuyerAgreement: object({
          AcquisitionChannel: oneOf('AwsMarketplace', 'External'),
          PricingModel: oneOf('Byol', 'Free', 'Usage', 'Contract'),
        }),
      },
    ),
  ),
  UpdatePricingTerms: object({
    PricingModel: oneOf('Free', 'Usage', 'Contract'),
    Terms: list(0, 6, byType(pricingTerms('Resale', currency, { quantity: 'required' }))),
  }),
  UpdatePaymentScheduleTerms: terms(0, schedule('ResalePaymentScheduleTerm', currency)),
  UpdateNetPaymentTerms: terms(0, paymentPeriod('ResaleNetPaymentTerm')),
  UpdateBuyerTargetingTerms: terms(
    1,
    object({
      Type: oneOf('BuyerTargetingTerm'),
      PositiveTargeting: object({ BuyerAccounts: list(1, 25, account) }),
    }),
  ),
  UpdateBuyerValidityTerms: terms(
    1,
    object({ Type: oneOf('BuyerValidityTerm'), MaximumAgreementStartDate: date }),
  ),
  UpdateLegalTerms: object({
    Terms: list(
      1,
      2,
      byType({
        BuyerLegalTerm: object({ Type: oneOf('BuyerLegalTerm'), Documents: list(1, 5, eula) }),
        ResaleLegalTerm: object({ Type: oneOf('ResaleLegalTerm'), Documents: list(1, 5, contract) }),
      }),
    ),
  }),
  UpdateAvailability: atLeastOne(object({}, { AvailabilityEndDate: date, OffersMaxQuantity: whole(1, 1) })),
  ReleaseResaleAuthorization: nothing,
  RestrictResaleAuthorization: nothing,
};
