import { isLosslessNumber, parse } from 'lossless-json';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { type AggregatedRecord, mergeAggregated } from './aggregated-info.ts';
import { type DimensionRules, moneyOf, type Step } from './settle.ts';
import type { TermState } from './term-credit.ts';

/** Exact numbers by dimension. */
type Units = Record<string, Exact>;
/** The fields of a report’s info, with exact numbers. */
export type ReportInfo = Record<string, string | Exact | Units | readonly AggregatedRecord[]>;

/**
 * Fields whose values are added when two chunks of a run are merged. `kept` fields keep the first value; all
 * other fields take the last value.
 */
const added = [
  'includedRecords',
  'creditRecords',
  'reportedRecords',
  'recordsToReportBeforeAdjustmentAtListPrice',
  'usedCommitAmountIncrement',
  'usedCreditAmountIncrement',
];
const kept = ['decimalParts', 'startTime'];

const isUnits = (value: unknown): value is Units =>
  typeof value === 'object' && !(value instanceof Exact) && !Array.isArray(value);

const nothing = new Exact(0);

const unpricedMessage = (dimensions: readonly string[]): string =>
  `Credit and commit are not used for dimensions without a price: ${dimensions.join(', ')}.`;

/** Builds the info of a report from its settled usage. */
export function reportInfo(
  { from, until, partner }: { from: string; until: string; partner: string | null },
  steps: readonly Step[],
  ofDimension: (key: string) => DimensionRules,
  term: TermState,
): ReportInfo {
  const sumBy = (unitsOf: (step: Step) => Exact): Units => {
    const sums: Units = {};
    for (const step of steps) {
      const units = unitsOf(step);
      if (!units.isZero()) sums[step.dimension] = sums[step.dimension]?.plus(units) ?? units;
    }
    return sums;
  };
  const amount = (unitsOf: (step: Step) => Exact) => moneyOf(steps, unitsOf);
  const dimensions = [...new Set(steps.map(({ dimension }) => dimension))].sort();
  const byDimension = <T>(found: (key: string) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      dimensions.flatMap((key) => {
        const value = found(key);
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
  const without = dimensions.filter((key) => steps.some((step) => step.dimension === key && step.isUnpriced));
  const first = (key: string) => steps.find(({ dimension }) => dimension === key) as Step;
  const last = (key: string) => steps.findLast(({ dimension }) => dimension === key) as Step;
  const atListPrice = steps.some(({ listPrice }) => !listPrice.isZero());
  return {
    startTime: from,
    endTime: until,
    partner: partner ?? '',
    includedRecords: sumBy(({ included }) => included.reduce((sum, one) => sum.plus(one.units), nothing)),
    creditRecords: sumBy(({ credit }) => credit),
    reportedRecords: sumBy(({ sent }) => sent),
    ...(atListPrice ? { recordsToReportBeforeAdjustmentAtListPrice: sumBy(({ excess }) => excess) } : {}),
    decimalParts: byDimension((key) => first(key).carryBefore),
    newDecimalParts: byDimension((key) => last(key).carry),
    commitAmount: term.commit,
    creditAmount: term.credit,
    usedCommitAmount: term.usedCommit,
    usedCreditAmount: term.usedCredit,
    usedCommitAmountIncrement: amount(({ commit }) => commit),
    usedCreditAmountIncrement: amount(({ credit }) => credit),
    dimensionUnitPrice: byDimension((key) => first(key).price),
    dimensionUnitListPrice: byDimension((key) => ofDimension(key).listPrice),
    dimensionCategories: byDimension((key) => ofDimension(key).category) as unknown as Units,
    ...(without.length > 0 ? { message: unpricedMessage(without) } : {}),
  };
}

/** Merges the info of a later chunk of the run for the same hours. */
export function mergeInfo(before: ReportInfo, later: ReportInfo): ReportInfo {
  const merged: ReportInfo = { ...before };
  for (const [field, value] of Object.entries(later)) {
    const old = before[field];
    if (old === undefined) merged[field] = value;
    else if (Array.isArray(value))
      merged[field] = mergeAggregated([...(old as AggregatedRecord[]), ...value]);
    else if (isUnits(value) && isUnits(old)) merged[field] = mergeUnits(field, old, value);
    else if (added.includes(field)) merged[field] = (old as Exact).plus(value as Exact);
    else if (field === 'message' && old !== value) merged[field] = `${old as string} ${value as string}`;
    else if (!kept.includes(field)) merged[field] = value;
  }
  return merged;
}

function mergeUnits(field: string, before: Units, later: Units): Units {
  if (kept.includes(field)) return { ...later, ...before };
  const merged = { ...before };
  for (const [key, value] of Object.entries(later)) {
    const old = merged[key];
    merged[key] = added.includes(field) && old ? old.plus(value) : value;
  }
  return merged;
}

/** Parses stored info with exact numbers. */
export const parseInfo = (text: string): ReportInfo => exactIn(parse(text)) as ReportInfo;

function exactIn(value: unknown): unknown {
  if (isLosslessNumber(value)) return new Exact(value.value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(exactIn);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exactIn(item)]));
}

/** Serializes info, or a part of it, with exact numbers. */
export function printInfo(value: unknown): string {
  if (value instanceof Exact) return value.toFixed();
  if (Array.isArray(value)) return `[${value.map(printInfo).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${printInfo(item)}`).join(',')}}`;
}
