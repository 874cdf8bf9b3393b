import { Decimal } from 'decimal.js';
import type { Mail } from '../../platform/mail/outbox.ts';
import { money } from '../../platform/money-and-time/words.ts';

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 200);

const inMoney = (cents: string | number, currency: string): string =>
  money(new Decimal(cents).dividedBy(100).toNumber(), currency);

/** Mail sent when an organization reaches its spending cap for AI features. */
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
  subject: `AI features of ${oneLine(organization)} are disabled`,
  text: [
    `The spending cap for AI features in ${month} is reached. AI features are disabled until the month ends.`,
    '',
    'To enable AI features earlier, raise monthlySpendingCapCents in their settings and set enabled to true.',
    '',
  ].join('\n'),
});

export type AiBill = {
  id: string;
  month: string;
  calls: number;
  used_cents: string;
  credit_cents: string;
  amount_cents: number;
  currency: string;
};

/** Mail with the AI invoice of a month. */
export const billMail = (to: string, organization: string, bill: AiBill): Mail => ({
  to: [to],
  subject: `AI features of ${oneLine(organization)} in ${bill.month}: ${inMoney(bill.amount_cents, bill.currency)}`,
  text: [
    `AI usage in ${bill.month}, invoice ${bill.id}:`,
    '',
    `  Calls      ${bill.calls}`,
    `  Used       ${inMoney(bill.used_cents, bill.currency)}`,
    `  Free usage ${inMoney(bill.credit_cents, bill.currency)}`,
    `  Amount due ${inMoney(bill.amount_cents, bill.currency)}`,
    '',
  ].join('\n'),
});
