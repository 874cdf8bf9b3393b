import type { Facts } from '../../facts/contract.ts';

type Convert = (value: unknown, values: readonly string[]) => unknown;

/** Converts each value of an enumeration in a message. */
export function mapEnums(facts: Facts, shape: string, value: unknown, convert: Convert): unknown {
  const name = /^\w+/.exec(shape)?.[0] ?? '';
  if (Array.isArray(value)) return value.map((one) => mapEnums(facts, name, one, convert));
  const values = facts.choices[name];
  if (values) return convert(value, values);
  const record = facts.records[name];
  if (!record || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [
      member,
      mapEnums(facts, record[member] ?? '', one, convert),
    ]),
  );
}

/** Returns the name of a value that official clients send as its number; other values stay as they are. */
export const nameOfNumber: Convert = (value, values) =>
  (Number.isInteger(value) ? values[value as number] : undefined) ?? value;

/** Returns the number of a value, which official clients ask for. */
export const numberOfName: Convert = (value, values) => {
  const number = values.indexOf(value as string);
  return number < 0 ? value : number;
};
