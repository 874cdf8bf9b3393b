import type { OperationFacts } from '../../facts/contract.ts';

/** The parameter and the headers that every operation of the marketplace’s own interfaces has. */
export const everyCall = {
  query: { 'api-version': 'ApiVersion!' },
  headers: { 'x-ms-requestid': 'uuid', 'x-ms-correlationid': 'uuid' },
} satisfies Partial<OperationFacts>;

export const apiVersion = '2018-08-31';
