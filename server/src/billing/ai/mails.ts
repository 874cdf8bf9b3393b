import { Decimal } from 'decimal.js';
import { composeMail } from '../../platform/mail/layout.ts';
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
  ...composeMail({
    heading: 'AI features are disabled',
    paragraphs: [
      `The spending cap for AI features in ${month} is reached. AI features are disabled until the month ends.`,
    ],
    notes: [
      'To enable AI features earlier, raise monthlySpendingCapCents in their settings and set enabled to true.',
    ],
    footer: footerOf(organization),
  }),
});

const footerOf = (organization: string) => ({
  text: `You receive this mail because your address is the billing address for the AI features of ${oneLine(organization)}. An administrator can change it in their settings.`,
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
  ...composeMail({
    heading: `AI features billed: ${inMoney(bill.amount_cents, bill.currency)}`,
    paragraphs: [`AI features of ${oneLine(organization)} were used in ${bill.month}.`],
    facts: [
      { name: 'Invoice', value: bill.id },
      { name: 'Calls', value: String(bill.calls) },
      { name: 'Used', value: inMoney(bill.used_cents, bill.currency) },
      { name: 'Free usage', value: inMoney(bill.credit_cents, bill.currency) },
      { name: 'Amount due', value: inMoney(bill.amount_cents, bill.currency) },
    ],
    footer: footerOf(organization),
  }),
});
