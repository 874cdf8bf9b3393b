import {
  codeText,
  currency,
  decimal,
  flag,
  idText,
  integer,
  mailText,
  nullable,
  record,
  time,
} from '../../platform/records/fields.ts';

const month = () => codeText('Month by the organization’s clock, in UTC, such as 2026-11.');
const calls = () => integer('Number of language-model calls.');
const credit = () => decimal('Free usage of the month, in cents.');

export const AIInvoice = record(
  'AIInvoice',
  'Invoice from the operator to the organization for one month of AI usage.',
  {
    amountCents: integer('Amount due in cents: usage beyond the free usage, rounded once.'),
    billingEmail: mailText('Address to which the invoice was sent.'),
    calls: calls(),
    creationTime: time('When the invoice was created.'),
    creditCents: credit(),
    currency: currency('Currency.'),
    id: idText('Identifier.'),
    month: month(),
    organizationID: idText('Organization that is charged.'),
    usedCents: decimal('Total cost of the calls, in cents with fractions.'),
  },
);

export const AIUsage = record('AIUsage', 'Cost of AI features in a month, and the remaining budget.', {
  calls: calls(),
  chargedCents: decimal('Usage beyond the free usage, in cents with fractions.'),
  creditCents: credit(),
  enabled: flag('Whether AI features are enabled.'),
  month: month(),
  reservedCents: decimal('Cents reserved for calls in flight and for calls whose cost is unknown.'),
  spendingCapCents: nullable(
    decimal('Spending cap of a month beyond the free usage, in cents; null if unlimited.'),
  ),
  usedCents: decimal('Total cost of settled calls, in cents with fractions.'),
});
