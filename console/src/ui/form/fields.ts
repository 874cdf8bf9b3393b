import type { OfferFormField, OfferFormStep } from '@tradepost/sdk';

import { partnerOf } from '../marketplaces.ts';
import { withNames } from '../names-in-text.ts';
import { optionLabel } from '../operation/words.ts';

export type Option = { value: string; label: string };

/** A field as described by the service. A list of records has the fields of its rows. */
export type Field = {
  /** The pointer in the description, where `*` stands for each row. */
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

/** Returns the steps of a form that have fields. Fields of rows are nested in their list. */
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
    help: helpWithoutLabel(label, field.help ?? ''),
    kind,
    isRequired: field.required === true,
    isAdvanced: field.advanced === true,
    options: options.map(({ value = '', label: words = value }) => ({
      value,
      // Currencies are shown by their codes, one of which is also the code of a marketplace.
      label: pointer.endsWith('/currency') ? words : optionWords(value, words),
    })),
    unit: field.unit ?? undefined,
    rows: [],
  };
}

const optionWords = (value: string, words: string): string =>
  partnerOf(value)?.name ?? (words === value ? optionLabel(value) : words);

/** Returns the help text without the label, with which many help texts begin. */
export function helpWithoutLabel(label: string, help: string): string {
  const plain = withNames(help.replaceAll('`', ''));
  const said = plain.replace(/^Whether /, '');
  const rest = said.slice(label.length);
  if (!said.toLowerCase().startsWith(label.toLowerCase()) || !/^([,;:.(]|$)/.test(rest)) return plain;
  const words = rest.replace(/^[\s,;:.]+/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function nested(fields: readonly Field[]): readonly Field[] {
  const lists = fields.filter(({ kind }) => kind === 'list');
  const isIn = (field: Field, list: Field) => field.pointer.startsWith(`${list.pointer}/*/`);
  const joined = fields
    .filter((field) => !lists.some((list) => isIn(field, list)))
    .map((field) => {
      const rows = fields.filter((other) => isIn(other, field));
      // Within a rarely needed list, every field is shown, so that rows are complete.
      return {
        ...field,
        rows: nested(rows.map((row) => (field.isAdvanced ? { ...row, isAdvanced: false } : row))),
      };
    });
  return withIntervals(joined);
}

const units: Readonly<Record<string, string>> = { length: 'timeUnit', trialPeriod: 'trialPeriodUnit' };

/** Joins each length with the unit beside it to one field of the kind `interval`, whose only row is the unit. */
export function withIntervals(fields: readonly Field[]): readonly Field[] {
  const unitOf = ({ pointer }: Field) => {
    const unit = pointer.replace(/\w+$/, (name) => units[name] ?? '');
    return fields.find((other) => other.pointer === unit && other.options.length > 0);
  };
  const joined = new Set(fields.map(unitOf));
  return fields
    .filter((field) => !joined.has(field))
    .map((field) => {
      const unit = unitOf(field);
      return unit ? { ...field, kind: 'interval', rows: [unit] } : field;
    });
}

/** Returns the pointer of a field in a row: the list's pointer, the row number, and the rest of the field's pointer. */
export const pointerInRow = (list: Field, at: string, index: number, field: Field): string =>
  `${at}/${index}${field.pointer.slice(list.pointer.length + 2)}`;

/** Returns the pointer of the list that contains a pointer; without such a list, the pointer itself. */
export const rootOf = (pointer: string): string => pointer.replace(/\/\d+(\/.*)?$/, '');

/** Returns the element id of a pointer's control. */
export const idOf = (pointer: string): string => `field${pointer}`;
