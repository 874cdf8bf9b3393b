import type { JsonObject } from '../../marketplaces/index.ts';
import { findOffer } from '../../offers/index.ts';
import type { PaymentInstallment } from '../../offers/records.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type CountedPeriod, moveTime, type Period } from '../../platform/money-and-time/recurrence.ts';
import { withFields } from '../../platform/records/json.ts';
import { findProduct } from '../../products/index.ts';
import type { AgreedPayments, EntitlementRow } from '../columns.ts';
import { type Price, pricedPayments, priceOf, scaledPayments } from '../derive/index.ts';
import type { EntitlementInfo } from '../records.ts';
import { endEarly, type LifeTerm, type NewTerm } from './life.ts';

/** Converts a price to fields of the info. */
export const figuresOf = ({ commitAmount, annualizedAmount }: Price): JsonObject => ({
  annualizedAmount,
  ...(commitAmount === null ? {} : { commitAmount: Number(commitAmount) }),
});

/** Computes the price of terms of trade for a period, whose months are counted from the agreed day. */
export async function priceFor(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  info: EntitlementInfo,
  period: { start: string; end: string | null; agreed?: string | undefined },
): Promise<Price> {
  const { product_id: productId, offer_id: offerId } = entitlement;
  const offer = offerId ? await findOffer(scope, offerId) : undefined;
  const product = productId && !offer?.product_type ? await findProduct(scope, productId) : undefined;
  const productType = offer?.product_type || product?.product_type;
  const kinds = [entitlement.type ?? undefined, productType ?? undefined];
  return priceOf(info, entitlement.partner, period, kinds);
}

/** Computes the terms of an entitlement for another period, as JSON text, and their price. */
export async function renewedInfo(
  scope: OrgTransaction,
  entitlement: EntitlementRow,
  from: Period | undefined,
  to: CountedPeriod,
): Promise<{ terms: EntitlementInfo; info: string; price: Price }> {
  const before = JSON.parse(entitlement.info) as EntitlementInfo;
  const later = from ? renewedTerms(entitlement, from, to) : {};
  const price = await priceFor(scope, entitlement, { ...before, ...later }, to);
  const terms = { ...later, ...figuresOf(price) } as EntitlementInfo;
  return { terms, price, info: withFields(entitlement.info, terms) };
}

/**
 * Builds the terms of trade of a renewal: dates of payments and ends of commits move by the same interval into
 * the next term. Payments are those for the current quantities, even if a part was paid at a lower price.
 */
function renewedTerms(
  {
    info,
    agreed_duration: agreed,
    agreed_payments: payments,
  }: Pick<EntitlementRow, 'info' | 'agreed_duration' | 'agreed_payments'>,
  from: Period,
  to: CountedPeriod,
): EntitlementInfo {
  const { paymentInstallments: shown, commits } = JSON.parse(info) as EntitlementInfo;
  const present = payments && shown ? (JSON.parse(payments) as AgreedPayments).present : undefined;
  const paymentInstallments = present ?? shown;
  const terms: EntitlementInfo = {};
  if (present || paymentInstallments?.some(({ chargeOn }) => chargeOn))
    terms.paymentInstallments = paymentInstallments?.map((payment) =>
      payment.chargeOn ? { ...payment, chargeOn: moveTime(payment.chargeOn, from, to, agreed) } : payment,
    );
  if (commits?.some(({ termEndTime }) => termEndTime))
    terms.commits = commits.map((commit) =>
      commit.termEndTime
        ? { ...commit, termEndTime: moveTime(commit.termEndTime, from, to, agreed) }
        : commit,
    );
  return terms;
}

type Sale = {
  before: EntitlementInfo;
  after: EntitlementInfo;
  entitlement: Pick<EntitlementRow, 'quantity' | 'agreed_payments'>;
  /** The number of units after the change, if it differs. */
  quantity: number | undefined;
  priced: (info: EntitlementInfo) => Promise<Price>;
};

/** Payments on dates after a change. */
type PaymentsAfter = {
  /** Payments for the current quantities, as if sold from the start; undefined without payments on dates. */
  present: AgreedPayments | undefined;
  isOther: boolean;
};

/**
 * Computes the payments on dates after a change, in proportion to the price, or to the units if no price is known.
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

/**
 * Computes the payments that apply after a change; removes the payments if later payments cannot pay for the
 * change.
 */
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
  const kept = endEarly(life, running, at, currency).commit;
  const total = [...before.map(({ commit }) => commit), kept, rest.commit]
    .reduce((sum, commit) => sum.plus(commit ?? 0), new Exact(0))
    .toFixed();
  const paymentInstallments = scaledPayments(shown, present.present, total, at, currency);
  return paymentInstallments
    ? { terms: { paymentInstallments }, remove: [], agreed: present }
    : { terms: {}, remove: ['paymentInstallments'], agreed: null };
}
