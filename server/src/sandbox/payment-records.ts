import { z } from 'zod';
import { closedEnum, fieldOf, record } from '../platform/records/fields.ts';

const SandboxPaymentMethodType = closedEnum('SandboxPaymentMethodType', 'Type of the payment method.', [
  'card',
  'ach_debit',
  'sepa_debit',
  'bacs_debit',
]);

const SandboxPaymentOutcome = closedEnum('SandboxPaymentOutcome', 'Outcome of charges.', [
  'SUCCEED',
  'DECLINE',
  'HANG',
  'DISPUTE',
]);

const SandboxSettlement = closedEnum('SandboxSettlement', 'The bank’s decision on a charge.', [
  'SUCCEED',
  'DECLINE',
  'DISPUTE',
]);

const count = (description: string) => z.int().min(0).max(100).meta({ description });

export const SandboxPaymentMethodParams = record(
  'SandboxPaymentMethodParams',
  'A simulated payment method.',
  {
    lostAnswers: count('Number of calls whose response is lost after they took effect.'),
    lostCalls: count('Number of calls that are lost before they take effect.'),
    outcome: fieldOf(SandboxPaymentOutcome, 'Outcome of charges; SUCCEED by default.'),
    type: fieldOf(SandboxPaymentMethodType, 'Type; a card by default.'),
  },
);

export const SandboxSettlementParams = record('SandboxSettlementParams', 'The bank’s decision on a charge.', {
  outcome: fieldOf(SandboxSettlement, 'Outcome; SUCCEED by default.'),
});
