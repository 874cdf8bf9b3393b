import type { JsonObject } from '../../marketplaces/index.ts';
import { findOffer } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type CountedPeriod, moved, type Period } from '../../platform/money-and-time/recurrence.ts';
import { withFields } from '../../platform/records/json.ts';
import { findProduct } from '../../products/index.ts';
import type { AgreedPayments, EntitlementRow } from '../columns.ts';
import { type Price, priceOf } from '../derive/index.ts';
import type { EntitlementInfo } from '../records.ts';

/** Converts a price to fields of the info. */
export const figuresOf = ({ commitAmount, annualizedAmount }: Price): JsonObject => ({
  annualizedAmount,
  ...(commitAmount === null ? {} : { commitAmount: Number(commitAmount) }),
});

/** Computes what terms of trade cost for a time, whose months are counted from the day agreed on. */
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

/** The terms of an entitlement for another period, as JSON text, and what they cost. */
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
 * Makes the terms of trade of a renewal. What is paid on dates, or ends on one, is paid and ends as much later in the
 * next term. Payments are those for what is sold now, also where a part of it was paid for less.
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
      payment.chargeOn ? { ...payment, chargeOn: moved(payment.chargeOn, from, to, agreed) } : payment,
    );
  if (commits?.some(({ termEndTime }) => termEndTime))
    terms.commits = commits.map((commit) =>
      commit.termEndTime ? { ...commit, termEndTime: moved(commit.termEndTime, from, to, agreed) } : commit,
    );
  return terms;
}
