import type { EntitlementInfo } from '../../entitlements/records.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { textOf, timeFrom } from './days.ts';

/** An amount that is charged on a date, whatever the periods are. */
export type Charge = {
  kind: 'INSTALLMENT' | 'ADDON';
  /** Of an addon its own; of an instalment its position, for it has none. */
  id: string;
  name: string | undefined;
  description: string | undefined;
  amount: Exact;
  /** RFC 3339; a bare date is its midnight in UTC. */
  chargeOn: string;
};

/** The instalments and addons of an entitlement that cost something. One without a date is charged when it starts. */
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

/** The charges whose date has come, and when the next one does. A date that has passed is charged at once. */
export function dueCharges(
  charges: readonly Charge[],
  now: string,
): { due: Charge[]; next: string | undefined } {
  const isDue = ({ chargeOn }: Charge) => timeFrom(chargeOn) <= timeFrom(now);
  const dates = charges.filter((charge) => !isDue(charge)).map(({ chargeOn }) => chargeOn);
  return { due: charges.filter(isDue), next: dates.sort()[0] };
}
