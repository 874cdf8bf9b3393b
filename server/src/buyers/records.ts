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
  fieldOf,
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
  validFrom: codeText('Date from which this is valid.'),
});

export const PaymentConfig = record('PaymentConfig', 'Payment settings of a buyer for direct sales.', {
  allowedWalletTypes: list(
    openEnum('Type of wallet.', ['ach_debit', 'bacs_debit', 'card', 'credit', 'sepa_debit']),
    'Types of wallets that the buyer may use.',
  ),
  currency: currency('Currency of payments.'),
  defaultWalletId: idText('Wallet that is charged, except for currencies with a separate default wallet.'),
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

export const PayACustomer = record('PayACustomer', 'A buyer’s record at payment provider A.', {
  address: fieldOf(PayACustomerAddress, 'Postal address.'),
  description: text('Note on the customer.'),
  email: mailText('E-mail address.'),
  id: idText('Identifier at the provider.'),
  metadata: mapOf(text('Value.'), 'The seller’s own data.'),
  name: nameText('Name of the customer.'),
  phone: codeText('Telephone number.'),
});

export const PayBBuyer = record('PayBBuyer', 'A buyer’s record at payment provider B.', {
  settings: map('Settings of the buyer at the provider.'),
  shopperId: idText('Identifier at the provider.'),
});

export const BuyerInfo = record('BuyerInfo', 'A buyer’s identifiers in other systems, and sales amounts.', {
  billACustomerID: idText('Customer in invoicing system A.'),
  billBCustomerId: idText('Customer in credit system B.'),
  collectableAmount: decimal('Amount that the seller can collect, after the marketplace’s fee.'),
  companyInfo: fieldOf(CompanyInfo, 'Company of the buyer.'),
  customerId: idText('Identifier in the seller’s own systems.'),
  disbursedAmount: decimal('Amount paid out to the seller.'),
  emailAddress: mailText('E-mail address.'),
  fields: map('Values of the signup form.'),
  grossAmount: decimal('Amount sold.'),
  invoicedAmount: decimal('Amount invoiced.'),
  language: fieldOf(
    InvoiceLanguage,
    'Language of the buyer’s invoices; by default the organization’s language.',
  ),
  lastModifiedBy: idText('Member or API client that made the last change.'),
  ledgerACustomerId: idText('Customer in accounting system A.'),
  meterACustomerId: idText('Customer in metering system A.'),
  meterBCustomerId: idText('Customer in metering system B.'),
  mkABuyer: fieldOf(MkAAccountIdentifier, 'Buyer on marketplace A.'),
  mkBBuyer: fieldOf(IdentityRef, 'Buyer on marketplace B.'),
  mkCBuyer: fieldOf(MkCUserAccount, 'Buyer on marketplace C.'),
  mkFBuyer: fieldOf(MkFBuyer, 'Buyer on marketplace F.'),
  payABuyer: fieldOf(PayACustomer, 'Customer of payment provider A.'),
  payACustomerId: idText('Identifier at payment provider A.'),
  payBBuyer: fieldOf(PayBBuyer, 'Customer of payment provider B.'),
  paymentConfig: fieldOf(PaymentConfig, 'Payment settings for direct sales.'),
  spaUrl: urlText('Signed URL of the buyer’s page, which opens without login.'),
});

export const IdentityBuyer = record('IdentityBuyer', 'A customer of the organization.', {
  companyID: idText('Company that the buyer belongs to.'),
  contactIds: texts('Contacts of the buyer.', longest.id),
  creationTime: time('Creation time.'),
  description: text('Note on the buyer.'),
  externalID: idText('Identifier on the marketplace.'),
  id: idText('Identifier.'),
  info: fieldOf(BuyerInfo, 'Identifiers in other systems, and further details.'),
  lastUpdateTime: time('Time of the last change.'),
  mergedInto: idText('Buyer into which this buyer was merged; only in events.'),
  name: nameText('Name of the buyer.'),
  organizationID: idText('Organization.'),
  partner: fieldOf(Partner, 'Marketplace or payment provider.'),
  s3KeyLogo: idText('Storage key of the logo.'),
});

/** The fields of a buyer that a caller can set, at creation and later. */
const givenOfBuyer = {
  billACustomerID: idText('Customer in invoicing system A.'),
  billBCustomerId: idText('Customer in credit system B.'),
  companyInfo: fieldOf(CompanyInfo, 'Company of the buyer.'),
  customerId: key('Identifier in the seller’s own systems.'),
  description: text('Note on the buyer.'),
  emailAddress: mailAddress('E-mail address.'),
  language: fieldOf(
    InvoiceLanguage,
    'Language of the buyer’s invoices; by default the organization’s language.',
  ),
  ledgerACustomerId: idText('Customer in accounting system A.'),
  meterACustomerId: idText('Customer in metering system A.'),
  meterBCustomerId: idText('Customer in metering system B.'),
  name: nameText('Name of the buyer.'),
  payACustomerId: idText('Identifier at payment provider A.'),
  paymentConfig: fieldOf(PaymentConfig, 'Payment settings for direct sales.'),
};

export const CreateBuyerParams = record('CreateBuyerParams', 'A buyer of direct sales to create.', {
  ...givenOfBuyer,
  partner: fieldOf(
    Partner,
    'PAYA or PAYB, or absent. Buyers of marketplaces are created with their purchases.',
  ),
  payBCustomerId: idText('Identifier at payment provider B.'),
});
export type CreateBuyerParams = z.infer<typeof CreateBuyerParams>;

export const UpdateBuyerParams = record(
  'UpdateBuyerParams',
  'Changes to a buyer. Absent fields are unchanged; null or an empty text removes a field.',
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

export const MergeBuyersParams = record('MergeBuyersParams', 'Buyers to merge.', {
  buyerIds: list(key('A buyer.'), 'Buyers to merge into the buyer in the path; 1 to 100.'),
});

export const IdentityContactInfo = record('IdentityContactInfo', 'Details of a contact.', {
  companyLocation: nameText('Location of the company.'),
  companyName: nameText('Company of the contact.'),
  lastModifiedBy: idText('Member or API client that made the last change.'),
  partner: fieldOf(Partner, 'Marketplace or partner that the contact came from.'),
  phoneNumber: codeText('Telephone number.'),
  role: codeText('Role of the contact.'),
});

export const IdentityContact = record('IdentityContact', 'A contact person at a buyer.', {
  creationTime: time('Creation time.'),
  emailAddress: mailAddress('E-mail address, unique among contacts, ignoring case.'),
  id: idText('Identifier.'),
  info: fieldOf(IdentityContactInfo, 'Details.'),
  lastUpdateTime: time('Time of the last change.'),
  name: nameText('Name of the contact.'),
  organizationID: idText('Organization.'),
});
export type IdentityContact = z.infer<typeof IdentityContact>;
