import type { Json } from '../form/pointers.ts';

/** A field of an operation's body or query, as described by the API document. */
export type OperationField = {
  name: string;
  /** The input type, as in `ui/form`; `record` for a nested record. */
  kind: string;
  help?: string;
  isRequired?: boolean;
  options?: string[];
  /** The fields of a nested record, or of each row of a list. */
  fields?: OperationField[];
};

/** An operation of the API. `src/generated/` has one constant for each operation. */
export type Operation = {
  id: string;
  /** The group and the name of the SDK method. */
  group: string;
  method: string;
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  title: string;
  /** Help texts are loaded with forms (`helps.ts`). */
  help?: string;
  permission?: string;
  /** The names of the path parameters, without the organization. */
  params: string[];
  /** A list is the only field, `$items`, of its form. */
  body?: 'record' | 'list';
  isBodyOptional?: boolean;
  fields?: OperationField[];
  /** The fields of the query, without the parameters of every list. */
  query?: OperationField[];
  /** Whether the operation supports `If-Match`. */
  hasTag?: boolean;
  /** Whether the list has pages. */
  isPaged?: boolean;
  /** Whether the list is also available as CSV. */
  hasCsv?: boolean;
  /** The path within the organization, for a list that is available as CSV. */
  path?: string;
};

/** Returns whether an operation changes a record's fields, so that only the differences are sent. */
export const isUpdate = ({ id, verb, body }: Operation): boolean =>
  verb === 'PATCH' && body === 'record' && id.startsWith('update');

export type Params = Readonly<Record<string, string | undefined>>;

export type OperationInput = {
  params?: Params;
  body?: unknown;
  query?: Readonly<Record<string, unknown>>;
  ifMatch?: string | undefined;
  signal?: AbortSignal;
};

/** Returns the path parameters that neither the page nor the action provides, so that the user selects them. */
export const askedParams = ({ params }: Operation, given: Params): string[] =>
  params.filter((name) => given[name] === undefined);

/** Returns the part of a form's values that an operation sends: path parameters, body and query. */
export function inputOf(
  operation: Operation,
  given: Params,
  { $params, $query, $items, ...record }: Json,
): OperationInput {
  const params = { ...given, ...(Object($params) as Params) };
  const sent = { params, ...(operation.query ? { query: ($query ?? {}) as Json } : {}) };
  if (!operation.body) return sent;
  if (operation.body === 'list') return { ...sent, body: $items ?? [] };
  const isEmpty = operation.isBodyOptional && Object.keys(record).length === 0;
  return { ...sent, body: isEmpty ? undefined : record };
}
