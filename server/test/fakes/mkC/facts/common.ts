import type { OperationFacts } from '../../facts/contract.ts';

/** Parameters that every operation of the vendor’s interfaces has. */
export const everyCall = {
  query: { alt: 'Alt', prettyPrint: 'text' },
  headers: {},
} satisfies Partial<OperationFacts>;

export const commonChoices = { Alt: ['json'] };
