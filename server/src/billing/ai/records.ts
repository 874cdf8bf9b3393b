import {
  codeText,
  currency,
  decimal,
  flag,
  idText,
  mailText,
  nullable,
  record,
  time,
  whole,
} from '../../platform/records/fields.ts';

const month = () => codeText('Month of the organization’s clock, in UTC: 2026-11.');
const calls = () => whole('How many calls of language models there were.');
const credit = () => decimal('Free use in the month, in cents.');

export const AIInvoice = record(
  'AIInvoice',
  'What the use of AI features in a month costs the organization.',
  {
    amountCents: whole('What is to be paid, in cents: use beyond the free use, rounded once.'),
    billingEmail: mailText('Where it was sent.'),
    calls: calls(),
    creationTime: time('When it was made.'),
    creditCents: credit(),
    currency: currency('Currency.'),
    id: idText('Identifier.'),
    month: month(),
    organizationID: idText('Organization that is charged.'),
    usedCents: decimal('What the calls cost together, in cents and fractions of them.'),
  },
);

export const AIUsage = record('AIUsage', 'What AI features cost in a month, and how much is left.', {
  calls: calls(),
  chargedCents: decimal('What was used beyond the free use, in cents and fractions of them.'),
  creditCents: credit(),
  enabled: flag('Whether AI features are on.'),
  month: month(),
  reservedCents: decimal('The most that calls may cost that are under way, or whose cost nobody knows.'),
  spendingCapCents: nullable(decimal('Most to be spent in a month beyond the free use; null for no limit.')),
  usedCents: decimal('What settled calls cost together, in cents and fractions of them.'),
});
