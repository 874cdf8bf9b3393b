import type { BillingPaymentTransactionInfo } from './records.ts';

/** What is known of a charge or refund at a provider. `info` is the provider's own record of it. */
export type ProviderAnswer = {
  externalId: string | undefined;
  state: 'processing' | 'succeeded' | 'failed';
  info: BillingPaymentTransactionInfo;
};

export type ChargeRequest = {
  /** Our transaction: the provider does the same key once, however often it is asked. */
  key: string;
  /** A decimal, as text. */
  amount: string;
  currency: string;
  customerId: string | null;
  methodId: string;
};

export type RefundRequest = Pick<ChargeRequest, 'key' | 'amount' | 'currency'> & {
  /** The charge, as the provider calls it. */
  chargeExternalId: string;
};

/** An error after which nobody knows whether a call had its effect: it is looked up. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** The port to a payment provider. A refusal is an answer; whatever is thrown leaves the outcome unknown. */
export type PaymentProvider = {
  charge(request: ChargeRequest): Promise<ProviderAnswer>;
  refund(request: RefundRequest): Promise<ProviderAnswer>;
  /** What became of a charge, by its key; undefined where the provider never heard of it. */
  findCharge(request: ChargeRequest): Promise<ProviderAnswer | undefined>;
  findRefund(request: RefundRequest): Promise<ProviderAnswer | undefined>;
};

/** The provider of an organization; none where it has no integration with one. */
export type ProviderRegistry = {
  find(
    organization: { organizationId: string; environment: string },
    partner: string,
  ): Promise<PaymentProvider | undefined>;
};
