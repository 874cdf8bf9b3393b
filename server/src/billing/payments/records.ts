import type { z } from 'zod';
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
  list,
  longest,
  openEnum,
  record,
  shortText,
  text,
  time,
} from '../../platform/records/fields.ts';
import { BillingPaymentStatus } from '../invoices/index.ts';
import { BillingWalletType } from '../wallets/index.ts';

export const BillingPaymentTransactionType = closedEnum(
  'BillingPaymentTransactionType',
  'CHARGE: payment of an invoice; REFUND: money returned from a charge.',
  ['CHARGE', 'REFUND'],
);

export const PayAError = record('PayAError', 'Error of payment provider A.', {
  code: codeText('Code.'),
  message: text('Message.'),
  param: codeText('Parameter that caused the error.'),
  status: integer('HTTP status of the response.'),
  type: codeText('Kind of error.'),
});

export const PayABalanceTransactionFeeDetail = record(
  'PayABalanceTransactionFeeDetail',
  'A component of a fee.',
  {
    amount: integer('Amount in the smallest currency unit.'),
    application: idText('Application that receives the fee.'),
    description: text('Description.'),
    type: codeText('Kind of fee.'),
  },
);

export const PayABalanceTransaction = record(
  'PayABalanceTransaction',
  'Effect of a transaction on the balance at payment provider A.',
  {
    amount: integer('Amount in the smallest currency unit.'),
    available_on: integer('When the net amount becomes available, in seconds since 1970.'),
    chargeId: idText('Charge id at the provider.'),
    created: integer('Creation time, in seconds since 1970.'),
    description: text('Description.'),
    exchange_rate: decimal('Exchange rate, if currencies were converted.'),
    fee: integer('Fee in the smallest currency unit.'),
    fee_details: list(PayABalanceTransactionFeeDetail, 'Components of the fee.'),
    id: idText('Id at the provider.'),
    net: integer('Amount less fee, in the smallest currency unit.'),
    status: codeText('Status at the provider.'),
    type: codeText('Kind of transaction at the provider.'),
  },
);

export const PayADispute = record(
  'PayADispute',
  'A dispute by the buyer about a charge at payment provider A.',
  {
    amount: integer('Amount in the smallest currency unit.'),
    chargeId: idText('Charge id at the provider.'),
    created: integer('Creation time, in seconds since 1970.'),
    id: idText('Id at the provider.'),
    is_charge_refundable: flag('Whether the charge can still be refunded.'),
    livemode: flag('False in the provider’s test mode.'),
    paymentIntentId: idText('Payment intent id at the provider.'),
    reason: codeText('Reason for the dispute.'),
    status: codeText('Status at the provider.'),
  },
);

export const PayAPaymentIntent = record('PayAPaymentIntent', 'A charge as stored at payment provider A.', {
  id: idText('Id at the provider.'),
  last_payment_error: fieldOf(PayAError, 'Error of the latest attempt.'),
  livemode: flag('False in the provider’s test mode.'),
  status: openEnum('Status at the provider.', [
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
  'Details of a refund to a card.',
  {
    reference: idText('Bank reference.'),
    reference_status: openEnum('Status of the reference.', ['pending', 'available', 'unavailable']),
    reference_type: codeText('Kind of reference.'),
    type: openEnum('Way in which the money is returned.', ['refund', 'reversal', 'pending']),
  },
);

export const PayARefundDestinationDetailsUSBankTransfer = record(
  'PayARefundDestinationDetailsUSBankTransfer',
  'Details of a refund to a bank account.',
  {
    reference: idText('Bank reference.'),
    reference_status: openEnum('Status of the reference.', ['pending', 'available', 'unavailable']),
  },
);

export const PayARefundDestinationDetails = record(
  'PayARefundDestinationDetails',
  'Destination of a refund.',
  {
    card: fieldOf(PayARefundDestinationDetailsCard, 'Details for a card.'),
    type: codeText('Kind of destination.'),
    us_bank_transfer: fieldOf(PayARefundDestinationDetailsUSBankTransfer, 'Details for a bank account.'),
  },
);

export const PayARefund = record('PayARefund', 'A refund as stored at payment provider A.', {
  chargeId: idText('Charge id at the provider.'),
  estinationDetails: fieldOf(PayARefundDestinationDetails, 'Destination of the refund.'),
  failureBalanceTransactionId: idText('Balance transaction of the failed refund.'),
  failureReason: codeText('Reason for the failure.'),
  id: idText('Id at the provider.'),
  paymentIntentId: idText('Payment intent id at the provider.'),
  status: openEnum('Status at the provider.', [
    'pending',
    'requires_action',
    'succeeded',
    'failed',
    'canceled',
  ]),
});

export const BankTransfer = record('BankTransfer', 'A bank transfer recorded by the seller.', {
  receivedDate: time('When the transfer was received.'),
  reference: shortText('Reference on the transfer, or the bank’s own.', longest.member),
  revertedTime: time('When the payment was reverted.'),
});

export const BankPaymentParams = record('BankPaymentParams', 'A payment received by bank transfer.', {
  amount: decimal('Amount received, in the currency of the invoice; defaults to the open amount.'),
  receivedDate: time('When the transfer was received; defaults to now.'),
  reference: shortText('Reference on the transfer, or the bank’s own.', longest.member),
});
export type BankPaymentParams = z.infer<typeof BankPaymentParams>;

export const BillingPaymentTransactionInfo = record(
  'BillingPaymentTransactionInfo',
  'Details of a transaction from its provider.',
  {
    bankTransfer: fieldOf(BankTransfer, 'Bank transfer; such a payment has neither wallet nor provider.'),
    invoiceDate: time('When the invoice was issued.'),
    payABalanceTransaction: fieldOf(PayABalanceTransaction, 'Effect on the balance at the provider.'),
    payADisputes: list(PayADispute, 'Disputes by the buyer.'),
    payAError: fieldOf(PayAError, 'Reason for the failure.'),
    payAPaymentIntent: fieldOf(PayAPaymentIntent, 'The charge.'),
    payARefund: fieldOf(PayARefund, 'The refund.'),
    refundExists: flag('Whether a refund of the charge exists, complete or in progress.'),
  },
);
export type BillingPaymentTransactionInfo = z.infer<typeof BillingPaymentTransactionInfo>;

export const BillingPaymentTransaction = record(
  'BillingPaymentTransaction',
  'A payment of an invoice, or a refund.',
  {
    amount: decimal('Amount.'),
    buyerID: idText('Buyer of the invoice.'),
    creationTime: time('When it was created.'),
    currency: currency('Currency.'),
    entitlementID: idText('Entitlement of the invoice.'),
    id: idText('Identifier, used as idempotency key at the provider.'),
    info: fieldOf(BillingPaymentTransactionInfo, 'Details.'),
    invoiceID: idText('Invoice that is paid or refunded.'),
    lastUpdateTime: time('When the transaction last changed.'),
    organizationID: idText('Organization of the seller.'),
    parentID: idText('For a refund: the refunded charge.'),
    partner: fieldOf(Partner, 'Payment provider; absent for credit and bank transfers.'),
    status: fieldOf(
      BillingPaymentStatus,
      'PENDING: not sent to the provider yet; PROCESSING: in progress at the provider; SUCCESS and FAILED are final.',
    ),
    type: fieldOf(BillingPaymentTransactionType, 'Type: charge or refund.'),
    walletID: idText('Wallet; absent for bank transfers.'),
    walletType: fieldOf(BillingWalletType, 'Kind of the wallet.'),
  },
);
