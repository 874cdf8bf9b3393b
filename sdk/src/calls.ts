/** The options of every call, as its last argument. */
export type CallOptions = {
  /** Aborts the call, including its waits between retries. */
  signal?: AbortSignal | undefined;
  /** The timeout of one attempt in milliseconds; by default the client's. */
  timeoutMs?: number | undefined;
  /** The maximum number of retries; by default the client's. */
  retries?: number | undefined;
  /** The additional headers of the request. */
  headers?: Readonly<Record<string, string>> | undefined;
};

export type ChangeOptions = CallOptions & {
  /**
   * The idempotency key of this change: a repeat with the same key returns the first response. By default, each call
   * has a new key. To prevent a duplicate change after a restart of your program, store a key.
   */
  idempotencyKey?: string | undefined;
  /**
   * The required ETag of the record. If the record has changed, the call fails with 412 and has no effect. See
   * `answerOf`.
   */
  ifMatch?: string | undefined;
};

/** The page size, position and order of a list. */
export type ListQuery = {
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
  /** Whether to count all rows, for `answerOf(page)?.total`. */
  count?: boolean | undefined;
  order?: 'asc' | 'desc' | undefined;
};

/** A list. Awaiting it returns a page; iterating it returns all rows, page by page. */
export type List<Page, Row> = Promise<Page> & AsyncIterable<Row>;

/** A record as the service returns it, always with an id. */
export type WithId<Row> = Row & { id: string };

/** Changes to a record: null unsets a field, and lists are replaced completely. */
export type Patch<Row> = Row extends readonly unknown[]
  ? Row
  : Row extends object
    ? { [Field in keyof Row]?: Patch<Row[Field]> | null }
    : Row;

/** The query parameters. Several values of one parameter are joined with commas. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
