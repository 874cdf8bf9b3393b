import { Decimal } from 'decimal.js';
import type { Details } from './changes.ts';
import { type Day, dayAfter, dayOf, daysIn, durationOf } from './days.ts';
import type { Commit, OfferTerms } from './offer-terms.ts';
import { type Asked, countOf, currencyOf, limits, money, typeOf } from './price-facts.ts';
import type { Report } from './report.ts';

/** Puts what is paid on dates into the term that the marketplace has for it; what is fixed is paid no other way. */
export function scheduleOf(asked: Asked, isFixed: boolean, report: Report): Details | undefined {
  const payments = asked.info.paymentInstallments ?? [];
  const Schedule =
    payments.length > 0 ? datedPayments(asked, payments, report) : isFixed ? paidAhead(asked, report) : [];
  if (Schedule.length === 0) return undefined;
  return {
    Terms: [{ Type: typeOf('PaymentScheduleTerm', asked), CurrencyCode: currencyOf(asked), Schedule }],
  };
}

/** The last day on which nothing may be due yet: of a right to resell, today or the last one on which it can be used. */
const lastWithoutPayment = ({ availabilityEnd }: NonNullable<Asked['resale']>, today: Day): Day =>
  availabilityEnd && availabilityEnd > today ? availabilityEnd : today;

/** A price that comes due again within the agreement is no price paid at its beginning. */
function refuseRecurring(commits: readonly Commit[], duration: string | undefined, report: Report): void {
  for (const [index, commit] of commits.entries()) {
    const length = durationOf(commit);
    if (length && duration && daysIn(length) < daysIn(duration) - 3)
      report.refuse(
        'INCOMPATIBLE_RATES',
        `/info/commits/${index}/length`,
        'The commit comes due several times within the agreement. Say in paymentInstallments when what is paid.',
      );
  }
}

/** One payment of all commits, which is due with the acceptance; a reseller’s, as soon as it may be. */
function paidAhead({ info, duration, today, resale }: Asked, report: Report): Payment[] {
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
  { today, resale }: Asked,
  payments: NonNullable<OfferTerms['paymentInstallments']>,
  report: Report,
): Payment[] =>
  payments.map(({ amount, chargeOn }, index) => {
    const place = `/info/paymentInstallments/${index}`;
    const day = chargeOn ? dayOf(chargeOn) : '';
    if (!day) report.refuse('INVALID_CHARGE_DATES', `${place}/chargeOn`, 'Each payment needs its date.');
    else if (resale && day <= lastWithoutPayment(resale, today))
      report.refuse(
        'INVALID_CHARGE_DATES',
        `${place}/chargeOn`,
        'A reseller pays in the future, and after the last day on which its right to resell can be used.',
      );
    return {
      ChargeDate: day,
      ChargeAmount: money(new Decimal(amount ?? 0), limits.paymentPlaces, `${place}/amount`, report),
    };
  });
