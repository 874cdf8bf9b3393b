import type { EntitlementInfo } from '../../entitlements/records.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { textOf, timeFrom } from './days.ts';

/** Amount that is charged on a date, independent of billing periods. */
export type Charge = {
  kind: 'INSTALLMENT' | 'ADDON';
  /** Id of the addon; for an instalment, its position. */
  id: string;
  name: string | undefined;
  description: string | undefined;
  amount: Exact;
  /** RFC 3339; a bare date means midnight UTC. */
  chargeOn: string;
};

/**
 * Instalments and addons of an entitlement with a positive amount. Amounts without a date are charged at the
 * entitlement’s start.
 */
export function chargesOf({ addons, paymentInstallments }: EntitlementInfo, start: string): Charge[] {
  const dateOf = (chargeOn: string | undefined) => textOf(timeFrom(chargeOn || start));
  const instalments = (paymentInstallments ?? []).map((payment, index): Charge => {
    const amount = new Exact(payment.amount ?? 0);
    const chargeOn = dateOf(payment.chargeOn);
    return {
      kind: 'INSTALLMENT',
      id: String(index),
      name: undefined,
      description: undefined,
      amount,
      chargeOn,
    };
  });
  const others = (addons ?? []).map(({ id = '', name, description, amount, chargeOn }): Charge => {
    const charged = new Exact(amount ?? 0);
    return { kind: 'ADDON', id, name, description, amount: charged, chargeOn: dateOf(chargeOn) };
  });
  return [...instalments, ...others].filter(({ amount }) => amount.greaterThan(0));
}

/** Returns the due charges and the date of the next charge. Past dates are due immediately. */
export function dueCharges(
  charges: readonly Charge[],
  now: string,
): { due: Charge[]; next: string | undefined } {
  const isDue = ({ chargeOn }: Charge) => timeFrom(chargeOn) <= timeFrom(now);
  const dates = charges.filter((charge) => !isDue(charge)).map(({ chargeOn }) => chargeOn);
  return { due: charges.filter(isDue), next: dates.sort()[0] };
}
