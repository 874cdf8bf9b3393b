/** Steps of a form, in their order. */
export const formSteps = ['offer', 'time', 'price', 'payment', 'agreement', 'notes'] as const;
export type FormStepName = (typeof formSteps)[number];

/** Types of form fields that the schema alone does not distinguish. */
export type FormKind =
  | 'agreement'
  | 'buyer'
  | 'buyers'
  | 'choice'
  | 'contacts'
  | 'countries'
  | 'day'
  | 'document'
  | 'documents'
  | 'duration'
  | 'flag'
  | 'json'
  | 'longText'
  | 'mail'
  | 'mails'
  | 'money'
  | 'offer'
  | 'percent'
  | 'product'
  | 'time'
  | 'whole';

/** A field of a form. The schema of the offer determines all properties that are not set here. */
export type FormField = {
  /** JSON pointer into the body; `*` stands for each item of a list. */
  at: string;
  kind?: FormKind;
  /** Label, if the beginning of the field's description is not suitable. */
  label?: string;
  /** Help text, if the description is written for API callers. */
  help?: string;
  unit?: string;
  options?: readonly string[];
  required?: true;
  /** True if the field is rarely needed and is hidden until the user expands the section. */
  advanced?: true;
  /** Offer types that have the field; defaults to all types. */
  types?: readonly string[];
  /** True if only private offers have the field. */
  isPrivate?: true;
};

/** Fields of a form; a string is the pointer of a field that the schema describes completely. */
export type FormFields = readonly (string | FormField)[];

/** Marketplace-specific part of the form. Contains only pointers and reasons, without computed values. */
export type MarketplaceForm = {
  steps: Partial<Record<FormStepName, FormFields>>;
  /** Marketplace fields that the form omits, including nested fields, with the reason for each field. */
  leftOut: Readonly<Record<string, string>>;
};

const within = (pointer: string, fields: FormFields, more: Partial<FormField>): FormField[] =>
  fields.map((field) =>
    typeof field === 'string'
      ? { ...more, at: `${pointer}/${field}` }
      : { ...more, ...field, at: `${pointer}/${field.at}` },
  );

/** Fields of a record, each by its pointer within the record. */
export const group = (pointer: string, fields: FormFields, more: Partial<FormField> = {}): FormField[] =>
  within(pointer, fields, more);

/** Creates a form list whose records all have the same fields. `words` contains the list's label and help text. */
export const items = (
  pointer: string,
  fields: FormFields,
  more: Partial<FormField> = {},
  words: Pick<FormField, 'label' | 'help'> = {},
): FormField[] => [{ ...more, ...words, at: pointer }, ...within(`${pointer}/*`, fields, more)];

/** Marks fields that are rarely needed. */
export const advancedFields = (fields: FormFields): FormField[] =>
  within('', fields.map(relative), { advanced: true });

const relative = (field: string | FormField): string | FormField =>
  typeof field === 'string' ? field.slice(1) : { ...field, at: field.at.slice(1) };
