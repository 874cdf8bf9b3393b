import { z } from 'zod';
import { closedEnum, of, record } from '../platform/records/fields.ts';

const SandboxPaymentMethodType = closedEnum('SandboxPaymentMethodType', 'Kind of means of payment.', [
  'card',
  'ach_debit',
  'sepa_debit',
  'bacs_debit',
]);

const SandboxPaymentOutcome = closedEnum('SandboxPaymentOutcome', 'What becomes of charges.', [
  'SUCCEED',
  'DECLINE',
  'HANG',
  'DISPUTE',
]);

const SandboxSettlement = closedEnum('SandboxSettlement', 'What a bank says of a charge.', [
  'SUCCEED',
  'DECLINE',
  'DISPUTE',
]);

const count = (description: string) => z.int().min(0).max(100).meta({ description });

export const SandboxPaymentMethodParams = record(
  'SandboxPaymentMethodParams',
  'A means of payment, and how it behaves.',
  {
    lostAnswers: count('How many answers are lost after the call had its effect.'),
    lostCalls: count('How many calls are lost before they have an effect.'),
    outcome: of(SandboxPaymentOutcome, 'What becomes of charges; SUCCEED when absent.'),
    type: of(SandboxPaymentMethodType, 'Kind; a card when absent.'),
  },
);

export const SandboxSettlementParams = record('SandboxSettlementParams', 'What a bank says of a charge.', {
  outcome: of(SandboxSettlement, 'What becomes of it; SUCCEED when absent.'),
});
