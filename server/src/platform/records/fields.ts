import { z } from 'zod';

/**
 * The vocabulary in which records are written down. One definition gives the type, the validation and the
 * OpenAPI schema. Every field of a record is optional, as the specification says of all its records.
 */

/** The facts of a schema, beside its shape, that the cleaning before validation needs. */
export const fieldTraits = z.registry<{
  upperCase?: true;
  /** Values that are put in upper case; others stay as they are. */
  known?: string[];
  /** A day, for which midnight UTC of it may stand. */
  day?: true;
  deprecated?: true;
}>();

type Shape = Record<string, z.ZodType>;
type OptionalShape<S extends Shape> = { [K in keyof S]: z.ZodOptional<S[K]> };

/** A record with a name of its own in the OpenAPI document; all fields optional, unknown ones not kept. */
export function record<S extends Shape>(
  id: string,
  description: string,
  shape: S,
): z.ZodObject<OptionalShape<S>> {
  const optional = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.optional()]));
  return z.object(optional as unknown as OptionalShape<S>).meta({ id, description });
}

/** The longest that any text of a body may be, in characters: longer ones are files. */
export const longestText = 100_000;

/** The longest that texts of each kind may be. Why so long: docs/decisions/0055-limits-of-bodies.md */
export const longest = { code: 200, name: 300, mail: 320, id: 500, member: 1000, url: 8000 } as const;

/** A text of so many characters: JSON Schema counts those outside of the first plane once, unlike the engine. */
const ofAtMost = (most: number) =>
  z
    .string()
    .refine(
      (value) => value.length <= most || Array.from(value).length <= most,
      `must have at most ${most} characters`,
    )
    .meta({ override: { maxLength: most } });
const bounded = (most: number) => (description: string) => ofAtMost(most).meta({ description });

/** A text of any length: notes, messages, templates, what another system wrote. */
export const text = (description: string) => z.string().meta({ description });
/** A text that rows are found by: no longer than an index can hold. */
export const key = (description: string) => z.string().max(200).meta({ description });
/** A word of some vocabulary, a short number, a unit, a date or a length of time as it was written. */
export const codeText = bounded(longest.code);
/** The schema of a name that people give. */
export const nameText = bounded(longest.name);
/** An id or resource name that somebody else may have given. */
export const idText = bounded(longest.id);
export const urlText = bounded(longest.url);
/** The schema of a text that should be an e-mail address, and is not checked to be one. */
export const mailText = bounded(longest.mail);
/** A text of people's that is not long. */
export const shortText = (description: string, most: number) => bounded(most)(description);
/** A text whose length a rule judges, with what else is wrong. */
export const noteText = (description: string, most: number) =>
  z.string().meta({ description, override: { maxLength: most } });

export const flag = (description: string) => z.boolean().meta({ description });

/** The largest amount: beyond this, sums would be more than anything costs, and more digits than a number keeps. */
export const largestAmount = 1e15;

/** A decimal number: an amount of money, a quantity or a percentage. */
export const decimal = (description: string) =>
  z.number().min(-largestAmount).max(largestAmount).meta({ description });

/**
 * Makes the schema of a percentage. Beyond a hundredfold it is a slip; what a percentage may be where it counts, rules
 * say: a draft holds more.
 */
export const percent = (description: string) => z.number().min(-10_000).max(10_000).meta({ description });

/** Makes the schema of a share in hundredths of a percent. */
export const basisPoints = (description: string) =>
  z.number().min(-1_000_000).max(1_000_000).meta({ description });

/** An integer that JavaScript holds exactly. */
export const whole = (description: string) => z.int().meta({ description });

const int64 = { minimum: -(2 ** 63), maximum: 2 ** 63 };

/** An integer that may lie beyond 2^53: stored and answered digit by digit (R7), never calculated with. */
export const exactWhole = (description: string) =>
  z
    .number()
    .min(int64.minimum)
    .max(int64.maximum)
    .meta({ description, override: { type: 'integer', format: 'int64', ...int64 } });

const memberName = ofAtMost(longest.member);

/** A free-form map of the caller's or another system's own making. */
export const map = (description: string) => z.record(memberName, z.unknown()).meta({ description });

/** A map whose values all have one shape; in a PATCH a null removes its key (R8). */
export const mapOf = <V extends z.ZodType>(value: V, description: string) =>
  z.record(memberName, value.nullable()).meta({ description });

/**
 * The most items of a list: more than anything that is sold is made of, and few enough to be walked while others wait.
 */
export const mostItems = 1000;

export const list = <I extends z.ZodType>(item: I, description: string, most = mostItems) =>
  z.array(item).max(most).meta({ description });
export const texts = (description: string, most?: number) =>
  list(most === undefined ? z.string() : ofAtMost(most), description);

/** A field that holds a named record, with what it means in this place. */
export const of = <S extends z.ZodType>(schema: S, description: string): S =>
  schema.meta({ description }) as S;

/** A free-form object: a record type that the specification names without fields (R6). */
export const free = (description: string) => map(description);

/** Makes the schema of a free-form map with a name of its own in the OpenAPI document. */
export const freeRecord = (id: string, description: string) =>
  z.record(memberName, z.unknown()).meta({ id, description });

export const nullable = <S extends z.ZodType>(schema: S): z.ZodNullable<S> => {
  const description = schema.meta()?.description;
  return description ? schema.nullable().meta({ description }) : schema.nullable();
};

/**
 * Documents what the service takes a field for that is not given. Validation writes it nowhere: a change that leaves the
 * field out leaves it as it is.
 */
export const byDefault = <S extends z.ZodType>(schema: S, value: unknown): S => {
  const { id: _, ...said } = schema.meta() ?? {};
  return schema.meta({ ...said, default: value }) as S;
};

/** Marks a field that stays in payloads but has a successor, which the description names. */
export const deprecated = <S extends z.ZodType>(schema: S): S =>
  schema.meta({ ...(schema.meta() ?? {}), deprecated: true }) as S;

/** An enumeration whose values the service does not act on: known values are examples, others are kept (R6). */
export const openEnum = (description: string, known: readonly string[] = []) =>
  z
    .string()
    .max(200)
    .meta({ description, ...(known.length > 0 ? { examples: known.filter((value) => value !== '') } : {}) });

/**
 * Makes the schema of an open enumeration where the service acts on some of the values: known ones are accepted in any
 * letter case.
 */
export const actedEnum = (description: string, known: readonly string[]) => {
  const schema = openEnum(description, known);
  fieldTraits.add(schema, { known: [...known] });
  return schema;
};

/** An enumeration that the service acts on: another value is refused with the list of known ones. */
export const closedEnum = <const V extends readonly [string, ...string[]]>(
  id: string,
  description: string,
  values: V,
) => z.enum(values).meta({ id, description });

/** A closed enumeration accepted in any letter case and kept in upper case. */
export const upperCaseEnum = <const V extends readonly [string, ...string[]]>(
  id: string,
  description: string,
  values: V,
) => {
  const schema = z.enum(values).meta({ id, description });
  fieldTraits.add(schema, { upperCase: true });
  return schema;
};

/** RFC 3339: the engine's parser also takes hour 24, which the RFC does not have. */
const offsetTime = /^\d{4}-\d{2}-\d{2}[Tt](?!24)\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/;
const firstMoment = Date.parse('0001-01-01T00:00:00.000Z');
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');
const bareDate = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Milliseconds since 1970 of RFC 3339 with an offset, or of a bare date (midnight UTC); undefined when it is not in
 * the calendar, or has no year of four digits in UTC. By the engine's own parser, for every time of every body is read.
 */
export function millisecondsOf(value: string): number | undefined {
  if (!offsetTime.test(value) && !bareDate.test(value)) return undefined;
  const milliseconds = Date.parse(value.toUpperCase());
  if (Number.isNaN(milliseconds)) return undefined;
  // The parser takes 30 February for 2 March; every month has 28 days.
  const day = Number(value.slice(8, 10));
  if (day > 28 && day > daysOfMonth(Number(value.slice(0, 4)), Number(value.slice(5, 7)))) return undefined;
  return milliseconds >= firstMoment && milliseconds <= lastMoment ? milliseconds : undefined;
}

const daysOfMonth = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** Says whether a text is RFC 3339 with an offset or a bare date that exists in the calendar. */
export const isTime = (value: string): boolean => millisecondsOf(value) !== undefined;

/** A time that the service acts on: RFC 3339 with an offset, or a bare date (midnight UTC). */
export const time = (description: string) =>
  z
    .string()
    .refine(isTime, 'must be an RFC 3339 time with an offset, or a date')
    .meta({
      description,
      override: { type: 'string', maxLength: 40 },
      examples: ['2027-01-31T00:00:00.000Z', '2027-01-31'],
    });

/** A calendar date, YYYY-MM-DD. In a body midnight UTC of a day stands for it, as some clients write days. */
export const date = (description: string) => {
  const schema = z
    .string()
    .refine((value) => bareDate.test(value) && isTime(value), 'must be a date of the form YYYY-MM-DD')
    .meta({ description, override: { type: 'string', format: 'date' } });
  fieldTraits.add(schema, { day: true });
  return schema;
};

const midnight = /^(\d{4}-\d{2}-\d{2})[Tt]00:00(?::00(?:\.0{1,9})?)?(?:[Zz]|[+-]00:00)$/;

/** The day of a date-time that is midnight in UTC; anything else as it is. */
export const dayOfMidnight = (value: string): string => midnight.exec(value)?.[1] ?? value;

/** A time that another system gave: kept as it came (R7). */
export const givenTime = (description: string) => z.string().max(100).meta({ description });

/** The codes of ISO 4217 that amounts may be in. */
export const currencyCodes: readonly string[] = Intl.supportedValuesOf('currency');
const currencies = new Set(currencyCodes);

/** An ISO 4217 currency code. */
export const currency = (description: string) =>
  z
    .string()
    .refine((value) => value === '' || currencies.has(value), 'must be an ISO 4217 currency code')
    .meta({ description, override: { type: 'string', maxLength: 3 }, examples: ['USD'] });

/**
 * Says whether a text looks like one e-mail address; whether mail arrives there, only a mail can tell. What a mail
 * program reads as a comment, a group or a quoted name is none: it could be another address to it than to us.
 */
export const isMailAddress = (value: string): boolean =>
  value.length <= 254 &&
  /^[^\s\p{Cc}@<>,;:()[\]\\"]+@[^\s\p{Cc}@<>,;:()[\]\\".]+(\.[^\s\p{Cc}@<>,;:()[\]\\".]+)+$/u.test(value);

/** An e-mail address; the empty text says that there is none. */
export const mailAddress = (description: string) =>
  z
    .string()
    .refine((value) => value === '' || isMailAddress(value), 'must be an e-mail address')
    .meta({ description, override: { type: 'string', maxLength: 254 }, examples: ['ann.lee@example.com'] });
