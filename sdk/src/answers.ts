/** What an answer says beside its record. */
export type AnswerDetails = {
  status: number;
  /** As the service's log names the request. */
  requestId: string | undefined;
  /** The tag of the record, for `ifMatch`. */
  etag: string | undefined;
  /** All rows of a list that was asked for with `count`. */
  total: number | undefined;
  /** The query of the next page. */
  next: Record<string, string> | undefined;
};

const known = new WeakMap<object, AnswerDetails>();

/** Finds what an answer said beside the record or page, by the very object that a method answered. */
export const answerOf = (value: unknown): AnswerDetails | undefined => known.get(Object(value));

/** Remembers what an answer said beside its record. */
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

/** The address is the service's own, which may not be ours: what counts is its query. */
function nextOf(link: string | null): Record<string, string> | undefined {
  const target = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1];
  return target === undefined
    ? undefined
    : Object.fromEntries(new URLSearchParams(target.slice(target.indexOf('?') + 1)));
}
