import type { PaymentInstallment } from '../../offers/records.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import type { AgreedPayments, EntitlementRow } from '../columns.ts';
import { type Price, pricedPayments, scaledPayments } from '../derive/index.ts';
import type { EntitlementInfo } from '../records.ts';
import { type LifeTerm, type NewTerm, shortened } from './life.ts';

type Sale = {
  before: EntitlementInfo;
  after: EntitlementInfo;
  entitlement: Pick<EntitlementRow, 'quantity' | 'agreed_payments'>;
  /** How many units it is for after the change, where that is another number. */
  quantity: number | undefined;
  priced: (info: EntitlementInfo) => Promise<Price>;
};

/** The payments on dates after a change. */
export type PaymentsAfter = {
  /** For what is sold now, as if it had been sold from the beginning; nothing where there are none. */
  present: AgreedPayments | undefined;
  isOther: boolean;
};

/**
 * Computes what the payments on dates would be for what is sold after a change: in proportion to what it costs, or to
 * the units where no price is known.
 */
export async function paymentsFor({
  before,
  after,
  entitlement,
  quantity,
  priced,
}: Sale): Promise<PaymentsAfter> {
  const shown = after.paymentInstallments;
  if (!shown?.length) return { present: undefined, isOther: false };
  const known = entitlement.agreed_payments
    ? (JSON.parse(entitlement.agreed_payments) as AgreedPayments)
    : undefined;
  const priceOf = async ({ paymentInstallments: _, ...info }: EntitlementInfo) =>
    (await priced(info)).commitAmount;
  const [old, now] = [await priceOf(before), await priceOf(after)];
  const [was, is] =
    Number(old) > 0 && Number(now) > 0
      ? [old as string, now as string]
      : [String(entitlement.quantity || 1), String(quantity || entitlement.quantity || 1)];
  const agreed = known ?? { payments: shown, price: was };
  const isOther = !new Exact(was).equals(is);
  if (!isOther) return { present: known, isOther };
  const present = pricedPayments(agreed, is, after.currency || 'USD');
  return { present: { ...agreed, present }, isOther };
}

/** The payments that hold after a change, or that none do: what is to come could not pay for it. */
export function paymentsWith(
  { present, isOther }: PaymentsAfter,
  shown: readonly PaymentInstallment[] | undefined,
  {
    life,
    running,
    rest,
    at,
    currency,
  }: {
    life: readonly LifeTerm[];
    running: LifeTerm;
    rest: NewTerm;
    at: string;
    currency: string;
  },
): { terms: EntitlementInfo; remove: string[]; agreed: AgreedPayments | null | undefined } {
  if (!shown?.length) return { terms: {}, remove: [], agreed: null };
  if (!present || !isOther) return { terms: {}, remove: [], agreed: undefined };
  const before = life.filter(({ id, priced }) => id !== running.id && priced.since === running.priced.since);
  const kept = shortened(life, running, at, currency).commit;
  const total = [...before.map(({ commit }) => commit), kept, rest.commit]
    .reduce((sum, commit) => sum.plus(commit ?? 0), new Exact(0))
    .toFixed();
  const paymentInstallments = scaledPayments(shown, present.present, total, at, currency);
  return paymentInstallments
    ? { terms: { paymentInstallments }, remove: [], agreed: present }
    : { terms: {}, remove: ['paymentInstallments'], agreed: null };
}
