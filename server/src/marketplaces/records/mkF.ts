import type { z } from 'zod';
import {
  codeText,
  decimal,
  fieldOf,
  flag,
  givenTime,
  idText,
  integer,
  list,
  nameText,
  openEnum,
  percent,
  record,
  text,
  urlText,
} from '../../platform/records/fields.ts';

export const MkFBuyer = record('MkFBuyer', 'Identifiers of a buyer on marketplace F.', {
  mkFCustomerID: idText('Account of the buyer.'),
});

export const MkFPlanInstallment = record('MkFPlanInstallment', 'An instalment with a different amount.', {
  installment_amount: decimal('Amount.'),
  installment_number: decimal('Position in the schedule.'),
});

export const MkFPlanInstallmentSchedule = record(
  'MkFPlanInstallmentSchedule',
  'Instalments at equal intervals.',
  {
    default_installment_amount: decimal('Amount of each instalment.'),
    installment_duration: decimal('Months between instalments.'),
    overridden_installments: list(MkFPlanInstallment, 'Instalments with a different amount.'),
  },
);

export const MkFOfferPaymentTerms = record('MkFOfferPaymentTerms', 'Payment terms of an offer.', {
  installment_schedule: fieldOf(MkFPlanInstallmentSchedule, 'Instalments, if any.'),
  payment_type: openEnum('Payment method.', ['INVOICE', 'CREDIT_CARD', 'INSTALLMENT']),
});

export const MkFOfferTermsOfService = record('MkFOfferTermsOfService', 'The terms that a buyer agrees to.', {
  custom_link: urlText('Address of the seller’s own terms.'),
  type: codeText('Whether standard or own terms apply.'),
});

export const MkFOffer = record('MkFOffer', 'An offer in marketplace F’s own format.', {
  access_end_time: givenTime('End of access.'),
  access_start_date_preference: openEnum('Event or date with which access starts.', [
    'SPECIFIC_DATE',
    'OFFER_ACCEPTED_DATE',
  ]),
  access_start_time: givenTime('Start of access.'),
  additional_information: text('Further information for the buyer.'),
  comment: text('Comment of the seller.'),
  contract_duration_months: integer('Length of the contract in months.'),
  contract_type: openEnum('Type of contract.', ['SUBSCRIPTION', 'LIMITED_TIME', 'PAY_AS_YOU_GO']),
  contract_value: codeText('Value of the contract, in the marketplace’s notation.'),
  discount: percent('Discount in percent; 0 to 100, any number in drafts.'),
  display_name: nameText('Displayed name.'),
  expiration_time: givenTime('Deadline for acceptance.'),
  invoice_start_date_preference: codeText('Event or date with which invoicing starts.'),
  invoice_start_time: givenTime('Start of invoicing.'),
  is_default: flag('Whether the offer is the public offer of the listing.'),
  name: nameText('Identifier of the offer.'),
  payment_terms: fieldOf(MkFOfferPaymentTerms, 'Payment terms.'),
  pricing_plan_name: nameText('Price plan of the offer.'),
  state: openEnum('State of the offer.', ['DRAFT', 'PUBLISHED', 'WITHDRAWN']),
  state_updated_on: givenTime('Time of the last change of state.'),
  target_consumer: nameText('Account of the buyer.'),
  terms_of_service: fieldOf(MkFOfferTermsOfService, 'Terms that the buyer agrees to.'),
  updated_on: givenTime('Time of the last change.'),
});
export type MkFOffer = z.infer<typeof MkFOffer>;
