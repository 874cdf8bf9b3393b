import { MarketplaceError } from '../errors.ts';

const stars = '********';
/** Shorter values are words that texts have anyway. */
const shortest = 6;

/** Puts stars in the place of secrets, wherever a marketplace or its client repeats them. */
export type Cleaner = { text(text: string): string; value<T>(value: T): T; error(error: unknown): Error };

/** @param secrets the values that nobody may read */
export function createCleaner(secrets: readonly string[]): Cleaner {
  const known = new Set(secrets.filter(({ length }) => length >= shortest).flatMap(writtenForms));
  // Long ones first: a secret may be a part of another.
  const ordered = [...known].sort((one, other) => other.length - one.length);
  const text = (given: string) =>
    ordered.reduce((cleaned, secret) => cleaned.replaceAll(secret, stars), given);
  const value = <T>(given: T): T => cleanedValue(given, text) as T;
  return { text, value, error: (error) => cleanedError(error, text) };
}

/** The ways in which a client writes a value: as it is, in addresses, in JSON, in headers. */
const writtenForms = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];

function cleanedValue(value: unknown, text: (given: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((item) => cleanedValue(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanedValue(item, text)]));
}

/**
 * The error in our words alone: what a client hangs on an error, such as the request with its headers, is left behind, as
 * logs print all of it.
 */
function cleanedError(error: unknown, text: (given: string) => string): Error {
  const raw = text(error instanceof Error ? error.message : String(error));
  const cleaned =
    error instanceof MarketplaceError
      ? new MarketplaceError(raw, {
          kind: error.kind,
          readable: text(error.readable),
          retryAfterMs: error.retryAfterMs,
          cause: error.cause === undefined ? undefined : causeOf(error.cause, text),
        })
      : named(new Error(raw), error);
  if (error instanceof Error && error.stack) cleaned.stack = text(error.stack);
  return cleaned;
}

function causeOf(cause: unknown, text: (given: string) => string): Error {
  const error = named(new Error(text(cause instanceof Error ? cause.message : String(cause))), cause);
  if (cause instanceof Error && cause.stack) error.stack = text(cause.stack);
  return error;
}

/** Gives the error the name of another one: a call that was given up is an `AbortError`. */
function named(error: Error, other: unknown): Error {
  if (other instanceof Error) error.name = other.name;
  return error;
}
