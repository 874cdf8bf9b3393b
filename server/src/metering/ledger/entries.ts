import type { NewRowOf } from '../../platform/database/rows.ts';

/** The things that become of a unit. What each means: README.md */
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

/** The columns of an entry but for those that entries of one transaction have in common, and its position. */
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

/** An entry that is to be added; its position is the next of its term. */
export type NewEntry = Omit<NewRowOf<'usage_ledger', (typeof ownColumns)[number], { type: EntryType }>, 'id'>;
