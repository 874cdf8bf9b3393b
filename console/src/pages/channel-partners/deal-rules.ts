import type { DealRegistration } from '@tradepost/sdk';

/** Hides an action unless the deal has one of the states. */
export const only =
  (...states: string[]) =>
  ({ status }: Pick<DealRegistration, 'status'>): boolean =>
    !states.includes(status ?? '');

type Submitted = Pick<DealRegistration, 'productIds' | 'customer'>;

/** Returns the reason why a deal cannot be submitted yet: it needs a product, and a customer that can be identified. */
export function reasonAgainstSubmission({ productIds = [], customer }: Submitted): string | undefined {
  if (productIds.length === 0) return 'Add a product to the deal first.';
  const isIdentified = customer?.domain || customer?.account || customer?.crmAAccountId;
  return isIdentified ? undefined : 'Add the domain of the customer first.';
}
