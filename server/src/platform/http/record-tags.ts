import { hash } from 'node:crypto';
import type { OrgTransaction } from '../access/scope.ts';
import type { Tables } from '../database/tables.ts';
import { AppError, errors, invalid } from '../errors.ts';
import { bodyText } from './idempotency.ts';
import { type Answer, pathParameters, RawJson, type Route, type RouteRequest } from './route.ts';

/**
 * The operations that read single records, and their relation to the operations that change or return these records.
 */
export type Records = {
  isRead(route: Route): boolean;
  /**
   * Returns the read operation whose tag is compared with `If-Match`; undefined if the operation does not support
   * `If-Match`.
   */
  changedBy(route: Route): Route | undefined;
  /** Returns the read operation for the record that the operation returns. */
  answeredBy(route: Route): Route | undefined;
};

/**
 * Returns whether a route reads a single record or changeable settings, in contrast to lists and automatically changing
 * values.
 */
const isRecordRead = (route: Route, patched: ReadonlySet<string>): boolean =>
  route.method === 'GET' &&
  route.run.kind === 'batch' &&
  !route.hasNoTag &&
  route.query?.shape.limit === undefined &&
  route.query?.shape.page_size === undefined &&
  (route.path.endsWith('}') || patched.has(route.path));

export function createRecords(routes: readonly Route[]): Records {
  const patched = new Set(routes.filter(({ method }) => method === 'PATCH').map(({ path }) => path));
  const reads = routes.filter((route) => isRecordRead(route, patched));
  const at = new Map(reads.map((route) => [route.path, route]));
  // A record can have several paths; the shortest path is canonical.
  const byShape = [...reads].sort((a, b) => a.path.length - b.path.length);
  const changes = new Map<Route, Route>();
  const answers = new Map<Route, Route>();
  for (const route of routes) {
    if (route.method === 'GET' || !['batch', 'transaction'].includes(route.run.kind)) continue;
    const changed = route.condition && at.get(route.condition.of ?? route.path);
    if (changed) changes.set(route, changed);
    const own = route.method === 'PATCH' ? at.get(route.path) : undefined;
    const answered = own ?? byShape.find(({ response }) => response === route.response);
    if (answered) answers.set(route, answered);
  }
  return {
    isRead: (route) => at.get(route.path) === route,
    changedBy: (route) => changes.get(route),
    answeredBy: (route) => answers.get(route),
  };
}

/**
 * Creates the function that locks rows by the identifiers in the path. The organization's row needs no further
 * identifier.
 */
export const lockRows =
  <Parameter extends string = never>(
    ...rows: readonly (readonly [table: keyof Tables, parameter?: Parameter])[]
  ) =>
  async (scope: OrgTransaction, params: Readonly<Record<Parameter, string>>): Promise<void> => {
    for (const [table, parameter] of rows)
      await scope.query({
        name: `hold_row_of_${table}`,
        text: `SELECT FROM ${table} WHERE organization_id = $1 ${parameter ? 'AND id = $2' : ''} FOR NO KEY UPDATE`,
        values: [scope.organizationId, ...(parameter ? [params[parameter]] : [])],
      });
  };

/** Creates the entity tag of a text from 128 bits of its SHA-256, which are practically free of collisions. */
export const tagOf = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

type Header = string | string[] | undefined;

/** Parses the tags in a header. A compressing proxy marks tags as weak, but weak tags still identify the same text. */
function tagsIn(header: Header, name: string): '*' | string[] | undefined {
  if (header === undefined) return undefined;
  const text = String(header).trim();
  if (text === '*') return '*';
  const tags = text.match(/(W\/)?"[\x21\x23-\x7e]*"/g) ?? [];
  const rest = tags.reduce((left, tag) => left.replace(tag, ''), text);
  if (tags.length === 0 || tags.length > 100 || !/^[\s,]*$/.test(rest))
    throw invalid([{ pointer: name, message: 'must be * or tags in quotation marks' }]);
  return tags.map((tag) => tag.replace(/^W\//, ''));
}

/**
 * Parses the `If-Match` condition of a change.
 * @throws 400 for an invalid tag, and if the operation does not support `If-Match`
 */
export function conditionOf(records: Records, route: Route, headers: RouteRequest['headers']) {
  const wanted = tagsIn(headers['if-match'], 'If-Match');
  if (wanted === undefined || route.method === 'GET' || route.access === 'public') return undefined;
  const read = records.changedBy(route);
  if (!read || !route.condition)
    throw invalid([{ pointer: 'If-Match', message: 'is not supported by this operation' }]);
  return { wanted, read, lock: route.condition.lock };
}

/**
 * Compares the condition with the current record, after locking the rows in the same order as the operation.
 * @throws 412, and the errors of the read
 */
export async function requireUnchanged(
  scope: OrgTransaction,
  { wanted, lock }: NonNullable<ReturnType<typeof conditionOf>>,
  params: RouteRequest['params'],
  read: () => Promise<Answer>,
): Promise<void> {
  await lock(scope, params);
  const { body } = await read();
  if (wanted !== '*' && !wanted.includes(tagOf(bodyText(body)))) throw errors.changed_meanwhile();
}

/** Returns the parameters for reading the returned record. The identifier of a new record comes from the response. */
function paramsOfAnswer(
  read: Route,
  params: RouteRequest['params'],
  { body }: Answer,
): RouteRequest['params'] {
  const record: unknown = body instanceof RawJson ? JSON.parse(body.text) : body;
  const names = pathParameters(read.path);
  const last = names.at(-1) as string;
  const { id, name } = record as Record<string, unknown>;
  const own = last === 'roleName' ? name : id;
  const said = names.flatMap((each) => {
    const value = (record as Record<string, unknown>)[each] ?? (each === last ? own : undefined);
    return typeof value === 'string' ? [[each, value]] : [];
  });
  return { ...params, ...Object.fromEntries(said) };
}

/** Adds the tag of the record at the end of the transaction. */
export async function withTagOfRecord(
  read: Route,
  request: RouteRequest,
  answer: Answer,
  show: (read: Route, request: RouteRequest) => Promise<Answer>,
): Promise<Answer> {
  const params = paramsOfAnswer(read, request.params, answer);
  const shown = await show(read, { ...request, params, query: {}, body: undefined }).catch((error) => {
    // The returned record no longer exists, so it has no tag.
    if (error instanceof AppError && error.definition.status === 404) return undefined;
    throw error;
  });
  return shown ? addTag(answer, bodyText(shown.body)) : answer;
}

/** Adds the tag of a text to a response. */
export const addTag = (answer: Answer, shown: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, etag: tagOf(shown) },
});

/**
 * Adds the tag to the response of a read, or returns 304 if the caller has the same tag.
 * @throws 400 for an invalid `If-None-Match`
 */
export function answerRead(answer: Answer, headers: RouteRequest['headers']): Answer {
  const text = bodyText(answer.body);
  const withTag = addTag({ ...answer, body: new RawJson(text) }, text);
  const known = tagsIn(headers['if-none-match'], 'If-None-Match');
  if (known === undefined || !(known === '*' || known.includes(withTag.headers?.etag as string)))
    return withTag;
  return { ...withTag, status: 304 };
}
