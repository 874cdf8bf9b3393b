import type { Exact } from '../../platform/money-and-time/exact.ts';
import { type Fee, unitsFee } from './fee.ts';
import type { ModelOf } from './model.ts';

type Group = NonNullable<ModelOf<'matrix'>['matrix']>[number];
export type Properties = Readonly<Record<string, string>>;

const fits = ({ properties = [] }: Group, usage: Properties): boolean =>
  properties.every(({ name = '', value = '' }) => Object.hasOwn(usage, name) && usage[name] === value);

/**
 * A unit costs what the group says whose properties the usage has: the one with the most of them, of equal ones the first;
 * else the default.
 */
export function matrixFees(
  { matrix = [], defaultUnitAmount }: ModelOf<'matrix'>,
  quantity: Exact,
  properties: Properties,
): Fee[] {
  const count = (group: Group) => group.properties?.length ?? 0;
  const [closest] = matrix
    .filter((group) => fits(group, properties))
    .sort((one, other) => count(other) - count(one));
  return [unitsFee(quantity, closest ? closest.unitAmount : defaultUnitAmount)];
}
