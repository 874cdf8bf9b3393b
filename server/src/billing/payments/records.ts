import type { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import {
  closedEnum,
  codeText,
  currency,
  decimal,
  flag,
  idText,
  list,
  longest,
  of,
  openEnum,
  record,
  shortText,
  text,
  time,
  whole,
} from '../../platform/records/fields.ts';
import { BillingPaymentStatus } from '../invoices/index.ts';
import { BillingWalletType } from '../wallets/index.ts';

export const BillingPaymentTransactionType = closedEnum(
  'BillingPaymentTransactionType',
  'CHARGE: from a wallet to an invoice; REFUND: some of that back.',
  ['CHARGE', 'REFUND'],
);

export const PayAError = record('PayAError', 'Why something failed at payment provider A.', {
  code: codeText('Code.'),
  message: text('Message.'),
  param: codeText('Parameter that it is about.'),
  status: whole('Status of the answer.'),
  type: codeText('Kind of error.'),
});

export const PayABalanceTransactionFeeDetail = record('PayABalanceTransactionFeeDetail', 'A part of a fee.', {
  amount: whole('Amount, in the smallest coin.'),
  application: idText('Application that takes it.'),
  description: text('What it is for.'),
  type: codeText('Kind of fee.'),
});

export const PayABalanceTransaction = record(
  'PayABalanceTransaction',
  'What a charge did to the balance at payment provider A.',
  {
    amount: whole('Amount, in the smallest coin.'),
    available_on: whole('When it is available, in seconds since 1970.'),
    chargeId: idText('Charge there.'),
    created: whole('When it was made, in seconds since 1970.'),
    description: text('Description.'),
    exchange_rate: decimal('Rate, where currencies were exchanged.'),
    fee: whole('Fee, in the smallest coin.'),
    fee_details: list(PayABalanceTransactionFeeDetail, 'What the fee is made of.'),
    id: idText('Identifier there.'),
    net: whole('Amount less fee, in the smallest coin.'),
    status: codeText('State there.'),
    type: codeText('Kind of transaction there.'),
  },
);

export const PayADispute = record('PayADispute', 'A charge that the buyer disputes at payment provider A.', {
  amount: whole('Amount, in the smallest coin.'),
  chargeId: idText('Charge there.'),
  created: whole('When it began, in seconds since 1970.'),
  id: idText('Identifier there.'),
  is_charge_refundable: flag('Whether the charge can still be refunded.'),
  livemode: flag('False in the provider’s test mode.'),
  paymentIntentId: idText('Payment intent there.'),
  reason: codeText('Why it is disputed.'),
  status: codeText('State there.'),
});

export const PayAPaymentIntent = record('PayAPaymentIntent', 'A charge as payment provider A keeps it.', {
  id: idText('Identifier there.'),
  last_payment_error: of(PayAError, 'Why the last try failed.'),
  livemode: flag('False in the provider’s test mode.'),
  status: openEnum('State there.', [
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'canceled',
    'succeeded',
  ]),
});

export const PayARefundDestinationDetailsCard = record(
  'PayARefundDestinationDetailsCard',
  'How a refund goes back to a card.',
  {
    reference: idText('Reference of the bank.'),
    reference_status: openEnum('State of the reference.', ['pending', 'available', 'unavailable']),
    reference_type: codeText('Kind of reference.'),
    type: openEnum('How it goes back.', ['refund', 'reversal', 'pending']),
  },
);

export const PayARefundDestinationDetailsUSBankTransfer = record(
  'PayARefundDestinationDetailsUSBankTransfer',
  'How a refund goes back to an account.',
  {
    reference: idText('Reference of the bank.'),
    reference_status: openEnum('State of the reference.', ['pending', 'available', 'unavailable']),
  },
);

export const PayARefundDestinationDetails = record('PayARefundDestinationDetails', 'Where a refund goes.', {
  card: of(PayARefundDestinationDetailsCard, 'Where it is a card.'),
  type: codeText('Kind of destination.'),
  us_bank_transfer: of(PayARefundDestinationDetailsUSBankTransfer, 'Where it is an account.'),
});

export const PayARefund = record('PayARefund', 'A refund as payment provider A keeps it.', {
  chargeId: idText('Charge there.'),
  estinationDetails: of(PayARefundDestinationDetails, 'Where it goes.'),
  failureBalanceTransactionId: idText('What its failure did to the balance.'),
  failureReason: codeText('Why it failed.'),
  id: idText('Identifier there.'),
  paymentIntentId: idText('Payment intent there.'),
  status: openEnum('State there.', ['pending', 'requires_action', 'succeeded', 'failed', 'canceled']),
});

export const BankTransfer = record('BankTransfer', 'Money that came by bank, as the seller recorded it.', {
  receivedDate: time('When it was received.'),
  reference: shortText('What the transfer says, or the bank calls it.', longest.member),
  revertedTime: time('When the record of it was taken back.'),
});

export const BankPaymentParams = record('BankPaymentParams', 'A payment that came by bank transfer.', {
  amount: decimal('What came, in the currency of the invoice; all that is open when absent.'),
  receivedDate: time('When it was received; now when absent.'),
  reference: shortText('What the transfer says, or the bank calls it.', longest.member),
});
export type BankPaymentParams = z.infer<typeof BankPaymentParams>;

export const BillingPaymentTransactionInfo = record(
  'BillingPaymentTransactionInfo',
  'Details of a transaction, as its provider has them.',
  {
    bankTransfer: of(
      BankTransfer,
      'The transfer; of what came by bank, which has neither wallet nor provider.',
    ),
    invoiceDate: time('When the invoice was issued.'),
    payABalanceTransaction: of(PayABalanceTransaction, 'What it did to the balance.'),
    payADisputes: list(PayADispute, 'Disputes of the buyer about it.'),
    payAError: of(PayAError, 'Why it failed.'),
    payAPaymentIntent: of(PayAPaymentIntent, 'The charge.'),
    payARefund: of(PayARefund, 'The refund.'),
    refundExists: flag('Some of it was refunded, or is being.'),
  },
);
export type BillingPaymentTransactionInfo = z.infer<typeof BillingPaymentTransactionInfo>;

export const BillingPaymentTransaction = record(
  'BillingPaymentTransaction',
  'Money that moved, or is to move, between a wallet of a buyer and an invoice.',
  {
    amount: decimal('Amount.'),
    buyerID: idText('Buyer of the invoice.'),
    creationTime: time('When it was created.'),
    currency: currency('Currency.'),
    entitlementID: idText('Entitlement of the invoice.'),
    id: idText('Identifier; the provider knows a repeat by it.'),
    info: of(BillingPaymentTransactionInfo, 'Details.'),
    invoiceID: idText('Invoice that it pays.'),
    lastUpdateTime: time('When it last changed.'),
    organizationID: idText('Organization that sells.'),
    parentID: idText('Of a refund: the charge that it pays back.'),
    partner: of(Partner, 'Payment provider; none for credit.'),
    status: of(
      BillingPaymentStatus,
      'PENDING: not known to the provider yet; PROCESSING: under way there; SUCCESS and FAILED are ends.',
    ),
    type: of(BillingPaymentTransactionType, 'Whether it pays, or pays back.'),
    walletID: idText('Wallet; none where the buyer had nothing to pay with.'),
    walletType: of(BillingWalletType, 'Kind of the wallet.'),
  },
);
