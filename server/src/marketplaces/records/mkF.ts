import type { z } from 'zod';
import {
  codeText,
  decimal,
  flag,
  givenTime,
  idText,
  list,
  nameText,
  of,
  openEnum,
  percent,
  record,
  text,
  urlText,
  whole,
} from '../../platform/records/fields.ts';

export const MkFBuyer = record('MkFBuyer', 'How marketplace F knows a buyer.', {
  mkFCustomerID: idText('Account of the buyer.'),
});

export const MkFPlanInstallment = record(
  'MkFPlanInstallment',
  'One instalment that differs from the others.',
  {
    installment_amount: decimal('Amount.'),
    installment_number: decimal('Position in the schedule.'),
  },
);

export const MkFPlanInstallmentSchedule = record(
  'MkFPlanInstallmentSchedule',
  'Instalments of equal distance.',
  {
    default_installment_amount: decimal('Amount of each instalment.'),
    installment_duration: decimal('Months between instalments.'),
    overridden_installments: list(MkFPlanInstallment, 'Instalments of another amount.'),
  },
);

export const MkFOfferPaymentTerms = record('MkFOfferPaymentTerms', 'How an offer is paid.', {
  installment_schedule: of(MkFPlanInstallmentSchedule, 'Instalments, if any.'),
  payment_type: openEnum('Means of payment.', ['INVOICE', 'CREDIT_CARD', 'INSTALLMENT']),
});

export const MkFOfferTermsOfService = record('MkFOfferTermsOfService', 'The terms that a buyer agrees to.', {
  custom_link: urlText('Where the seller’s own terms are.'),
  type: codeText('Whether standard or own terms hold.'),
});

export const MkFOffer = record('MkFOffer', 'An offer as marketplace F keeps it.', {
  access_end_time: givenTime('When access ends.'),
  access_start_date_preference: openEnum('What access starts with.', [
    'SPECIFIC_DATE',
    'OFFER_ACCEPTED_DATE',
  ]),
  access_start_time: givenTime('When access starts.'),
  additional_information: text('Further information for the buyer.'),
  comment: text('Comment of the seller.'),
  contract_duration_months: whole('Length of the contract in months.'),
  contract_type: openEnum('Kind of contract.', ['SUBSCRIPTION', 'LIMITED_TIME', 'PAY_AS_YOU_GO']),
  contract_value: codeText('Value of the contract as the marketplace wrote it.'),
  discount: percent('Discount in percent; 0 to 100 but in drafts.'),
  display_name: nameText('Displayed name.'),
  expiration_time: givenTime('Last moment of acceptance.'),
  invoice_start_date_preference: codeText('What invoicing starts with.'),
  invoice_start_time: givenTime('When invoicing starts.'),
  is_default: flag('Whether it is the public offer of the listing.'),
  name: nameText('Identifier of the offer.'),
  payment_terms: of(MkFOfferPaymentTerms, 'How it is paid.'),
  pricing_plan_name: nameText('Price plan that it uses.'),
  state: openEnum('State of the offer.', ['DRAFT', 'PUBLISHED', 'WITHDRAWN']),
  state_updated_on: givenTime('When the state last changed.'),
  target_consumer: nameText('Account that it is made for.'),
  terms_of_service: of(MkFOfferTermsOfService, 'Terms that the buyer agrees to.'),
  updated_on: givenTime('When it last changed.'),
});
export type MkFOffer = z.infer<typeof MkFOffer>;
