import type { Exact } from '../../platform/money-and-time/exact.ts';
import type { EntryType, NewEntry } from '../ledger/index.ts';
import { money, type Step } from './settle.ts';
import type { CarryMove } from './settle-entitlement.ts';

/** The common columns of the entries of a step. */
export type EntryPlace = { entitlementId: string; termId: string; reportId: string | null; runId: string };

const entry = (
  { entitlementId, termId, reportId, runId }: EntryPlace,
  type: EntryType,
  dimension: string,
  quantity: Exact,
  further: Partial<NewEntry> = {},
): NewEntry => ({
  entitlement_id: entitlementId,
  entitlement_term_id: termId,
  type,
  dimension,
  quantity: quantity.toFixed(),
  unit_price: null,
  amount: null,
  usage_hour: null,
  period_start: null,
  period_unit: null,
  report_id: reportId,
  line_id: null,
  run_id: runId,
  message: null,
  ...further,
});

/** Creates the ledger entries for the units of one hour and dimension. */
export function entriesOf(at: EntryPlace, step: Step): NewEntry[] {
  const { dimension, hour, price } = step;
  const priced = (units: Exact): Partial<NewEntry> => ({
    usage_hour: hour,
    unit_price: price?.toFixed() ?? null,
    amount: price ? money(units, price).toFixed() : null,
  });
  const of = (type: EntryType, units: Exact): NewEntry[] =>
    units.isZero() ? [] : [entry(at, type, dimension, units, priced(units))];
  const carried = step.carry.minus(step.carryBefore);
  return [
    ...of('USAGE', step.units),
    ...step.included.map(({ unit, start, units }) =>
      entry(at, 'INCLUDED', dimension, units, { usage_hour: hour, period_unit: unit, period_start: start }),
    ),
    ...of('CREDIT', step.credit),
    ...of('COMMIT', step.commit),
    ...of('LIST_PRICE', step.listPrice),
    ...(carried.isZero() ? [] : [entry(at, 'CARRY', dimension, carried, { usage_hour: hour })]),
  ];
}

/** Creates the entries that move carried units from a term to a later term. */
export const entriesOfMove = (
  at: Omit<EntryPlace, 'termId' | 'reportId'>,
  { dimension, from, to, units }: CarryMove,
): NewEntry[] => [
  entry({ ...at, termId: from, reportId: null }, 'CARRY', dimension, units.negated(), {
    message: `Moved to term ${to}.`,
  }),
  entry({ ...at, termId: to, reportId: null }, 'CARRY', dimension, units, {
    message: `Moved from term ${from}.`,
  }),
];

/** Creates the entries that write off units too small to send. */
export const entriesOfWriteOff = (
  at: Omit<EntryPlace, 'reportId'>,
  dimension: string,
  units: Exact,
): NewEntry[] => [
  entry({ ...at, reportId: null }, 'CARRY', dimension, units.negated()),
  entry({ ...at, reportId: null }, 'WRITTEN_OFF', dimension, units, {
    message: 'The entitlement ended, and the marketplace does not accept this fraction.',
  }),
];
