import { moved, type Period } from '../platform/recurrence.ts';
import type { EntitlementRow } from './columns.ts';
import type { AgreedPayments } from './derive/index.ts';
import type { EntitlementInfo } from './records.ts';

/**
 * What is paid on dates, or ends on one, is paid and ends as much later in the next term. Payments are those for what is
 * sold now, also where a part of it was paid for less.
 */
export function renewedTerms(
  {
    info,
    agreed_duration: agreed,
    agreed_payments: payments,
  }: Pick<EntitlementRow, 'info' | 'agreed_duration' | 'agreed_payments'>,
  from: Period,
  to: Period,
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
