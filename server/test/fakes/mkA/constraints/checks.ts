/** Lists the errors of a value; the list is empty for a valid value. */
export type Check = (value: unknown, field: string) => Fault[];
export type Fault = { field: string; message: string };

const wrong = (field: string, message: string): Fault[] => [{ field, message }];

/** Checks a text of limited length. `\`, `<` and `>` are not allowed in text that is shown to buyers. */
export const text =
  (min: number, max: number, { plain = true } = {}): Check =>
  (value, field) => {
    if (typeof value !== 'string' || value.length < min || value.length > max)
      return wrong(field, `Length must be between ${min} and ${max} characters`);
    return plain && /[\\<>]/.test(value)
      ? wrong(field, 'Must not contain illegal characters (\\, <, >)')
      : [];
  };

export const matching =
  (pattern: RegExp, message: string): Check =>
  (value, field) =>
    typeof value === 'string' && pattern.test(value) ? [] : wrong(field, message);

export const oneOf = (...allowed: readonly string[]): Check =>
  matching(new RegExp(`^(${allowed.join('|')})$`), `Allowed values: [${allowed.join(', ')}]`);

/** Splits a text into words; used for long enumerations. */
export const words = (text: string): string[] => text.split(/\s+/);

export const date: Check = (value, field) =>
  typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\d$/.test(value) && isDay(value)
    ? []
    : wrong(field, 'Date must be formatted like "YYYY-MM-DD"');
const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false;

export const duration = matching(/^P(?=.)(\d+Y)?(\d+M)?(\d+D)?$/, 'Expected format: ISO 8601 duration');

export const days = matching(/^P[1-9]\d*D$/, 'ISO 8601 duration in days of at least one day');

/** Checks an unsigned decimal of at most a hundred million, as text with a limited number of decimals. */
export const decimal = (places: number): Check =>
  matching(
    new RegExp(`^((100000000(\\.0{0,${places}})?)|(\\d{1,8}(\\.\\d{0,${places}})?))$`),
    `Non-negative decimals with up to ${places} decimal places supported, as a string`,
  );

export const whole =
  (min: number, max = Number.MAX_SAFE_INTEGER): Check =>
  (value, field) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
      ? []
      : wrong(field, `Must be an integer between ${min} and ${max}`);

export const list =
  (min: number, max: number, each: Check): Check =>
  (value, field) => {
    if (!Array.isArray(value) || value.length < min || value.length > max)
      return wrong(field, `List size must be between ${min} and ${max}`);
    return value.flatMap((one, index) => each(one, `${field}[${index}]`));
  };

type Members = Readonly<Record<string, Check>>;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks an object with required and optional members; other members are errors. */
export const object =
  (required: Members, optional: Members = {}): Check =>
  (value, field) => {
    if (!isObject(value)) return wrong(field, 'Must be an object');
    const at = (name: string) => (field ? `${field}.${name}` : name);
    const known = { ...required, ...optional };
    return [
      ...Object.keys(required)
        .filter((name) => value[name] === undefined)
        .flatMap((name) => wrong(at(name), 'Required')),
      ...Object.entries(value).flatMap(([name, member]) =>
        member === undefined
          ? []
          : (known[name]?.(member, at(name)) ?? wrong(at(name), 'Is not supported here')),
      ),
    ];
  };

export const atLeastOne =
  (check: Check): Check =>
  (value, field) =>
    isObject(value) && Object.keys(value).length === 0
      ? wrong(field, 'At least one property must be provided')
      : check(value, field);

export const nothing: Check = (value, field) =>
  isObject(value) && Object.keys(value).length === 0 ? [] : wrong(field, 'Must be empty ({})');

export const any: Check = () => [];

/** Combines several checks on one value. */
export const all =
  (...checks: readonly Check[]): Check =>
  (value, field) =>
    checks.flatMap((check) => check(value, field));

/** Checks a text of limited length against a published pattern with its published anchors. */
export const like =
  (min: number, max: number, pattern?: RegExp): Check =>
  (value, field) => {
    if (typeof value !== 'string') return wrong(field, 'Must be a string');
    if (value.length < min || value.length > max)
      return wrong(field, `Member must have length between ${min} and ${max}`);
    return pattern && !pattern.test(value)
      ? wrong(field, `Member must satisfy regular expression pattern: ${pattern.source}`)
      : [];
  };

/** Checks a value, or accepts a reference to an entity that another change in the set creates. */
export const orReference =
  (check: Check): Check =>
  (value, field) =>
    typeof value === 'string' && /^\$\w+\.Entity\.Identifier$/.test(value) ? [] : check(value, field);

/** Checks an object with exactly one of several members. */
export const union =
  (members: Members): Check =>
  (value, field) =>
    isObject(value) && Object.keys(value).length === 1
      ? object({}, members)(value, field)
      : wrong(field, 'Must have exactly one member');

/** Applies the check for the value of the member `Type`. */
export const byType =
  (types: Members): Check =>
  (value, field) => {
    const type = isObject(value) ? String(value.Type) : '';
    return (
      types[type]?.(value, field) ??
      wrong(`${field}.Type`, `Allowed values: [${Object.keys(types).join(', ')}]`)
    );
  };
