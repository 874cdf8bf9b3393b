import { z } from 'zod';

/**
 * The building blocks of record schemas. One definition provides the type, the validation and the OpenAPI schema. Every
 * field of a record is optional, as the specification requires for all its records.
 */

/** The schema traits that `clean` uses before validation. */
export const fieldTraits = z.registry<{
  upperCase?: true;
  /** Known values, which are converted to upper case; other values are not changed. */
  known?: string[];
  /** A date, which may also be sent as midnight UTC of that day. */
  day?: true;
  deprecated?: true;
}>();

type Shape = Record<string, z.ZodType>;
type OptionalShape<S extends Shape> = { [K in keyof S]: z.ZodOptional<S[K]> };

/**
 * Creates the schema of a record with a component in the OpenAPI document. All fields are optional; unknown ones are
 * dropped.
 */
export function record<S extends Shape>(
  id: string,
  description: string,
  shape: S,
): z.ZodObject<OptionalShape<S>> {
  const optional = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.optional()]));
  return z.object(optional as unknown as OptionalShape<S>).meta({ id, description });
}

/** The maximum length of any text in a body, in characters; longer texts must be uploaded as files. */
export const longestText = 100_000;

/** The maximum length of texts by kind. Limits of bodies: docs/decisions/0010-quotas-limits-and-fair-shares.md */
export const longest = { code: 200, name: 300, mail: 320, id: 500, member: 1000, url: 8000 } as const;

/** Creates the schema of a text with a maximum length in code points, as in JSON Schema, instead of UTF-16 units. */
const textUpTo = (most: number) =>
  z
    .string()
    .refine(
      (value) => value.length <= most || Array.from(value).length <= most,
      `must have at most ${most} characters`,
    )
    .meta({ override: { maxLength: most } });
const bounded = (most: number) => (description: string) => textUpTo(most).meta({ description });

/** Creates the schema of a long text: notes, messages, templates, texts of other systems. */
export const text = (description: string) => z.string().meta({ description });
/** Creates the schema of a text by which rows are found. An index limits its length. */
export const key = (description: string) => z.string().max(200).meta({ description });
/** A short text such as a code, a number, a unit, a date or a duration, stored unchanged. */
export const codeText = bounded(longest.code);
/** A name entered by a user. */
export const nameText = bounded(longest.name);
/** An id or resource name, possibly of another system. */
export const idText = bounded(longest.id);
export const urlText = bounded(longest.url);
/** An e-mail address that is not validated. */
export const mailText = bounded(longest.mail);
/** Creates the schema of a short text written by a user, with a specific maximum length. */
export const shortText = (description: string, most: number) => bounded(most)(description);
/** Creates the schema of a text whose maximum length is checked by the record's rules. */
export const noteText = (description: string, most: number) =>
  z.string().meta({ description, override: { maxLength: most } });

export const flag = (description: string) => z.boolean().meta({ description });

/** The largest amount. Larger sums are unrealistic and would lose digits in a double. */
export const largestAmount = 1e15;

/** Creates the schema of a decimal number: an amount of money, a quantity or a percentage. */
export const decimal = (description: string) =>
  z.number().min(-largestAmount).max(largestAmount).meta({ description });

/**
 * Creates the schema of a percentage. A value beyond ±10000 % is rejected as a typing error. Drafts may have any other
 * value; commands check stricter limits.
 */
export const percent = (description: string) => z.number().min(-10_000).max(10_000).meta({ description });

/** Creates the schema of a percentage in hundredths of a percent. */
export const basisPoints = (description: string) =>
  z.number().min(-1_000_000).max(1_000_000).meta({ description });

/** Creates the schema of an integer that a double represents exactly. */
export const integer = (description: string) => z.int().meta({ description });

const int64 = { minimum: -(2 ** 63), maximum: 2 ** 63 };

/**
 * Creates the schema of an integer that may exceed 2^53. The integer is stored and returned with every digit (R7), and
 * is never used in calculations.
 */
export const exactWhole = (description: string) =>
  z
    .number()
    .min(int64.minimum)
    .max(int64.maximum)
    .meta({ description, override: { type: 'integer', format: 'int64', ...int64 } });

const memberName = textUpTo(longest.member);

/** Creates the schema of a free-form map with contents from the caller or another system. */
export const map = (description: string) => z.record(memberName, z.unknown()).meta({ description });

/** Creates the schema of a map whose values have the same schema. In a PATCH, a null removes its key (R8). */
export const mapOf = <V extends z.ZodType>(value: V, description: string) =>
  z.record(memberName, value.nullable()).meta({ description });

/**
 * The maximum number of items in a list: more than any record needs, and few enough to process without delaying other
 * requests.
 */
export const mostItems = 1000;

export const list = <I extends z.ZodType>(item: I, description: string, most = mostItems) =>
  z.array(item).max(most).meta({ description });
export const texts = (description: string, most?: number) =>
  list(most === undefined ? z.string() : textUpTo(most), description);

/** Creates a field that contains a named record, with a description for this field. */
export const fieldOf = <S extends z.ZodType>(schema: S, description: string): S =>
  schema.meta({ description }) as S;

/** Creates the schema of a free-form object, for record types that the specification names without fields (R6). */
export const freeForm = (description: string) => map(description);

/** Creates the schema of a free-form map with a separate component in the OpenAPI document. */
export const freeRecord = (id: string, description: string) =>
  z.record(memberName, z.unknown()).meta({ id, description });

export const nullable = <S extends z.ZodType>(schema: S): z.ZodNullable<S> => {
  const description = schema.meta()?.description;
  return description ? schema.nullable().meta({ description }) : schema.nullable();
};

/**
 * Documents the default of a field. Validation never inserts the default, so that a PATCH without the field leaves the
 * field unchanged.
 */
export const byDefault = <S extends z.ZodType>(schema: S, value: unknown): S => {
  const { id: _, ...said } = schema.meta() ?? {};
  return schema.meta({ ...said, default: value }) as S;
};

/** Marks a field as deprecated. The field remains in payloads, and its description names the successor. */
export const deprecated = <S extends z.ZodType>(schema: S): S =>
  schema.meta({ ...(schema.meta() ?? {}), deprecated: true }) as S;

/**
 * Creates an open enumeration whose values have no effect in the service. Known values are examples, and other values
 * are kept (R6).
 */
export const openEnum = (description: string, known: readonly string[] = []) =>
  z
    .string()
    .max(200)
    .meta({ description, ...(known.length > 0 ? { examples: known.filter((value) => value !== '') } : {}) });

/**
 * Creates an open enumeration of which some values have an effect in the service. Known values are accepted in any
 * letter case.
 */
export const actedEnum = (description: string, known: readonly string[]) => {
  const schema = openEnum(description, known);
  fieldTraits.add(schema, { known: [...known] });
  return schema;
};

/** Creates a closed enumeration. Other values are rejected with the list of allowed values. */
export const closedEnum = <const V extends readonly [string, ...string[]]>(
  id: string,
  description: string,
  values: V,
) => z.enum(values).meta({ id, description });

/** Creates a closed enumeration that is accepted in any letter case and stored in upper case. */
export const upperCaseEnum = <const V extends readonly [string, ...string[]]>(
  id: string,
  description: string,
  values: V,
) => {
  const schema = z.enum(values).meta({ id, description });
  fieldTraits.add(schema, { upperCase: true });
  return schema;
};

/** Matches an RFC 3339 time. Hour 24 is excluded here, because `Date.parse` accepts it contrary to the RFC. */
const offsetTime = /^\d{4}-\d{2}-\d{2}[Tt](?!24)\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/;
const firstMoment = Date.parse('0001-01-01T00:00:00.000Z');
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');
const bareDate = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the milliseconds since 1970 of an RFC 3339 time with an offset, or of a date (midnight UTC); undefined for a
 * nonexistent date or a year in UTC without four digits. `Date.parse` is used for speed, because every time in every
 * body is parsed here.
 */
export function millisecondsOf(value: string): number | undefined {
  if (!offsetTime.test(value) && !bareDate.test(value)) return undefined;
  const milliseconds = Date.parse(value.toUpperCase());
  if (Number.isNaN(milliseconds)) return undefined;
  // `Date.parse` converts 30 February to 2 March. Days up to the 28th exist in every month, so they need no check.
  const day = Number(value.slice(8, 10));
  if (day > 28 && day > daysOfMonth(Number(value.slice(0, 4)), Number(value.slice(5, 7)))) return undefined;
  return milliseconds >= firstMoment && milliseconds <= lastMoment ? milliseconds : undefined;
}

const daysOfMonth = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** Whether a text is an RFC 3339 time with an offset, or a date, that exists in the calendar. */
export const isTime = (value: string): boolean => millisecondsOf(value) !== undefined;

/**
 * Creates the schema of a time that has an effect in the service: RFC 3339 with an offset, or a date (midnight UTC).
 */
export const time = (description: string) =>
  z
    .string()
    .refine(isTime, 'must be an RFC 3339 time with an offset, or a date')
    .meta({
      description,
      override: { type: 'string', maxLength: 40 },
      examples: ['2027-01-31T00:00:00.000Z', '2027-01-31'],
    });

/**
 * Creates the schema of a calendar date, YYYY-MM-DD. Midnight UTC of the day is also accepted, because some clients
 * send dates in this format.
 */
export const date = (description: string) => {
  const schema = z
    .string()
    .refine((value) => bareDate.test(value) && isTime(value), 'must be a date in the form YYYY-MM-DD')
    .meta({ description, override: { type: 'string', format: 'date' } });
  fieldTraits.add(schema, { day: true });
  return schema;
};

const midnight = /^(\d{4}-\d{2}-\d{2})[Tt]00:00(?::00(?:\.0{1,9})?)?(?:[Zz]|[+-]00:00)$/;

/** Converts a time that is midnight UTC to its date; returns any other text unchanged. */
export const dayOfMidnight = (value: string): string => midnight.exec(value)?.[1] ?? value;

/** Creates the schema of a time from another system, stored as received (R7). */
export const givenTime = (description: string) => z.string().max(100).meta({ description });

/** ISO 4217 codes of the accepted currencies. */
export const currencyCodes: readonly string[] = Intl.supportedValuesOf('currency');
const currencies = new Set(currencyCodes);

/** Creates the schema of an ISO 4217 currency code, which may be empty. */
export const currency = (description: string) =>
  z
    .string()
    .refine((value) => value === '' || currencies.has(value), 'must be an ISO 4217 currency code')
    .meta({ description, override: { type: 'string', maxLength: 3 }, examples: ['USD'] });

/**
 * Whether a text has the format of one e-mail address. Comments, groups and quoted names are rejected, because a mail
 * client could interpret them as a different address than this service.
 */
export const isMailAddress = (value: string): boolean =>
  value.length <= 254 &&
  /^[^\s\p{Cc}@<>,;:()[\]\\"]+@[^\s\p{Cc}@<>,;:()[\]\\".]+(\.[^\s\p{Cc}@<>,;:()[\]\\".]+)+$/u.test(value);

/** Creates the schema of an e-mail address, which may be empty. */
export const mailAddress = (description: string) =>
  z
    .string()
    .refine((value) => value === '' || isMailAddress(value), 'must be an e-mail address')
    .meta({ description, override: { type: 'string', maxLength: 254 }, examples: ['ann.lee@example.com'] });
