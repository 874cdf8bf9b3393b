import { MarketplaceError } from '../errors.ts';

const stars = '********';
/** Minimum length of a masked value; shorter values may occur in ordinary text. */
const shortest = 6;

/** Masks secrets that a marketplace or its client repeats. */
export type Cleaner = { text(text: string): string; value<T>(value: T): T; error(error: unknown): Error };

/**
 * Creates the functions that mask secrets.
 * @param secrets the values to mask
 */
export function createCleaner(secrets: readonly string[]): Cleaner {
  const known = new Set(secrets.filter(({ length }) => length >= shortest).flatMap(writtenForms));
  // Longest first, because a secret may contain another secret.
  const ordered = [...known].sort((one, other) => other.length - one.length);
  const text = (given: string) =>
    ordered.reduce((cleaned, secret) => cleaned.replaceAll(secret, stars), given);
  const value = <T>(given: T): T => cleanedValue(given, text) as T;
  return { text, value, error: (error) => cleanedError(error, text) };
}

/** Returns the encodings in which a client may write a value: plain, URL-encoded, JSON or header encoding. */
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
 * Returns an error with only the masked message. Properties that a client attaches, such as the request with
 * its headers, would otherwise appear in logs.
 */
function cleanedError(error: unknown, text: (given: string) => string): Error {
  const raw = text(error instanceof Error ? error.message : String(error));
  const cleaned =
    error instanceof MarketplaceError
      ? new MarketplaceError(raw, {
          kind: error.kind,
          readable: text(error.readable),
          retryAfterMs: error.retryAfterMs,
          missingRight: error.missingRight,
          cause: error.cause === undefined ? undefined : causeOf(error.cause, text),
        })
      : copyName(new Error(raw), error);
  if (error instanceof Error && error.stack) cleaned.stack = text(error.stack);
  return cleaned;
}

function causeOf(cause: unknown, text: (given: string) => string): Error {
  const error = copyName(new Error(text(cause instanceof Error ? cause.message : String(cause))), cause);
  if (cause instanceof Error && cause.stack) error.stack = text(cause.stack);
  return error;
}

/** Copies the name of an error: an aborted call is an `AbortError`. */
function copyName(error: Error, other: unknown): Error {
  if (other instanceof Error) error.name = other.name;
  return error;
}
