import type { CredentialsVerdict } from '../../marketplaces/index.ts';
import type { ShownMethods } from '../wallets/index.ts';
import type { BillingPaymentTransactionInfo } from './records.ts';

/** Outcome of a charge or refund at a provider. `info` contains the provider’s own record. */
export type ProviderAnswer = {
  externalId: string | undefined;
  state: 'processing' | 'succeeded' | 'failed';
  info: BillingPaymentTransactionInfo;
};

export type ChargeRequest = {
  /** Id of our transaction. The provider executes requests with the same key only once. */
  key: string;
  /** Decimal as text. */
  amount: string;
  currency: string;
  customerId: string | null;
  methodId: string;
};

export type RefundRequest = Pick<ChargeRequest, 'key' | 'amount' | 'currency'> & {
  /** Id of the charge at the provider. */
  chargeExternalId: string;
};

/** Error of a call with an unknown effect; the outcome must be looked up. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/**
 * Port to a payment provider. A refusal is returned as an outcome; any thrown error leaves the outcome
 * unknown.
 */
export type PaymentProvider = {
  charge(request: ChargeRequest): Promise<ProviderAnswer>;
  refund(request: RefundRequest): Promise<ProviderAnswer>;
  /** Finds the outcome of a charge by its key; undefined if the provider has no charge with this key. */
  findCharge(request: ChargeRequest): Promise<ProviderAnswer | undefined>;
  findRefund(request: RefundRequest): Promise<ProviderAnswer | undefined>;
  /** Absent if the provider keeps no customers, as in the sandbox. */
  customers?: PaymentCustomers;
};

/**
 * Error for a customer id that the provider rejects, such as an id of another account. A retry cannot succeed
 * until the id is changed.
 */
export class CustomerRefused extends Error {
  override readonly name = 'CustomerRefused';
}

export type { ShownMethod, ShownMethods } from '../wallets/index.ts';

export type CustomerRequest = {
  /** Id of our buyer. The provider creates only one customer for the same key. */
  key: string;
  name: string;
  emailAddress?: string | undefined;
};

/**
 * Port to the customers of a provider, which stores their payment methods. Any thrown error leaves the
 * outcome unknown.
 */
export type PaymentCustomers = {
  /** Creates a customer and returns its id at the provider. */
  create(request: CustomerRequest): Promise<string>;
  /** Finds the customer created for a key. A customer created within the last minute may not be found yet. */
  find(key: string): Promise<string | undefined>;
  /**
   * Lists the current payment methods of a customer: empty for a deleted customer, undefined for an unknown
   * customer. @throws CustomerRefused
   */
  methods(customerId: string): Promise<ShownMethods | undefined>;
  /** Detaches a payment method from its customer, which prevents further charges. Idempotent. */
  detach(methodId: string): Promise<void>;
};

/** Finds the payment provider of an organization; undefined without an integration. */
export type ProviderRegistry = {
  find(
    organization: { organizationId: string; environment: string },
    partner: string,
  ): Promise<PaymentProvider | undefined>;
  /**
   * Verifies credentials with the provider by a read-only request; undefined if the provider has no such
   * check.
   * @throws Error if the provider cannot be reached
   */
  verify(partner: string, credentials: Record<string, unknown>): Promise<CredentialsVerdict | undefined>;
};
