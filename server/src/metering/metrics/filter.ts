/** A condition on a property of a usage record. */
export type MetricFilter = {
  name?: string | undefined;
  operation?: string | undefined;
  value?: unknown;
  valueType?: string | undefined;
};
export type FilterGroup = { filters?: readonly MetricFilter[] | undefined };
export type Properties = Readonly<Record<string, unknown>>;

/** Converts a property to text for comparison, numbers and Booleans as in JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const propertyOf = (properties: Properties, name: string): unknown =>
  Object.hasOwn(properties, name) ? (properties[name] ?? undefined) : undefined;

const numberOf = (value: unknown): number | undefined => {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
};

const comparisons: Readonly<Record<string, (found: number, wanted: number) => boolean>> = {
  GT: (found, wanted) => found > wanted,
  GTE: (found, wanted) => found >= wanted,
  LT: (found, wanted) => found < wanted,
  LTE: (found, wanted) => found <= wanted,
  EQ: (found, wanted) => found === wanted,
  NOT_EQ: (found, wanted) => found !== wanted,
};

const searches: Readonly<Record<string, (found: string, wanted: string) => boolean>> = {
  IS: (found, wanted) => found === wanted,
  NOT_IS: (found, wanted) => found !== wanted,
  CONTAINS: (found, wanted) => found.includes(wanted),
  NOT_CONTAINS: (found, wanted) => !found.includes(wanted),
};

/** Returns whether an operation is negated. A record without the property matches negated operations only. */
const isNegative = (operation: string): boolean => operation.startsWith('NOT_');

/** Returns whether a record passes a filter. */
export function passesFilter(
  { name = '', operation = '', value }: MetricFilter,
  properties: Properties,
): boolean {
  const found = propertyOf(properties, name);
  if (operation === 'EXISTS') return found !== undefined;
  if (operation === 'NOT_EXISTS') return found === undefined;
  if (found === undefined) return isNegative(operation);
  const search = searches[operation];
  if (search) return search(textOf(found), textOf(value));
  const [number, wanted] = [numberOf(found), numberOf(value)];
  if (number === undefined || wanted === undefined) return isNegative(operation);
  return comparisons[operation]?.(number, wanted) ?? false;
}

/**
 * Returns whether a record counts, that is, passes at least one filter of each filter group. Every record
 * passes a group without filters.
 */
export const passes = (groups: readonly FilterGroup[] | undefined, properties: Properties): boolean =>
  (groups ?? []).every(
    ({ filters = [] }) => filters.length === 0 || filters.some((filter) => passesFilter(filter, properties)),
  );
