import type { ComponentType, ReactNode } from 'react';
import type { ListColumn } from '../list.tsx';
import type { NamedNoun } from '../names.tsx';
import type { Action } from '../operation/action.ts';
import type { Operation, Params } from '../operation/operation.ts';

/** The context of a cell: the organization, and the path parameters of the page. */
export type CellContext = { orgId: string; params: Params };

/** A fact of a record. */
export type ResourceFact<Row> = { name: string; cell: (row: Row, context: CellContext) => ReactNode };

/** A column of a list, with the properties of a `List`'s column. A list with a column for CSV can be exported. */
export type ResourceColumn<Row> = ResourceFact<Row> & Omit<ListColumn<Row>, 'cell'>;

/** A query parameter by which a list is filtered, with other words or fewer options than in the API document. */
export type ResourceFilter =
  | string
  | {
      name: string;
      label?: string;
      options?: readonly string[];
      /** The words for options. */
      words?: Readonly<Record<string, string>>;
    };

/** A list of records with its columns. */
export type ResourceList<Row> = {
  operation: Operation;
  columns: readonly ResourceColumn<Row>[];
  /** The records whose names an export contains. */
  names?: readonly NamedNoun[];
  /** The query parameters by which the list can be filtered. */
  filters?: readonly ResourceFilter[];
  /** The query parameters that the page always sends. */
  query?: Readonly<Record<string, unknown>>;
  /** The actions on a row, in the last column. */
  rowActions?: readonly Action<Row>[];
  /** Whether a row will change soon without an event, so that it is read again after a few seconds. */
  isUnfinished?: (row: Row) => boolean;
  /** The text for a list without rows. */
  empty: string;
  /** What the records are for, and how the first one is created; shown below `empty`. */
  about?: string;
  /** The key of a row in the list; by default its id. */
  keyOf?: (row: Row) => string;
};

/** A list on the page of a record. */
export type ResourceSection<Row, Inner> = Omit<ResourceList<Inner>, 'filters' | 'isUnfinished'> & {
  title: string;
  /** The tab that contains the section; by default the tab Overview. */
  tab?: string;
  /** The path parameters of the list, besides those of the page. */
  params?: (row: Row) => Params;
  /** Whether rows appear without an event, so that the list is read again every few seconds. */
  isLive?: boolean;
  /** Whether rows are cards on narrow screens. */
  isStacked?: boolean;
  /** The query that selects the rows that belong to the record. */
  queryOf?: (row: Row) => Readonly<Record<string, unknown>>;
  actions?: readonly Action<Row>[];
  rowActions?: readonly Action<Inner>[];
  /** The page of an inner record, opened from the first column. */
  path?: string;
  paramsOf?: (inner: Inner) => Params;
};

/** A part of a record's page with its own component. */
export type ResourceContent<Row> = {
  title: string;
  tab?: string;
  Content: ComponentType<{ orgId: string; params: Params; record: Row }>;
};

/** The pages of a noun: its list and its record. Routes use the path parameters' names of the operations. */
export type Resource<Row> = {
  /** The names of the noun, such as “contact” and “contacts”. */
  noun: readonly [one: string, many: string];
  /** The paths of the pages, from `paths.ts`. */
  path?: string;
  recordPath?: string;
  /** The path parameters of a record's page; by default the record's id. */
  paramsOf?: (row: Row) => Params;
  list?: ResourceList<Row> & {
    actions?: readonly Action[];
    /** The title of the list; by default the noun. */
    title?: string;
    /** Links and other controls beside the actions. */
    Links?: ComponentType<{ orgId: string }>;
    /** Content above the list, such as sums of its rows. `query` contains the filters. */
    Summary?: ComponentType<{ orgId: string; query: Readonly<Record<string, unknown>> }>;
  };
  record?: {
    operation: Operation;
    /** The query parameters that the page always sends. */
    query?: Readonly<Record<string, unknown>>;
    /** Whether the record will change soon without an event, so that it is read again after a few seconds. */
    isUnfinished?: (row: Row) => boolean;
    title: (row: Row) => string;
    /** The code of the record's status, or its own content. */
    status?: (row: Row, context: CellContext) => ReactNode;
    /** The most important facts, below the title. */
    summary?: (row: Row, context: CellContext) => ReactNode;
    /** A notice about the record, such as the reason of a failure. */
    notice?: (row: Row, context: CellContext) => ReactNode;
    /** The facts. The id and the times of creation and of the last change are shown at the side. */
    facts: readonly ResourceFact<Row>[];
    actions?: readonly Action<Row>[];
    /** The operation that returns the available actions with the reasons for unavailable actions. */
    available?: Operation;
    sections?: readonly (AnySection<Row> | ResourceContent<Row>)[];
    /** The entity type of the record in audit events. */
    timeline?: string;
  };
};

// biome-ignore lint/suspicious/noExplicitAny: the sections of a page have rows of many types
export type AnySection<Row> = ResourceSection<Row, any>;

/** Creates a section with typed rows. */
export const section = <Row, Inner>(of: ResourceSection<Row, Inner>): AnySection<Row> => of;

/** Returns the names of the path parameters of a page, such as `contactId`. */
export const namesIn = (path: string): string[] =>
  [...path.matchAll(/\$(\w+)/g)].flatMap(([, name = '']) => (name === 'orgId' ? [] : [name]));

/** Returns the path parameters of a record's page, the last of which is the record's id by default. */
export function paramsOf<Row>(
  path: string,
  row: Row,
  page: Params,
  own?: ((row: Row) => Params) | undefined,
): Params {
  if (own) return { ...page, ...own(row) };
  const last = namesIn(path).at(-1);
  return { ...page, ...(last ? { [last]: (row as { id?: string }).id } : {}) };
}
