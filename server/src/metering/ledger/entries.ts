import type { NewRowOf } from '../../platform/database/rows.ts';

/** The types of ledger entries, which the README defines. */
export const entryTypes = [
  'USAGE',
  'INCLUDED',
  'CREDIT',
  'COMMIT',
  'LIST_PRICE',
  'CARRY',
  'REPORTED',
  'RETURNED',
  'WRITTEN_OFF',
] as const;
export type EntryType = (typeof entryTypes)[number];

/**
 * The columns of an entry, except its position and the columns that are equal in all entries of a
 * transaction.
 */
export const ownColumns = [
  'entitlement_term_id',
  'id',
  'entitlement_id',
  'type',
  'dimension',
  'quantity',
  'unit_price',
  'amount',
  'usage_hour',
  'period_start',
  'period_unit',
  'report_id',
  'line_id',
  'run_id',
  'message',
] as const;

/** A new entry, which is stored at the next position in its term. */
export type NewEntry = Omit<NewRowOf<'usage_ledger', (typeof ownColumns)[number], { type: EntryType }>, 'id'>;
