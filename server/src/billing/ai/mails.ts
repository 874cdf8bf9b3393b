import { Decimal } from 'decimal.js';
import type { Mail } from '../../platform/mail/outbox.ts';
import { money } from '../../platform/money-and-time/words.ts';

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 200);

const inMoney = (cents: string | number, currency: string): string =>
  money(new Decimal(cents).dividedBy(100).toNumber(), currency);

/** The mail that says that the cap is reached. */
export const capMail = ({
  to,
  organization,
  month,
}: {
  to: string;
  organization: string;
  month: string;
}): Mail => ({
  to: [to],
  subject: `AI features of ${oneLine(organization)} are switched off`,
  text: [
    `What may be spent on AI features in ${month} is spent: they are off until the month ends.`,
    '',
    'To use them before, raise monthlySpendingCapCents in the settings of AI features and set enabled to true.',
    '',
  ].join('\n'),
});

export type Billed = {
  id: string;
  month: string;
  calls: number;
  used_cents: string;
  credit_cents: string;
  amount_cents: number;
  currency: string;
};

/** The mail of a month's bill. */
export const billMail = (to: string, organization: string, bill: Billed): Mail => ({
  to: [to],
  subject: `AI features of ${oneLine(organization)} in ${bill.month}: ${inMoney(bill.amount_cents, bill.currency)}`,
  text: [
    `Use of AI features in ${bill.month}, invoice ${bill.id}:`,
    '',
    `  Calls      ${bill.calls}`,
    `  Used       ${inMoney(bill.used_cents, bill.currency)}`,
    `  Free use   ${inMoney(bill.credit_cents, bill.currency)}`,
    `  To pay     ${inMoney(bill.amount_cents, bill.currency)}`,
    '',
  ].join('\n'),
});
