import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Json } from '../form/pointers.ts';
import type { FormLayout } from './form-fields.ts';
import type { Operation, OperationField, Params } from './operation.ts';

/** A value, or a function of the record to which the action applies. */
type OfRecord<Row, Value> = Value | ((row: Row) => Value);

/** An action on a record, or on a list if `Row` is undefined: an operation with its form. */
export type Action<Row = undefined> = FormLayout & {
  operation: Operation;
  /** The label of the button; by default the operation's title. */
  label?: string;
  /** The label of the button that sends the form. */
  submit?: string;
  /** The introduction of the form; by default the operation's description. */
  help?: string;
  kind?: 'primary' | 'danger';
  /** Whether the action is in the menu of rarely used actions. */
  isInMenu?: boolean;
  icon?: LucideIcon;
  /** The question before an operation without a form. */
  question?: OfRecord<Row, string>;
  /** Path parameters besides those of the page. */
  params?: (row: Row) => Params;
  /** The initial values of the form, by the operation's fields; for a PATCH, the record's current values. */
  start?: OfRecord<Row, Json>;
  /** Values that are sent without a field. */
  preset?: OfRecord<Row, Json>;
  isHidden?: (row: Row) => boolean;
  /** Whether only TEST organizations have the action, such as the sandbox's. */
  isTest?: boolean;
  /** Returns the reason why the action is unavailable for the record. */
  reason?: (row: Row) => string | undefined;
  /** Information in the form that depends on the entered values, such as the effects of the operation. */
  Preview?: ComponentType<{ orgId: string; row: Row; values: Json }>;
  /** The response, displayed in the dialog until the user closes it. */
  Result?: ComponentType<{ orgId: string; row: Row; answer: unknown }>;
  /** The message after success. */
  done?: string | ((answer: unknown) => string);
  /** The fields of the response that are displayed only once, with their labels. */
  secrets?: Readonly<Record<string, string>>;
  /** The page to open after success: the created record, or the list after the record was removed. */
  opens?: 'record' | 'list';
};

/** Returns the value for a record. */
export const ofRecord = <Row, Value>(value: OfRecord<Row, Value> | undefined, row: Row): Value | undefined =>
  typeof value === 'function' ? (value as (row: Row) => Value)(row) : value;

/** Returns the label of the button that sends a form. */
export const submitLabel = <Row>({ operation, label, submit }: Action<Row>): string => {
  if (submit !== undefined) return submit;
  if (operation.id.startsWith('update') && operation.verb === 'PATCH') return 'Save';
  return operation.id.startsWith('create') ? 'Create' : (label ?? operation.title);
};

/** Returns the parts of a record that the operation's form can change. A list has the field `$items`. */
export const startOf = ({ fields = [], body }: Operation, record: Json | readonly unknown[]): Json =>
  body === 'list' ? { $items: record } : pick(fields, record as Json);

const pick = (fields: readonly OperationField[], record: Json): Json =>
  Object.fromEntries(
    fields.flatMap(({ name }) =>
      record[name] === undefined || record[name] === null ? [] : [[name, record[name]]],
    ),
  );
