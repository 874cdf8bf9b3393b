/** A condition on a property of a record of usage. */
export type MetricFilter = {
  name?: string | undefined;
  operation?: string | undefined;
  value?: unknown;
  valueType?: string | undefined;
};
export type FilterGroup = { filters?: readonly MetricFilter[] | undefined };
export type Properties = Readonly<Record<string, unknown>>;

/** The text by which a property is compared: numbers and flags as JSON shows them. */
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

/** What a filter says of a record without the property: only that it is not something is true then. */
const isNegative = (operation: string): boolean => operation.startsWith('NOT_');

/** Says whether one filter lets a record through. */
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

/** Says whether a record counts: in each group of filters one of them lets it through. A group without any lets all. */
export const passes = (groups: readonly FilterGroup[] | undefined, properties: Properties): boolean =>
  (groups ?? []).every(
    ({ filters = [] }) => filters.length === 0 || filters.some((filter) => passesFilter(filter, properties)),
  );
