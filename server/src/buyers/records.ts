import type { z } from 'zod';
import {
  IdentityRef,
  MkAAccountIdentifier,
  MkCUserAccount,
  MkFBuyer,
  Partner,
} from '../marketplaces/records/index.ts';
import { InvoiceLanguage } from '../organizations/records.ts';
import {
  codeText,
  currency,
  decimal,
  idText,
  key,
  list,
  longest,
  mailAddress,
  mailText,
  map,
  mapOf,
  nameText,
  nullable,
  of,
  openEnum,
  record,
  text,
  texts,
  time,
  urlText,
} from '../platform/records/fields.ts';

export const CompanyInfo = record('CompanyInfo', 'The company of a buyer.', {
  addressLine1: nameText('Street and number.'),
  addressLine2: nameText('Further line of the address.'),
  city: nameText('Town.'),
  country: nameText('Country.'),
  emailDomain: codeText('Domain of its e-mail addresses.'),
  name: nameText('Name of the company.'),
  postalCode: codeText('Postal code.'),
  state: nameText('State or province.'),
  validFrom: codeText('Since when this holds.'),
});

export const PaymentConfig = record('PaymentConfig', 'How a buyer pays direct sales.', {
  allowedWalletTypes: list(
    openEnum('Kind of wallet.', ['ach_debit', 'bacs_debit', 'card', 'credit', 'sepa_debit']),
    'Kinds of wallet that the buyer may use.',
  ),
  currency: currency('Currency of payments.'),
  defaultWalletId: idText(
    'Wallet that is charged, but in currencies that have a default wallet of their own.',
  ),
  defaultWalletIds: mapOf(idText('A wallet.'), 'Wallets that are charged, by the currency of the invoice.'),
});

export const PayACustomerAddress = record('PayACustomerAddress', 'An address at payment provider A.', {
  city: nameText('Town.'),
  country: nameText('Country.'),
  line1: nameText('Street and number.'),
  line2: nameText('Further line of the address.'),
  postal_code: codeText('Postal code.'),
  state: nameText('State or province.'),
});

export const PayACustomer = record('PayACustomer', 'A buyer as payment provider A keeps it.', {
  address: of(PayACustomerAddress, 'Postal address.'),
  description: text('Note on the customer.'),
  email: mailText('E-mail address.'),
  id: idText('Identifier there.'),
  metadata: mapOf(text('Value.'), 'Data of the seller’s own.'),
  name: nameText('Name of the customer.'),
  phone: codeText('Telephone number.'),
});

export const PayBBuyer = record('PayBBuyer', 'A buyer as payment provider B keeps it.', {
  settings: map('Settings of the buyer there.'),
  shopperId: idText('Identifier there.'),
});

export const BuyerInfo = record('BuyerInfo', 'How other systems know a buyer, and what was sold to it.', {
  billACustomerID: idText('Customer in invoicing system A.'),
  billBCustomerId: idText('Customer in credit system B.'),
  collectableAmount: decimal('Amount that the seller can collect, without the marketplace’s fee.'),
  companyInfo: of(CompanyInfo, 'Company of the buyer.'),
  customerId: idText('Identifier in the seller’s own systems.'),
  disbursedAmount: decimal('Amount paid out to the seller.'),
  emailAddress: mailText('E-mail address.'),
  fields: map('Answers of the signup form.'),
  grossAmount: decimal('Amount sold.'),
  invoicedAmount: decimal('Amount invoiced.'),
  language: of(InvoiceLanguage, 'Language of its invoices; the organization’s when absent.'),
  lastModifiedBy: idText('Who changed it last.'),
  ledgerACustomerId: idText('Customer in accounting system A.'),
  meterACustomerId: idText('Customer in metering system A.'),
  meterBCustomerId: idText('Customer in metering system B.'),
  mkABuyer: of(MkAAccountIdentifier, 'Buyer on marketplace A.'),
  mkBBuyer: of(IdentityRef, 'Buyer on marketplace B.'),
  mkCBuyer: of(MkCUserAccount, 'Buyer on marketplace C.'),
  mkFBuyer: of(MkFBuyer, 'Buyer on marketplace F.'),
  payABuyer: of(PayACustomer, 'Customer of payment provider A.'),
  payACustomerId: idText('Identifier at payment provider A.'),
  payBBuyer: of(PayBBuyer, 'Customer of payment provider B.'),
  paymentConfig: of(PaymentConfig, 'How direct sales are paid.'),
  spaUrl: urlText('Signed address of the buyer’s page; it opens without login.'),
});

export const IdentityBuyer = record('IdentityBuyer', 'A customer of the organization.', {
  companyID: idText('Company that the buyer belongs to.'),
  contactIds: texts('Contacts of the buyer.', longest.id),
  creationTime: time('When it was created.'),
  description: text('Note on the buyer.'),
  externalID: idText('Identifier on the marketplace.'),
  id: idText('Identifier.'),
  info: of(BuyerInfo, 'How other systems know it.'),
  lastUpdateTime: time('When it last changed.'),
  mergedInto: idText('Buyer that this one became part of; in events only.'),
  name: nameText('Name of the buyer.'),
  organizationID: idText('Organization that sells to it.'),
  partner: of(Partner, 'Where it buys.'),
  s3KeyLogo: idText('Key under which the logo is kept.'),
});

/** The fields that a caller may give of a buyer, at its creation and later. */
const givenOfBuyer = {
  billACustomerID: idText('Customer in invoicing system A.'),
  billBCustomerId: idText('Customer in credit system B.'),
  companyInfo: of(CompanyInfo, 'Company of the buyer.'),
  customerId: key('Identifier in the seller’s own systems.'),
  description: text('Note on the buyer.'),
  emailAddress: mailAddress('E-mail address.'),
  language: of(InvoiceLanguage, 'Language of its invoices; the organization’s when absent.'),
  ledgerACustomerId: idText('Customer in accounting system A.'),
  meterACustomerId: idText('Customer in metering system A.'),
  meterBCustomerId: idText('Customer in metering system B.'),
  name: nameText('Name of the buyer.'),
  payACustomerId: idText('Identifier at payment provider A.'),
  paymentConfig: of(PaymentConfig, 'How direct sales are paid.'),
};

export const CreateBuyerParams = record('CreateBuyerParams', 'A buyer of direct sales, to be made.', {
  ...givenOfBuyer,
  partner: of(Partner, 'PAYA or PAYB, or none: buyers of marketplaces come with what they buy.'),
  payBCustomerId: idText('Identifier at payment provider B.'),
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
    language: nullable(givenOfBuyer.language),
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

export const IdentityContactInfo = record('IdentityContactInfo', 'Details of a contact.', {
  companyLocation: nameText('Where the company is.'),
  companyName: nameText('Company of the person.'),
  lastModifiedBy: idText('Who changed it last.'),
  partner: of(Partner, 'Where the contact came from.'),
  phoneNumber: codeText('Telephone number.'),
  role: codeText('Role of the person.'),
});

export const IdentityContact = record('IdentityContact', 'A person at a buyer.', {
  creationTime: time('When it was created.'),
  emailAddress: mailAddress('E-mail address; of two contacts with one, in any letter case, there is one.'),
  id: idText('Identifier.'),
  info: of(IdentityContactInfo, 'Details.'),
  lastUpdateTime: time('When it last changed.'),
  name: nameText('Name of the person.'),
  organizationID: idText('Organization that keeps it.'),
});
export type IdentityContact = z.infer<typeof IdentityContact>;
