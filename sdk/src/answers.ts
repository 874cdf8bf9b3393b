/** The details of a response besides its record. */
export type AnswerDetails = {
  status: number;
  /** The id of the request in the service's log. */
  requestId: string | undefined;
  /** The ETag of the record, for `ifMatch`. */
  etag: string | undefined;
  /** The total number of rows, for a list requested with `count`. */
  total: number | undefined;
  /** The query of the next page. */
  next: Record<string, string> | undefined;
};

const known = new WeakMap<object, AnswerDetails>();

/** Returns the details of a response, given the identical object that a method returned. */
export const answerOf = (value: unknown): AnswerDetails | undefined => known.get(Object(value));

/** Stores the details of the response that returned a record. */
export function remember<Value>(value: Value, status: number, headers: Headers): Value {
  if (typeof value === 'object' && value !== null) {
    const total = headers.get('x-total-count');
    known.set(value, {
      status,
      requestId: headers.get('x-correlation-id') ?? undefined,
      etag: headers.get('etag') ?? undefined,
      total: total === null ? undefined : Number(total),
      next: nextOf(headers.get('link')),
    });
  }
  return value;
}

/**
 * Parses the query of the next page. The host in the link is ignored, because it may differ from the called host if a
 * proxy is used.
 */
function nextOf(link: string | null): Record<string, string> | undefined {
  const target = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1];
  return target === undefined
    ? undefined
    : Object.fromEntries(new URLSearchParams(target.slice(target.indexOf('?') + 1)));
}
