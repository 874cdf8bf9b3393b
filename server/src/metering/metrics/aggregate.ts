import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { type FilterGroup, type Properties, passes, textOf } from './filter.ts';

/** How records of usage events become a quantity. */
export type Metric = {
  aggregationType: string;
  filterGroups?: readonly FilterGroup[] | undefined;
  groupBys?: readonly string[] | undefined;
  propertyUniqueOn?: string | undefined;
};

/** A record of a usage event; later ones come after earlier ones. */
export type MetricRecord = { properties?: Properties | undefined; quantity?: Exact | undefined };

/** What the records of one combination of the properties that a metric groups by come to. */
export type Aggregated = {
  groupBysExpression: string;
  /** The properties that the records have in common, by name. */
  properties: Readonly<Record<string, string>>;
  quantity: Exact;
  /** The values that UNIQUE_COUNT counted. */
  values?: readonly string[] | undefined;
};

/** Says whether what a metric makes of records is the sum of what it makes of any parts of them. */
export const isAdditive = (metric: Metric | undefined): boolean =>
  metric?.aggregationType === 'COUNT' || metric?.aggregationType === 'SUM';

/** Prints which properties the records of a group have in common: `os=linux,cluster=cluster-1`. */
const expressionOf = (groupBys: readonly string[], properties: Properties): string =>
  groupBys
    .map((name) => `${name}=${Object.hasOwn(properties, name) ? textOf(properties[name] ?? '') : ''}`)
    .join(',');

/** Aggregates the records that a metric counts, by the properties that it groups by, in the order of these. */
export function aggregate(metric: Metric, records: readonly MetricRecord[]): Aggregated[] {
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

/** The values of the properties that a metric groups by. */
const commonOf = ({ groupBys = [] }: Metric, [{ properties = {} } = {}]: readonly MetricRecord[]) =>
  Object.fromEntries(
    groupBys.map((name) => [name, Object.hasOwn(properties, name) ? textOf(properties[name] ?? '') : '']),
  );

function countedOf(
  metric: Metric,
  records: MetricRecord[],
): Omit<Aggregated, 'groupBysExpression' | 'properties'> {
  if (metric.aggregationType !== 'UNIQUE_COUNT') return { quantity: quantityOf(metric, records) };
  const values = [...uniqueValues(records, metric.propertyUniqueOn ?? '')];
  return { quantity: new Exact(values.length), values };
}

function quantityOf({ aggregationType }: Metric, records: MetricRecord[]): Exact {
  // A record that says no quantity is one thing.
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
      throw new Error(`${aggregationType} is no aggregation`);
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
