import type { CredentialsVerdict } from '../../marketplaces/index.ts';
import type { ShownMethods } from '../wallets/index.ts';
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
  /** Absent where means of payment become wallets in another way. */
  customers?: PaymentCustomers;
};

/** A customer that a provider refuses to show, as one of somebody else's: it is asked for in vain until another one is named. */
export class CustomerRefused extends Error {
  override readonly name = 'CustomerRefused';
}

export type { ShownMethod, ShownMethods } from '../wallets/index.ts';

export type CustomerRequest = {
  /** Our buyer: the provider makes one customer of the same key, however often it is asked. */
  key: string;
  name: string;
  emailAddress?: string | undefined;
};

/** The customers of a provider, which keeps their means of payment. Whatever is thrown leaves the outcome unknown. */
export type PaymentCustomers = {
  /** Answers the identifier of the customer there. */
  create(request: CustomerRequest): Promise<string>;
  /** The customer that was made for a key; one of the last minute may not be found yet. */
  find(key: string): Promise<string | undefined>;
  /**
   * The means of payment that a customer has now; none of one that is gone, undefined of one that never was.
   * @throws CustomerRefused
   */
  methods(customerId: string): Promise<ShownMethods | undefined>;
  /** Takes a means of payment off its customer: it can be charged no more. One that is off already stays so. */
  detach(methodId: string): Promise<void>;
};

/** The provider of an organization; none where it has no integration with one. */
export type ProviderRegistry = {
  find(
    organization: { organizationId: string; environment: string },
    partner: string,
  ): Promise<PaymentProvider | undefined>;
  /**
   * Asks a provider whether it takes credentials, changing nothing; undefined where we cannot ask it.
   * @throws where it could not be reached
   */
  verify(partner: string, credentials: Record<string, unknown>): Promise<CredentialsVerdict | undefined>;
};
