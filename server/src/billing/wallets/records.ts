import { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import {
  closedEnum,
  codeText,
  currency,
  decimal,
  flag,
  idText,
  largestAmount,
  nameText,
  nullable,
  of,
  openEnum,
  record,
  time,
  whole,
} from '../../platform/records/fields.ts';

export const BillingWalletStatus = closedEnum(
  'BillingWalletStatus',
  'State of a wallet. EXPIRED comes with time.',
  ['ACTIVE', 'DELETED', 'PENDING_VERIFY', 'EXPIRED', 'CLOSED'],
);
export type BillingWalletStatus = z.infer<typeof BillingWalletStatus>;

export const BillingWalletType = closedEnum(
  'BillingWalletType',
  'Kind of wallet: credit, or a means of payment.',
  ['ach_debit', 'bacs_debit', 'card', 'credit', 'sepa_debit'],
);
export type BillingWalletType = z.infer<typeof BillingWalletType>;

export const PayAPaymentMethodBACSDebit = record(
  'PayAPaymentMethodBACSDebit',
  'An account for BACS debits.',
  {
    fingerprint: idText('The same for each record of one account.'),
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
  exp_month: whole('Last month, 1 to 12.'),
  exp_year: whole('Last year, in four digits.'),
  fingerprint: idText('The same for each record of one card.'),
  funding: openEnum('How it is funded.', ['credit', 'debit', 'prepaid', 'unknown']),
  last4: codeText('Last four digits.'),
});

export const PayAPaymentMethodSEPADebit = record(
  'PayAPaymentMethodSEPADebit',
  'An account for SEPA debits.',
  {
    bank_code: codeText('Code of the bank.'),
    branch_code: codeText('Code of the branch.'),
    country: codeText('Country of the bank.'),
    fingerprint: idText('The same for each record of one account.'),
    last4: codeText('Last characters of the account.'),
  },
);

export const PayAPaymentMethodUSBankAccount = record(
  'PayAPaymentMethodUSBankAccount',
  'An account for ACH debits.',
  {
    account_holder_type: openEnum('Whose it is.', ['individual', 'company']),
    account_type: openEnum('Kind of account.', ['checking', 'savings']),
    bank_name: nameText('Name of the bank.'),
    fingerprint: idText('The same for each record of one account.'),
    last4: codeText('Last four digits.'),
    routing_number: codeText('Routing number of the bank.'),
  },
);

export const PayAPaymentMethod = record(
  'PayAPaymentMethod',
  'A means of payment as payment provider A keeps it.',
  {
    bacs_debit: of(PayAPaymentMethodBACSDebit, 'Where it is an account for BACS debits.'),
    card: of(PayAPaymentMethodCard, 'Where it is a card.'),
    created: whole('When it was made there, in seconds since 1970.'),
    id: idText('Identifier there.'),
    livemode: flag('False in the provider’s test mode.'),
    object: codeText('Kind of record there.'),
    sepa_debit: of(PayAPaymentMethodSEPADebit, 'Where it is an account for SEPA debits.'),
    us_bank_account: of(PayAPaymentMethodUSBankAccount, 'Where it is an account for ACH debits.'),
  },
);

export const BillingWalletInfo = record('BillingWalletInfo', 'Details of a wallet.', {
  closeDate: time('When it was closed.'),
  payAPaymentMethod: of(PayAPaymentMethod, 'The means of payment at payment provider A.'),
  payASetupIntentId: idText('Identifier of its set-up at payment provider A.'),
});
export type BillingWalletInfo = z.infer<typeof BillingWalletInfo>;

const amount = (description: string) => z.number().min(0).max(largestAmount).meta({ description });

export const BillingWallet = record('BillingWallet', 'What a buyer pays direct sales with.', {
  buyerID: idText('Buyer whose it is.'),
  creationTime: time('When it was created.'),
  currency: currency(
    'Currency; it never changes, and pays invoices in the same only. A card without one pays invoices in any.',
  ),
  expireTime: nullable(time('Since when it pays nothing more; null: never.')),
  externalID: idText('Identifier at the payment provider.'),
  id: idText('Identifier.'),
  info: of(BillingWalletInfo, 'Details.'),
  lastUpdateTime: time('When it last changed.'),
  name: nameText('Displayed name.'),
  organizationID: idText('Organization that sells.'),
  partner: of(Partner, 'Payment provider that keeps it; none for credit.'),
  startTime: time('Since when it pays.'),
  status: of(BillingWalletStatus, 'State.'),
  totalAmount: decimal('Of credit: what was given.'),
  type: of(BillingWalletType, 'Kind of wallet.'),
  usedAmount: decimal('Of credit: what was used, less what was refunded.'),
});

export const CreateCreditWalletParams = record(
  'CreateCreditWalletParams',
  'Credit for a buyer, to be given.',
  {
    currency: currency('Currency; that of the buyer’s payments when absent, else USD.'),
    expireTime: nullable(time('Since when it pays nothing more; null or absent: never.')),
    name: nameText('Displayed name.'),
    startTime: time('Since when it pays; now when absent.'),
    totalAmount: amount('What is given; nothing when absent.'),
  },
);
export type CreateCreditWalletParams = z.infer<typeof CreateCreditWalletParams>;

export const UpdateCreditWalletParams = record(
  'UpdateCreditWalletParams',
  'What is to change of credit. What is absent stays.',
  {
    currency: currency('The currency that it has: it never changes.'),
    expireTime: nullable(time('Since when it pays nothing more; null: never.')),
    name: nullable(nameText('Displayed name; null or an empty text takes it away.')),
    startTime: time('Since when it pays.'),
    totalAmount: amount('What was given in all: no less than what is used.'),
  },
);
export type UpdateCreditWalletParams = z.infer<typeof UpdateCreditWalletParams>;
