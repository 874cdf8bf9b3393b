import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { type FilterGroup, type Properties, passes, textOf } from './filter.ts';

/** A rule that aggregates the records of usage events to a quantity. */
export type Metric = {
  aggregationType: string;
  filterGroups?: readonly FilterGroup[] | undefined;
  groupBys?: readonly string[] | undefined;
  propertyUniqueOn?: string | undefined;
};

/** A record of a usage event. Records are passed in time order. */
export type MetricRecord = { properties?: Properties | undefined; quantity?: Exact | undefined };

/** The aggregate of the records with equal values of the metric’s grouping properties. */
export type Aggregate = {
  groupBysExpression: string;
  /** Values of the grouping properties, by name. */
  properties: Readonly<Record<string, string>>;
  quantity: Exact;
  /** The distinct values, for UNIQUE_COUNT. */
  values?: readonly string[] | undefined;
};

/**
 * Returns whether a metric is additive: the quantity of all records equals the sum of the quantities of any
 * partition of the records.
 */
export const isAdditive = (metric: Metric | undefined): boolean =>
  metric?.aggregationType === 'COUNT' || metric?.aggregationType === 'SUM';

/** Formats the grouping properties of a group, such as `os=linux,cluster=cluster-1`. */
const expressionOf = (groupBys: readonly string[], properties: Properties): string =>
  groupBys
    .map((name) => `${name}=${Object.hasOwn(properties, name) ? textOf(properties[name] ?? '') : ''}`)
    .join(',');

/** Aggregates the records that a metric counts. Returns one result per group, sorted by group. */
export function aggregate(metric: Metric, records: readonly MetricRecord[]): Aggregate[] {
  const counted = records.filter(({ properties = {} }) => passes(metric.filterGroups, properties));
  const groups = groupBy(counted, ({ properties = {} }) => expressionOf(metric.groupBys ?? [], properties));
  return [...groups]
    .map(([groupBysExpression, ofGroup]) => ({
      groupBysExpression,
      properties: commonOf(metric, ofGroup),
      ...countedOf(metric, ofGroup),
    }))
    .sort((one, other) => (one.groupBysExpression < other.groupBysExpression ? -1 : 1));
}

/** Reads the values of the grouping properties of a record. */
const commonOf = ({ groupBys = [] }: Metric, [{ properties = {} } = {}]: readonly MetricRecord[]) =>
  Object.fromEntries(
    groupBys.map((name) => [name, Object.hasOwn(properties, name) ? textOf(properties[name] ?? '') : '']),
  );

function countedOf(
  metric: Metric,
  records: MetricRecord[],
): Omit<Aggregate, 'groupBysExpression' | 'properties'> {
  if (metric.aggregationType !== 'UNIQUE_COUNT') return { quantity: quantityOf(metric, records) };
  const values = [...uniqueValues(records, metric.propertyUniqueOn ?? '')];
  return { quantity: new Exact(values.length), values };
}

function quantityOf({ aggregationType }: Metric, records: MetricRecord[]): Exact {
  // A record without a quantity counts as one unit.
  const quantities = records.map(({ quantity }) => quantity ?? new Exact(1));
  switch (aggregationType) {
    case 'COUNT':
      return new Exact(records.length);
    case 'SUM':
      return quantities.reduce((sum, quantity) => sum.plus(quantity), new Exact(0));
    case 'MAX':
      return Exact.max(...quantities);
    case 'LAST':
      return quantities.at(-1) as Exact;
    default:
      throw new Error(`${aggregationType} is not an aggregation type`);
  }
}

const uniqueValues = (records: readonly MetricRecord[], property: string): Set<string> =>
  new Set(
    records.flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, property) && properties[property] !== null
        ? [textOf(properties[property])]
        : [],
    ),
  );
