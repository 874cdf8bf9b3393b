import {
  CustomerRefused,
  type CustomerRequest,
  type PaymentCustomers,
  type ShownMethod,
} from '../provider.ts';
import type { Client } from './account.ts';

/** Maximum number of payment methods read for a customer: per page and in total. */
const [mostAtOnce, mostMethods] = [100, 10_000];

/** Stripe’s names for the kinds of payment methods that can be charged. */
const types = {
  card: 'card',
  us_bank_account: 'ach_debit',
  sepa_debit: 'sepa_debit',
  bacs_debit: 'bacs_debit',
} as const;

/**
 * Creates the access to Stripe customers and their payment methods. The metadata contains the buyer’s id,
 * which is also part of the idempotency key.
 */
export const customersOf = (
  client: () => Promise<Client>,
  asked: <T>(call: () => Promise<T>) => Promise<T>,
): PaymentCustomers => ({
  create: ({ key, name, emailAddress }: CustomerRequest) =>
    asked(async () => {
      const customer = await (await client()).customers.create(
        {
          ...(name ? { name } : {}),
          ...(emailAddress ? { email: emailAddress } : {}),
          metadata: { buyerId: key },
        },
        { idempotencyKey: `customer:${key}` },
      );
      return customer.id;
    }),
  find: (key) =>
    asked(async () => {
      const found = await (await client()).customers.search({ query: `metadata['buyerId']:'${key}'` });
      return found.data[0]?.id;
    }),
  methods: (customerId) =>
    asked(async () => {
      const library = await client();
      const customer = await library.customers.retrieve(customerId).catch(unlessMissing);
      if (!customer) return undefined;
      if (customer.deleted) return { methods: [] };
      // All pages are read, because a wallet whose payment method is not listed is deleted.
      const listed = await library.customers
        .listPaymentMethods(customerId, { limit: mostAtOnce })
        .autoPagingToArray({ limit: mostMethods });
      const chosen = customer.invoice_settings?.default_payment_method;
      return {
        methods: listed.flatMap((method) => shownMethod(method, new Date())),
        defaultId: typeof chosen === 'string' ? chosen : chosen?.id,
      };
    }),
  detach: (methodId) =>
    asked(async () => {
      await (await client()).paymentMethods.detach(methodId).catch((error: { statusCode?: number }) => {
        // The payment method does not exist or is already detached.
        if (error.statusCode !== 400 && error.statusCode !== 404) throw error;
      });
    }),
});

/**
 * Returns undefined for a missing customer. A customer id that is invalid or belongs to another account
 * throws CustomerRefused, because a retry would not help.
 */
function unlessMissing(error: { statusCode?: number; message?: string }): undefined {
  if (error.statusCode === 400 || error.statusCode === 403)
    throw new CustomerRefused(error.message, { cause: error });
  if (error.statusCode !== 404) throw error;
}

type ListedMethod = { id: string; type: string; created: number; livemode: boolean } & Partial<
  Record<keyof typeof types, unknown>
>;

/** Fields in records, for each kind of payment method. */
const shownFields = {
  card: ['brand', 'country', 'display_brand', 'exp_month', 'exp_year', 'fingerprint', 'funding', 'last4'],
  us_bank_account: [
    'account_holder_type',
    'account_type',
    'bank_name',
    'fingerprint',
    'last4',
    'routing_number',
  ],
  sepa_debit: ['bank_code', 'branch_code', 'country', 'fingerprint', 'last4'],
  bacs_debit: ['fingerprint', 'last4', 'sort_code'],
} as const;

/** Converts the provider’s payment method to a wallet’s payment method; empty for a kind that cannot be charged. */
export function shownMethod(method: ListedMethod, now: Date): ShownMethod[] {
  const kind = method.type as keyof typeof types;
  if (!Object.hasOwn(types, kind)) return [];
  const given = (method[kind] ?? {}) as Record<string, unknown>;
  const details = Object.fromEntries(
    shownFields[kind].flatMap((name) => {
      const value = given[name];
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  );
  const { id, created, livemode } = method;
  const word = String(given.brand ?? given.bank_name ?? kind.replaceAll('_', ' '));
  return [
    {
      type: types[kind],
      externalId: id,
      name: given.last4 ? `${word} •••• ${given.last4}` : word,
      isExpired: kind === 'card' && isOver(given, now),
      info: { payAPaymentMethod: { id, created, livemode, object: 'payment_method', [kind]: details } },
    },
  ];
}

/** A card expires at the end of its expiry month. */
const isOver = ({ exp_year: year, exp_month: month }: Record<string, unknown>, now: Date): boolean =>
  typeof year === 'number' && typeof month === 'number' && Date.UTC(year, month, 1) <= now.getTime();
