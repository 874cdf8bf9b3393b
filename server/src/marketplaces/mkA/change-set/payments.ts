import { Decimal } from 'decimal.js';
import type { Details } from './changes.ts';
import { type Day, dayAfter, dayOf, daysIn, durationOf } from './days.ts';
import type { Commit, OfferTerms } from './offer-terms.ts';
import { countOf, currencyOf, limits, money, type PricingInput, typeOf } from './price-facts.ts';
import type { Report } from './report.ts';

/** Builds the payment schedule term from dated payments. Fixed prices can only be paid by dated payments. */
export function scheduleOf(asked: PricingInput, isFixed: boolean, report: Report): Details | undefined {
  const payments = asked.info.paymentInstallments ?? [];
  const Schedule =
    payments.length > 0 ? datedPayments(asked, payments, report) : isFixed ? paidAhead(asked, report) : [];
  if (Schedule.length === 0) return undefined;
  return {
    Terms: [{ Type: typeOf('PaymentScheduleTerm', asked), CurrencyCode: currencyOf(asked), Schedule }],
  };
}

/**
 * Returns the last day on which no payment may be due: for a resale authorization, its last day of use or
 * today.
 */
const lastWithoutPayment = ({ availabilityEnd }: NonNullable<PricingInput['resale']>, today: Day): Day =>
  availabilityEnd && availabilityEnd > today ? availabilityEnd : today;

/**
 * Rejects prices that are due several times within the agreement, because they cannot be converted to one
 * payment at its start.
 */
function refuseRecurring(commits: readonly Commit[], duration: string | undefined, report: Report): void {
  for (const [index, commit] of commits.entries()) {
    const length = durationOf(commit);
    if (length && duration && daysIn(length) < daysIn(duration) - 3)
      report.miss(
        'INCOMPATIBLE_RATES',
        `/info/commits/${index}/length`,
        'The commit is charged several times within the agreement. Set the payment dates in paymentInstallments.',
      );
  }
}

/**
 * Builds one payment for all commits, due at acceptance. A reseller's payment is due on the first allowed
 * day.
 */
function paidAhead({ info, duration, today, resale }: PricingInput, report: Report): Payment[] {
  const commits = info.commits ?? [];
  refuseRecurring(commits, duration, report);
  const total = commits.reduce(
    (sum, commit) => sum.plus(new Decimal(commit.rate ?? 0).times(countOf(commit))),
    new Decimal(0),
  );
  const ChargeAmount = money(total, limits.paymentPlaces, '/info/commits', report);
  return [{ ChargeDate: resale ? dayAfter(lastWithoutPayment(resale, today)) : today, ChargeAmount }];
}

export type Payment = { ChargeDate: Day; ChargeAmount: string };

const datedPayments = (
  { today, resale }: PricingInput,
  payments: NonNullable<OfferTerms['paymentInstallments']>,
  report: Report,
): Payment[] =>
  payments.map(({ amount, chargeOn }, index) => {
    const place = `/info/paymentInstallments/${index}`;
    const day = chargeOn ? dayOf(chargeOn) : '';
    if (!day) report.miss('INVALID_CHARGE_DATES', `${place}/chargeOn`, 'Each payment needs a date.');
    else if (resale && day <= lastWithoutPayment(resale, today))
      report.refuse(
        'INVALID_CHARGE_DATES',
        `${place}/chargeOn`,
        'Payments of a reseller must be in the future and after the last day on which the resale authorization can be used.',
      );
    return {
      ChargeDate: day,
      ChargeAmount: money(new Decimal(amount ?? 0), limits.paymentPlaces, `${place}/amount`, report),
    };
  });

/** Reads the payments from a change to a payment schedule. */
export const paymentsIn = (schedule: Details | undefined): Payment[] =>
  ((schedule?.Terms ?? []) as { Schedule: Payment[] }[]).flatMap(({ Schedule }) => Schedule);

/**
 * Rejects several past instalments: a buyer who accepts late pays missed instalments immediately, and the
 * marketplace allows one.
 */
export function refuseBackdated(
  payments: readonly Pick<Payment, 'ChargeDate'>[],
  end: Day | undefined,
  report: Report,
): void {
  if (end && payments.filter(({ ChargeDate }) => ChargeDate && ChargeDate <= end).length > 1)
    report.refuse(
      'TOO_MANY_BACKDATED_CHARGES',
      '/info/paymentInstallments',
      'At most one payment can be due on or before the last day of acceptance.',
    );
}
