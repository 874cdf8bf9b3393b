/** The steps of a form, in their order. */
export const formSteps = ['offer', 'time', 'price', 'payment', 'agreement', 'notes'] as const;
export type FormStepName = (typeof formSteps)[number];

/** What kinds of values fields have beyond those that a schema tells apart. */
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

/** A field of a form; what is not said here, the schema of the offer says. */
export type FormField = {
  /** JSON pointer into the body; `*` stands for each item of a list. */
  at: string;
  kind?: FormKind;
  /** In words, where the description of the field does not begin with them. */
  label?: string;
  /** What is to be known of it, where the description is written for those who call the API. */
  help?: string;
  unit?: string;
  options?: readonly string[];
  required?: true;
  /** Few need it: shown when asked for. */
  advanced?: true;
  /** The types of offers that have it; all when absent. */
  types?: readonly string[];
  /** Only offers that are negotiated have it. */
  isPrivate?: true;
};

/** A field of which the schema says all, by its pointer alone. */
export type FormFields = readonly (string | FormField)[];

/** The part of a form that is a marketplace's own: pointers and reasons, and nothing that is computed. */
export type MarketplaceForm = {
  steps: Partial<Record<FormStepName, FormFields>>;
  /** Fields of the marketplace that its form does not have, with all that they hold, and why. */
  leftOut: Readonly<Record<string, string>>;
};

const within = (pointer: string, fields: FormFields, more: Partial<FormField>): FormField[] =>
  fields.map((field) =>
    typeof field === 'string'
      ? { ...more, at: `${pointer}/${field}` }
      : { ...more, ...field, at: `${pointer}/${field.at}` },
  );

/** Fields of a record, each by what is behind the pointer to it. */
export const group = (pointer: string, fields: FormFields, more: Partial<FormField> = {}): FormField[] =>
  within(pointer, fields, more);

/** A list of records, and the fields of each. The words are of the list itself. */
export const items = (
  pointer: string,
  fields: FormFields,
  more: Partial<FormField> = {},
  words: Pick<FormField, 'label' | 'help'> = {},
): FormField[] => [{ ...more, ...words, at: pointer }, ...within(`${pointer}/*`, fields, more)];

/** Fields that few need. */
export const advanced = (fields: FormFields): FormField[] =>
  within('', fields.map(relative), { advanced: true });

const relative = (field: string | FormField): string | FormField =>
  typeof field === 'string' ? field.slice(1) : { ...field, at: field.at.slice(1) };
