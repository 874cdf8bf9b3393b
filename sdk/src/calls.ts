/** What every call may be given, as its last argument. */
export type CallOptions = {
  /** Ends the call, and what it waits for. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt; else those of the client. */
  timeoutMs?: number | undefined;
  /** How often the call is made again; else as often as the client says. */
  retries?: number | undefined;
  /** More headers of the request. */
  headers?: Readonly<Record<string, string>> | undefined;
};

export type ChangeOptions = CallOptions & {
  /**
   * Stands for this change: a repeat with the same key is answered as the first time. Each call has one of its own unless
   * it is given one: give one that is kept where a change must not be made twice, over the end of this program too.
   */
  idempotencyKey?: string | undefined;
  /** The tag of the record that is to be changed: another one is a 412, and nothing is done. See `answerOf`. */
  ifMatch?: string | undefined;
};

/** How many rows a page has, where it begins, and which come first. */
export type ListQuery = {
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
  /** Counts all rows: `answerOf(page)?.total`. */
  count?: boolean | undefined;
  order?: 'asc' | 'desc' | undefined;
};

/** Awaited it is a page; iterated it is all rows, from page to page. */
export type List<Page, Row> = Promise<Page> & AsyncIterable<Row>;

/** A record as the service keeps it. */
export type Kept<Row> = Row & { id: string };

/** What a change may say of a record: null unsets a field. Lists are replaced whole. */
export type Patch<Row> = Row extends readonly unknown[]
  ? Row
  : Row extends object
    ? { [Field in keyof Row]?: Patch<Row[Field]> | null }
    : Row;

/** Several words of one parameter are sent with commas between them. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
