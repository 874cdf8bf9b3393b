import { scopeName } from '../deeds.ts';
import { type Field, helpWithoutLabel, withIntervals } from '../form/fields.ts';
import type { Operation, OperationField } from './operation.ts';
import { labelOf, optionLabel } from './words.ts';

/** The selection of an operation's fields for a form. Fields are named by their path, such as `info/companyName`. */
export type FormLayout = {
  /** The fields shown first, in this order; other optional fields are in the section Advanced. */
  fields?: readonly string[];
  /** The fields that the form omits. */
  omit?: readonly string[];
  /** The fields shown first in each row of a list, by the path of the list; the row's other fields are Advanced. */
  rows?: Readonly<Record<string, readonly string[]>>;
  labels?: Readonly<Record<string, string>>;
  /** The help texts of fields whose description in the API is not for people who fill in a form. */
  helps?: Readonly<Record<string, string>>;
  /** The input types of fields that differ from the API document, such as `contacts` for a list of ids. */
  kinds?: Readonly<Record<string, string>>;
  /** The options of fields with fewer useful values than the API accepts. */
  options?: Readonly<Record<string, readonly string[]>>;
};

/**
 * Creates the fields of an operation's form.
 * @param asked the path parameters that the user selects
 * @param described the help texts of the API by pointer
 */
export function formFields(
  operation: Operation,
  layout: FormLayout,
  asked: readonly string[],
  described: Readonly<Record<string, string>> = {},
): Field[] {
  const context = { ...layout, described };
  const query = (operation.query ?? []).map((field) => toField(field, '/$query/', context));
  const inPath = asked.map((name) =>
    toField({ name, kind: name.replace(/I[dD]$/, ''), isRequired: true }, '/$params/', context),
  );
  const inBody = (operation.fields ?? []).map((field) => toField(field, '/', context));
  const all = [...inPath, ...inBody, ...query];
  const isOmitted = ({ pointer }: Field) => (layout.omit ?? []).includes(pathOf(pointer));
  const kept = without(all, isOmitted);
  if (!layout.fields) return kept;
  const first = layout.fields.flatMap((path) => find(kept, path) ?? []);
  const others = without(kept, (field) => first.includes(field));
  return [...first, ...others.map((field) => ({ ...field, isAdvanced: !field.isRequired }))];
}

const isScope = (value: string): boolean => /^[A-Z_]+\.[A-Z_]+$/.test(value);

const pathOf = (pointer: string): string => pointer.replace(/^\/(\$(query|params)\/)?/, '');

type Context = FormLayout & { described: Readonly<Record<string, string>> };

function toField(field: OperationField, within: string, layout: Context): Field {
  const pointer = `${within}${field.name}`;
  const path = pathOf(pointer);
  const label = layout.labels?.[path] ?? labelOf(field.name);
  const kind = layout.kinds?.[path] ?? field.kind;
  const isList = kind === 'list';
  return {
    pointer,
    label,
    help: layout.helps?.[path] ?? usefulHelp(label, field.help ?? layout.described[pointer.slice(1)] ?? ''),
    kind,
    isRequired: field.isRequired === true,
    isAdvanced: false,
    options: (layout.options?.[path] ?? field.options ?? []).map((value) => ({
      value,
      label: isScope(value) ? scopeName(value) : optionLabel(value),
    })),
    unit: undefined,
    rows: withIntervals(
      ordered(
        (field.fields ?? []).map((inner) => toField(inner, isList ? `${pointer}/*/` : `${pointer}/`, layout)),
        layout.rows?.[path],
      ),
    ),
  };
}

/** Puts the fields with these names first, and the others into the section Advanced. */
function ordered(fields: readonly Field[], names: readonly string[] | undefined): readonly Field[] {
  if (!names) return fields;
  const first = names.flatMap((name) => fields.find(({ pointer }) => pointer.endsWith(`/${name}`)) ?? []);
  const others = fields.filter((field) => !first.includes(field));
  return [...first, ...others.map((field) => ({ ...field, isAdvanced: !field.isRequired }))];
}

/** Returns the help text without the label, or nothing if it only repeats the label, as in “Name of the contact.” */
const usefulHelp = (label: string, help: string): string =>
  /^(\w+ )?of (a|an|the) [\w ]{1,24}\.$/i.test(help.replace(new RegExp(`^${label} `, 'i'), ''))
    ? ''
    : helpWithoutLabel(label, help);

/** Finds a field by its path, also in nested records. */
function find(fields: readonly Field[], path: string): Field | undefined {
  for (const field of fields) {
    if (pathOf(field.pointer) === path) return field;
    const inner = field.kind === 'record' ? find(field.rows, path) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** Removes fields, also from nested records, and nested records without fields. */
const without = (fields: readonly Field[], isRemoved: (field: Field) => boolean): Field[] =>
  fields.flatMap((field) => {
    if (isRemoved(field)) return [];
    if (field.kind !== 'record') return [field];
    const rows = without(field.rows, isRemoved);
    return rows.length === 0 ? [] : [rows.length === field.rows.length ? field : { ...field, rows }];
  });
