import type { z } from 'zod';
import {
  IdentityRef,
  MkAAccountIdentifier,
  MkCUserAccount,
  MkFBuyer,
  Partner,
} from '../marketplaces/records/index.ts';
import {
  currency,
  decimal,
  key,
  list,
  mailAddress,
  map,
  mapOf,
  nullable,
  of,
  openEnum,
  record,
  text,
  texts,
  time,
} from '../platform/fields.ts';

export const CompanyInfo = record('CompanyInfo', 'The company of a buyer.', {
  addressLine1: text('Street and number.'),
  addressLine2: text('Further line of the address.'),
  city: text('Town.'),
  country: text('Country.'),
  emailDomain: text('Domain of its e-mail addresses.'),
  name: text('Name of the company.'),
  postalCode: text('Postal code.'),
  state: text('State or province.'),
  validFrom: text('Since when this holds.'),
});
export type CompanyInfo = z.infer<typeof CompanyInfo>;

export const PaymentConfig = record('PaymentConfig', 'How a buyer pays direct sales.', {
  allowedWalletTypes: list(
    openEnum('Kind of wallet.', ['ach_debit', 'bacs_debit', 'card', 'credit', 'sepa_debit']),
    'Kinds of wallet that the buyer may use.',
  ),
  currency: currency('Currency of payments.'),
  defaultWalletId: text('Wallet that is charged.'),
});
export type PaymentConfig = z.infer<typeof PaymentConfig>;

export const PayACustomerAddress = record('PayACustomerAddress', 'An address at payment provider A.', {
  city: text('Town.'),
  country: text('Country.'),
  line1: text('Street and number.'),
  line2: text('Further line of the address.'),
  postal_code: text('Postal code.'),
  state: text('State or province.'),
});
export type PayACustomerAddress = z.infer<typeof PayACustomerAddress>;

export const PayACustomer = record('PayACustomer', 'A buyer as payment provider A keeps it.', {
  address: of(PayACustomerAddress, 'Postal address.'),
  description: text('Note on the customer.'),
  email: text('E-mail address.'),
  id: text('Identifier there.'),
  metadata: mapOf(text('Value.'), 'Data of the seller’s own.'),
  name: text('Name of the customer.'),
  phone: text('Telephone number.'),
});
export type PayACustomer = z.infer<typeof PayACustomer>;

export const PayBBuyer = record('PayBBuyer', 'A buyer as payment provider B keeps it.', {
  settings: map('Settings of the buyer there.'),
  shopperId: text('Identifier there.'),
});
export type PayBBuyer = z.infer<typeof PayBBuyer>;

export const BuyerInfo = record('BuyerInfo', 'How other systems know a buyer, and what was sold to it.', {
  billACustomerID: text('Customer in invoicing system A.'),
  billBCustomerId: text('Customer in credit system B.'),
  collectableAmount: decimal('Amount that the seller can collect, without the marketplace’s fee.'),
  companyInfo: of(CompanyInfo, 'Company of the buyer.'),
  customerId: text('Identifier in the seller’s own systems.'),
  disbursedAmount: decimal('Amount paid out to the seller.'),
  emailAddress: text('E-mail address.'),
  fields: map('Answers of the signup form.'),
  grossAmount: decimal('Amount sold.'),
  invoicedAmount: decimal('Amount invoiced.'),
  lastModifiedBy: text('Who changed it last.'),
  ledgerACustomerId: text('Customer in accounting system A.'),
  meterACustomerId: text('Customer in metering system A.'),
  meterBCustomerId: text('Customer in metering system B.'),
  mkABuyer: of(MkAAccountIdentifier, 'Buyer on marketplace A.'),
  mkBBuyer: of(IdentityRef, 'Buyer on marketplace B.'),
  mkCBuyer: of(MkCUserAccount, 'Buyer on marketplace C.'),
  mkFBuyer: of(MkFBuyer, 'Buyer on marketplace F.'),
  payABuyer: of(PayACustomer, 'Customer of payment provider A.'),
  payACustomerId: text('Identifier at payment provider A.'),
  payBBuyer: of(PayBBuyer, 'Customer of payment provider B.'),
  paymentConfig: of(PaymentConfig, 'How direct sales are paid.'),
  spaUrl: text('Signed address of the buyer’s page; it opens without login.'),
});
export type BuyerInfo = z.infer<typeof BuyerInfo>;

export const IdentityBuyer = record('IdentityBuyer', 'A customer of the organization.', {
  companyID: text('Company that the buyer belongs to.'),
  contactIds: texts('Contacts of the buyer.'),
  creationTime: time('When it was created.'),
  description: text('Note on the buyer.'),
  externalID: text('Identifier on the marketplace.'),
  id: text('Identifier.'),
  info: of(BuyerInfo, 'How other systems know it.'),
  lastUpdateTime: time('When it last changed.'),
  mergedInto: text('Buyer that this one became part of; in events only.'),
  name: text('Name of the buyer.'),
  organizationID: text('Organization that sells to it.'),
  partner: of(Partner, 'Where it buys.'),
  s3KeyLogo: text('Key under which the logo is kept.'),
});
export type IdentityBuyer = z.infer<typeof IdentityBuyer>;

/** What a caller may say of a buyer, at its creation and later. */
const givenOfBuyer = {
  billACustomerID: text('Customer in invoicing system A.'),
  billBCustomerId: text('Customer in credit system B.'),
  companyInfo: of(CompanyInfo, 'Company of the buyer.'),
  customerId: key('Identifier in the seller’s own systems.'),
  description: text('Note on the buyer.'),
  emailAddress: mailAddress('E-mail address.'),
  ledgerACustomerId: text('Customer in accounting system A.'),
  meterACustomerId: text('Customer in metering system A.'),
  meterBCustomerId: text('Customer in metering system B.'),
  name: text('Name of the buyer.'),
  payACustomerId: text('Identifier at payment provider A.'),
  paymentConfig: of(PaymentConfig, 'How direct sales are paid.'),
};

export const CreateBuyerParams = record('CreateBuyerParams', 'A buyer of direct sales, to be made.', {
  ...givenOfBuyer,
  partner: of(Partner, 'PAYA or PAYB, or none: buyers of marketplaces come with what they buy.'),
  payBCustomerId: text('Identifier at payment provider B.'),
});
export type CreateBuyerParams = z.infer<typeof CreateBuyerParams>;

export const UpdateBuyerParams = record(
  'UpdateBuyerParams',
  'What is to change of a buyer. What is absent stays; null or an empty text takes a field away.',
  {
    billACustomerID: nullable(givenOfBuyer.billACustomerID),
    billBCustomerId: nullable(givenOfBuyer.billBCustomerId),
    companyInfo: nullable(givenOfBuyer.companyInfo),
    customerId: nullable(givenOfBuyer.customerId),
    description: nullable(givenOfBuyer.description),
    emailAddress: nullable(givenOfBuyer.emailAddress),
    ledgerACustomerId: nullable(givenOfBuyer.ledgerACustomerId),
    meterACustomerId: nullable(givenOfBuyer.meterACustomerId),
    meterBCustomerId: nullable(givenOfBuyer.meterBCustomerId),
    name: nullable(givenOfBuyer.name),
    payACustomerId: nullable(givenOfBuyer.payACustomerId),
    paymentConfig: nullable(givenOfBuyer.paymentConfig),
  },
);
export type UpdateBuyerParams = z.infer<typeof UpdateBuyerParams>;

export const MergeBuyersParams = record('MergeBuyersParams', 'Buyers that are one customer.', {
  buyerIds: list(key('A buyer.'), 'Buyers that become part of the one in the path; 1 to 100.'),
});
export type MergeBuyersParams = z.infer<typeof MergeBuyersParams>;

export const IdentityContactInfo = record('IdentityContactInfo', 'Details of a contact.', {
  companyLocation: text('Where the company is.'),
  companyName: text('Company of the person.'),
  lastModifiedBy: text('Who changed it last.'),
  partner: of(Partner, 'Where the contact came from.'),
  phoneNumber: text('Telephone number.'),
  role: text('Role of the person.'),
});
export type IdentityContactInfo = z.infer<typeof IdentityContactInfo>;

export const IdentityContact = record('IdentityContact', 'A person at a buyer.', {
  creationTime: time('When it was created.'),
  emailAddress: mailAddress('E-mail address; of two contacts with one, in any letter case, there is one.'),
  id: text('Identifier.'),
  info: of(IdentityContactInfo, 'Details.'),
  lastUpdateTime: time('When it last changed.'),
  name: text('Name of the person.'),
  organizationID: text('Organization that keeps it.'),
});
export type IdentityContact = z.infer<typeof IdentityContact>;
