import type { OfferFormField, OfferFormStep } from '@tradepost/sdk';

export type Option = { value: string; label: string };

/** A field as the service describes it, with the fields of each row where it is a list of records. */
export type Field = {
  /** Of the description: `*` stands for each row. */
  pointer: string;
  label: string;
  help: string;
  kind: string;
  isRequired: boolean;
  isAdvanced: boolean;
  options: readonly Option[];
  unit: string | undefined;
  rows: readonly Field[];
};

export type Step = { name: string; label: string; help: string; fields: readonly Field[] };

/** The steps of a form that have fields, and the fields of rows within that of their list. */
export const stepsOf = (described: readonly OfferFormStep[]): Step[] =>
  described
    .map(({ name = '', label = '', help = '', fields = [] }) => ({
      name,
      label,
      help,
      fields: nested(fields.map(fieldOf)),
    }))
    .filter(({ fields }) => fields.length > 0);

function fieldOf({ pointer = '', label = '', kind = '', options = [], ...field }: OfferFormField): Field {
  return {
    pointer,
    label: label || pointer,
    help: beyond(label, field.help ?? ''),
    kind,
    isRequired: field.required === true,
    isAdvanced: field.advanced === true,
    options: options.map(({ value = '', label: words = value }) => ({ value, label: words })),
    unit: field.unit ?? undefined,
    rows: [],
  };
}

/** What a help says that the label does not: many begin with the label's words. */
function beyond(label: string, help: string): string {
  const plain = help.replaceAll('`', '');
  const said = plain.replace(/^Whether /, '');
  const rest = said.slice(label.length);
  if (!said.toLowerCase().startsWith(label.toLowerCase()) || !/^([,;:.(]|$)/.test(rest)) return plain;
  const words = rest.replace(/^[\s,;:.]+/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function nested(fields: readonly Field[]): Field[] {
  const lists = fields.filter(({ kind }) => kind === 'list');
  const isIn = (field: Field, list: Field) => field.pointer.startsWith(`${list.pointer}/*/`);
  return fields
    .filter((field) => !lists.some((list) => isIn(field, list)))
    .map((field) => {
      const rows = fields.filter((other) => isIn(other, field));
      // Where few need the list, all of its rows is what those few need.
      return {
        ...field,
        rows: nested(rows.map((row) => (field.isAdvanced ? { ...row, isAdvanced: false } : row))),
      };
    });
}

/** The pointer of a field of a row: that of the list, the number, and what the description has behind its `*`. */
export const pointerInRow = (list: Field, at: string, index: number, field: Field): string =>
  `${at}/${index}${field.pointer.slice(list.pointer.length + 2)}`;

/** The field of the whole list that a pointer is in; the pointer itself where it is in none. */
export const rootOf = (pointer: string): string => pointer.replace(/\/\d+(\/.*)?$/, '');

/** The name by which the page knows the control of a pointer. */
export const idOf = (pointer: string): string => `field${pointer}`;
