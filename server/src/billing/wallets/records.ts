import { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import {
  closedEnum,
  codeText,
  currency,
  decimal,
  fieldOf,
  flag,
  idText,
  integer,
  largestAmount,
  nameText,
  nullable,
  openEnum,
  record,
  time,
} from '../../platform/records/fields.ts';

export const BillingWalletStatus = closedEnum(
  'BillingWalletStatus',
  'Status of a wallet. It becomes EXPIRED at its expiry time.',
  ['ACTIVE', 'DELETED', 'PENDING_VERIFY', 'EXPIRED', 'CLOSED'],
);
export type BillingWalletStatus = z.infer<typeof BillingWalletStatus>;

export const BillingWalletType = closedEnum(
  'BillingWalletType',
  'Kind of wallet: credit, or a payment method.',
  ['ach_debit', 'bacs_debit', 'card', 'credit', 'sepa_debit'],
);
export type BillingWalletType = z.infer<typeof BillingWalletType>;

export const PayAPaymentMethodBACSDebit = record(
  'PayAPaymentMethodBACSDebit',
  'An account for BACS debits.',
  {
    fingerprint: idText('Identifies the account; equal in all records of the same account or card.'),
    last4: codeText('Last four digits of the account.'),
    sort_code: codeText('Sort code of the bank.'),
  },
);

export const PayAPaymentMethodCard = record('PayAPaymentMethodCard', 'A card.', {
  brand: openEnum('Brand.', [
    'amex',
    'diners',
    'discover',
    'eftpos_au',
    'jcb',
    'mastercard',
    'unionpay',
    'visa',
    'unknown',
  ]),
  country: codeText('Country of the bank.'),
  display_brand: codeText('Brand to display.'),
  exp_month: integer('Expiry month, 1 to 12.'),
  exp_year: integer('Expiry year, four digits.'),
  fingerprint: idText('Identifies the card; equal in all records of the same account or card.'),
  funding: openEnum('Funding of the card.', ['credit', 'debit', 'prepaid', 'unknown']),
  last4: codeText('Last four digits.'),
});

export const PayAPaymentMethodSEPADebit = record(
  'PayAPaymentMethodSEPADebit',
  'An account for SEPA debits.',
  {
    bank_code: codeText('Code of the bank.'),
    branch_code: codeText('Code of the branch.'),
    country: codeText('Country of the bank.'),
    fingerprint: idText('Identifies the account; equal in all records of the same account or card.'),
    last4: codeText('Last characters of the account.'),
  },
);

export const PayAPaymentMethodUSBankAccount = record(
  'PayAPaymentMethodUSBankAccount',
  'An account for ACH debits.',
  {
    account_holder_type: openEnum('Kind of account holder.', ['individual', 'company']),
    account_type: openEnum('Kind of account.', ['checking', 'savings']),
    bank_name: nameText('Name of the bank.'),
    fingerprint: idText('Identifies the account; equal in all records of the same account or card.'),
    last4: codeText('Last four digits.'),
    routing_number: codeText('Routing number of the bank.'),
  },
);

export const PayAPaymentMethod = record(
  'PayAPaymentMethod',
  'A payment method as stored at payment provider A.',
  {
    bacs_debit: fieldOf(PayAPaymentMethodBACSDebit, 'Details for BACS debits.'),
    card: fieldOf(PayAPaymentMethodCard, 'Details for a card.'),
    created: integer('Creation time at the provider, in seconds since 1970.'),
    id: idText('Id at the provider.'),
    livemode: flag('False in the provider’s test mode.'),
    object: codeText('Kind of record at the provider.'),
    sepa_debit: fieldOf(PayAPaymentMethodSEPADebit, 'Details for SEPA debits.'),
    us_bank_account: fieldOf(PayAPaymentMethodUSBankAccount, 'Details for ACH debits.'),
  },
);

export const BillingWalletInfo = record('BillingWalletInfo', 'Details of a wallet.', {
  closeDate: time('When the wallet was closed.'),
  payAPaymentMethod: fieldOf(PayAPaymentMethod, 'The payment method at payment provider A.'),
  payASetupIntentId: idText('Id of the setup intent at payment provider A.'),
});
export type BillingWalletInfo = z.infer<typeof BillingWalletInfo>;

const amount = (description: string) => z.number().min(0).max(largestAmount).meta({ description });

export const BillingWallet = record(
  'BillingWallet',
  'Credit or a payment method with which a buyer ' + 'pays direct sales.',
  {
    buyerID: idText('Buyer who owns the wallet.'),
    creationTime: time('When it was created.'),
    currency: currency(
      'Currency, which never changes. The wallet pays invoices in this currency; a card without a currency pays invoices in all currencies.',
    ),
    expireTime: nullable(
      time('Expiry time, from which the wallet is not used for payments; null if the wallet never expires.'),
    ),
    externalID: idText('Identifier at the payment provider.'),
    id: idText('Identifier.'),
    info: fieldOf(BillingWalletInfo, 'Details.'),
    lastUpdateTime: time('When the wallet last changed.'),
    name: nameText('Displayed name.'),
    organizationID: idText('Organization of the seller.'),
    partner: fieldOf(Partner, 'Payment provider; absent for credit.'),
    startTime: time('Time from which the wallet is used for payments.'),
    status: fieldOf(BillingWalletStatus, 'Status.'),
    totalAmount: decimal('For credit: the total amount granted.'),
    type: fieldOf(BillingWalletType, 'Kind of wallet.'),
    usedAmount: decimal('For credit: the amount used, less refunds.'),
  },
);

export const CreateCreditWalletParams = record('CreateCreditWalletParams', 'Credit to grant to a buyer.', {
  currency: currency('Currency; defaults to the currency of the buyer’s payments, or USD.'),
  expireTime: nullable(
    time(
      'Expiry time, from which the credit is not used for payments; the credit never expires if null or absent.',
    ),
  ),
  name: nameText('Displayed name.'),
  startTime: time('Time from which the credit is used for payments; defaults to now.'),
  totalAmount: amount('Amount to grant; defaults to 0.'),
});
export type CreateCreditWalletParams = z.infer<typeof CreateCreditWalletParams>;

export const UpdateCreditWalletParams = record(
  'UpdateCreditWalletParams',
  'Changes to credit. Absent fields are unchanged.',
  {
    currency: currency('Currency of the wallet, which cannot be changed.'),
    expireTime: nullable(
      time('Expiry time, from which the credit is not used for payments; null if the credit never expires.'),
    ),
    name: nullable(nameText('Displayed name; null or an empty string removes it.')),
    startTime: time('Time from which the credit is used for payments.'),
    totalAmount: amount('Total amount granted; at least the used amount.'),
  },
);
export type UpdateCreditWalletParams = z.infer<typeof UpdateCreditWalletParams>;
