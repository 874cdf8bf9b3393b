import type { OperationFacts } from '../../facts/contract.ts';

/** Parameters that every operation of the vendor’s interfaces has. */
export const everyCall = {
  query: { alt: 'Alt', prettyPrint: 'text' },
  headers: {},
} satisfies Partial<OperationFacts>;

export const commonChoices = { Alt: ['json'] };

/** The official client of private offers adds `$alt`, by which it gets enumerations as numbers. */
export const everyOfferCall = { ...everyCall, query: { ...everyCall.query, $alt: 'text' } };
